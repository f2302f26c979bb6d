/** What of a figure stays on the page. */

/** What the reader works with rather than looks at. */
export const CONTROLS = [
  ".controls",
  ".slider",
  ".player",
  "select",
  "textarea",
  "fieldset",
  "input:not(td input, th input)",
  "label:has(input, select):not(td label, th label)",
  "details:not([open])",
  "details[open] > summary",
  "p button:not(.value, :has(data))",
  "div > button:not(.value, [role], [aria-pressed], :has(data), :has(svg), table button)",
  "section > button",
  ".visually-hidden",
].join(",");
