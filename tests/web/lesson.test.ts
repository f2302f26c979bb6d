import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { lessonAsHtml, lessonContents } from "../../web/vite/lesson";

const folder = mkdtempSync(join(tmpdir(), "lesson-"));
after(() => rmSync(folder, { recursive: true }));

/** What the build makes of a folder with these files. */
function contents(yaml: string, ...stages: string[]) {
  writeFileSync(join(folder, "contents.yaml"), yaml);
  for (const id of stages) writeFileSync(join(folder, `${id}.md`), "---\nquestion: Why?\n---\n");
  const plugin = lessonContents(folder) as unknown as { load(this: object, id: string): string };
  return plugin.load.call({ addWatchFile() {} }, "\0virtual:lesson");
}

test("stages stand in the order of the contents; one without a file is to come", () => {
  const code = contents("# In order\nsoftmax: Softmax\ncontext: Context\n", "softmax");
  assert.match(code, /"Softmax", load: .*\n.*"Context" \}/);
});

test("a stage that the contents leave out is an error that names the file and the line", () => {
  assert.throws(() => contents("context: Context\n", "softmax"), {
    message: "contents.yaml: the line “softmax: its title” is missing, but there is softmax.md",
  });
});

test("a line without a title is named", () => {
  assert.throws(() => contents("softmax: Softmax\ncontext:\n"), {
    message: "contents.yaml, line 2: the stage context needs a title",
  });
});

/** The text that a screen reader is given: MathML's letters, nothing of what is hidden from it. */
function heard(html: string): string {
  let text = "";
  let hidden = 0; // how many open elements, from the hidden one inwards
  for (const [, tag, words] of html.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (tag!.startsWith("/")) hidden -= Number(hidden > 0);
    else if (hidden > 0 || /aria-hidden="true"|^annotation/.test(tag!)) hidden++;
    if (hidden === 0) text += words;
  }
  return text.trim();
}

test("a formula has its punctuation beside it, where a screen reader finds it", () => {
  const text = "It is $x$, or ($y = z$); or $x$ alone.\n";
  writeFileSync(join(folder, "softmax.md"), `---\ngoal: You know **$x$**, $y$.\n---\n${text}`);
  const [body, goal] = lessonAsHtml(folder);
  assert.equal(heard(body!), "It is x, or (y=z); or x alone.");
  assert.equal(heard(`<p>${goal}</p>`), "You know x, y.");
  assert.match(body!, /<span class="together">.*?,<\/span> or/);
});
