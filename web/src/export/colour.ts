/** The browser's colours, of whatever colour space, as every program reads them: #rrggbb and an opacity. */

export interface Paint {
  readonly colour: string;
  readonly alpha: number;
}

const known = new Map<string, Paint>();
let context: CanvasRenderingContext2D | undefined;

/** What a computed colour looks like; undefined for none at all. */
export function paintOf(css: string): Paint | undefined {
  if (css === "none" || css === "transparent" || css === "") return undefined;
  let paint = known.get(css);
  if (!paint) known.set(css, (paint = convert(css)));
  return paint.alpha > 0 ? paint : undefined;
}

function convert(css: string): Paint {
  // The opacity is taken off first: a canvas keeps it mixed into the colour, and rounds.
  const legacy = /^rgba\((.*),\s*([\d.e-]+)\)$/u.exec(css);
  const modern = /^(.*)\s\/\s([\d.e-]+)(%?)\)$/u.exec(css);
  const alpha = legacy ? Number(legacy[2]) : modern ? Number(modern[2]) / (modern[3] ? 100 : 1) : 1;
  const opaque = legacy ? `rgb(${legacy[1]})` : modern ? `${modern[1]})` : css;
  context ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext(
    "2d",
    { willReadFrequently: true },
  )!;
  context.fillStyle = opaque;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  const colour = [red, green, blue].map((value) => value!.toString(16).padStart(2, "0")).join("");
  return { colour: `#${colour}`, alpha };
}

/** The attributes that paint something: fill and fill-opacity, or stroke and stroke-opacity. */
export function painted(kind: "fill" | "stroke", paint: Paint | undefined) {
  return {
    [kind]: paint?.colour ?? "none",
    [`${kind}-opacity`]: paint && paint.alpha < 1 ? paint.alpha : undefined,
  };
}
