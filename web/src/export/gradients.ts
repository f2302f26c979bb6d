/** CSS backgrounds that are gradients: the scales of legends, hatchings, hairlines and dots. */
import { paintOf, type Paint } from "./colour";
import type { Definitions } from "./definitions";
import { element, type Box } from "./markup";

/** The parts of a list, at the commas that stand in no parentheses. */
function partsOf(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of list) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** "calc(100% - 2px)" of a whole in pixels. */
export function lengthOf(css: string, whole: number): number {
  let length = 0;
  for (const [, sign, number, unit] of css.matchAll(/([+-]\s)?(-?[\d.]+)(px|%)/gu))
    length += (sign?.startsWith("-") ? -1 : 1) * Number(number) * (unit === "%" ? whole / 100 : 1);
  return length;
}

/** The layers of an element's background, the undermost first. */
export function writeBackground(
  style: CSSStyleDeclaration,
  area: Box,
  definitions: Definitions,
): string[] {
  if (style.backgroundImage === "none" || area.width === 0 || area.height === 0) return [];
  const [sizes, xs, ys, repeats] = [
    style.backgroundSize,
    style.backgroundPositionX,
    style.backgroundPositionY,
    style.backgroundRepeat,
  ].map(partsOf) as [string[], string[], string[], string[]];
  const layer = (list: string[], at: number) => list[at % list.length]!;
  return partsOf(style.backgroundImage)
    .map((image, at) => {
      const size = layer(sizes, at) === "auto" ? "100% 100%" : layer(sizes, at);
      const [across, down = "100%"] = size.split(/\s(?![^(]*\))/u);
      const [width, height] = [lengthOf(across!, area.width), lengthOf(down, area.height)];
      const tile = {
        x: area.x + placeOf(layer(xs, at), area.width, width),
        y: area.y + placeOf(layer(ys, at), area.height, height),
        width,
        height,
      };
      const fill = writeGradient(image, tile, definitions);
      if (!fill) return "";
      const once = layer(repeats, at) === "no-repeat";
      const whole = width >= area.width - 0.01 && height >= area.height - 0.01;
      if (once || whole) return element("rect", { ...tile, fill: `url(#${fill})` });
      const pattern = definitions.add((id) =>
        element(
          "pattern",
          { id, patternUnits: "userSpaceOnUse", ...tile },
          element("rect", { width, height, fill: `url(#${localTo(image, tile, definitions)})` }),
        ),
      );
      return element("rect", { ...area, fill: `url(#${pattern})` });
    })
    .reverse();
}

/** Inside a pattern its tile begins at 0. */
const localTo = (image: string, tile: Box, definitions: Definitions) =>
  writeGradient(image, { ...tile, x: 0, y: 0 }, definitions)!;

/** Where an image begins: a percentage is of the room that it leaves. */
const placeOf = (css: string, whole: number, size: number) =>
  css.includes("%") ? lengthOf(css, whole - size) : lengthOf(css, whole);

interface Stop {
  readonly paint: Paint;
  /** Pixels along the gradient. */
  at: number;
}

const NOTHING: Paint = { colour: "#000000", alpha: 0 };

function writeGradient(image: string, box: Box, definitions: Definitions): string | undefined {
  const parsed = /^(repeating-)?(linear|radial)-gradient\((.*)\)$/u.exec(image);
  if (!parsed) return undefined;
  const parts = partsOf(parsed[3]!);
  const lead = /^(to |circle|ellipse|-?[\d.]+deg)/u.test(parts[0]!) ? parts.shift()! : "";
  const repeats = parsed[1] !== undefined;
  return parsed[2] === "linear"
    ? writeLinear(lead, parts, repeats, box, definitions)
    : writeRadial(parts, box, definitions);
}

function stopsOf(parts: readonly string[], length: number): Stop[] {
  const stops = parts.flatMap((part) => {
    const places = [...part.matchAll(/\s(-?[\d.]+(?:px|%))(?=\s|$)/gu)].map(([, place]) => place!);
    const colour = part.replace(/(\s-?[\d.]+(px|%))+$/u, "");
    const paint = paintOf(colour) ?? NOTHING;
    return (places.length ? places : [""]).map((place) => ({
      paint,
      at: place ? lengthOf(place, length) : NaN,
    }));
  });
  if (Number.isNaN(stops[0]!.at)) stops[0]!.at = 0;
  if (Number.isNaN(stops.at(-1)!.at)) stops.at(-1)!.at = length;
  for (let from = 0; from < stops.length; from++) {
    // Stops without a place share the way between those that have one.
    if (!Number.isNaN(stops[from]!.at)) continue;
    const to = stops.findIndex(({ at }, place) => place > from && !Number.isNaN(at));
    const before = stops[from - 1]!.at;
    stops[from]!.at = before + (stops[to]!.at - before) / (to - from + 1);
  }
  // To fade into nothing is to fade in one colour, not by way of black.
  return stops.map((stop, at) => {
    const beside = stops[at + 1]?.paint.alpha ? stops[at + 1] : stops[at - 1];
    return stop.paint.alpha || !beside
      ? stop
      : { at: stop.at, paint: { ...stop.paint, colour: beside.paint.colour } };
  });
}

const writeStops = (stops: readonly Stop[], length: number) =>
  stops
    .map(({ paint, at }) =>
      element("stop", {
        offset: String(Number((at / length).toFixed(5))),
        "stop-color": paint.colour,
        "stop-opacity": paint.alpha < 1 ? paint.alpha : undefined,
      }),
    )
    .join("");

const DIRECTIONS: Record<string, number> = { top: 0, right: 90, bottom: 180, left: 270 };

function writeLinear(
  lead: string,
  parts: readonly string[],
  repeats: boolean,
  { x, y, width, height }: Box,
  definitions: Definitions,
): string {
  const degrees = lead.startsWith("to ")
    ? DIRECTIONS[lead.slice(3)]!
    : lead
      ? parseFloat(lead)
      : 180;
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const length = Math.abs(width * dx) + Math.abs(height * dy);
  const stops = stopsOf(parts, length);
  const reach = repeats ? stops.at(-1)!.at : length;
  const [startX, startY] = [x + width / 2 - (dx * length) / 2, y + height / 2 - (dy * length) / 2];
  return definitions.add((id) =>
    element(
      "linearGradient",
      {
        id,
        gradientUnits: "userSpaceOnUse",
        x1: startX,
        y1: startY,
        x2: startX + dx * reach,
        y2: startY + dy * reach,
        spreadMethod: repeats ? "repeat" : undefined,
      },
      writeStops(stops, reach),
    ),
  );
}

function writeRadial(parts: readonly string[], box: Box, definitions: Definitions): string {
  const corner = Math.hypot(box.width, box.height) / 2;
  const stops = stopsOf(parts, corner);
  const reach = stops.at(-1)!.at;
  return definitions.add((id) =>
    element(
      "radialGradient",
      {
        id,
        gradientUnits: "userSpaceOnUse",
        cx: box.x + box.width / 2,
        cy: box.y + box.height / 2,
        r: reach,
      },
      writeStops(stops, reach),
    ),
  );
}
