/** The page's own typefaces, cut down to the characters that a lesson in English uses. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import subset from "subset-font";
import type { Plugin } from "vite";

interface Face {
  family: string;
  file: string;
  style: "normal" | "italic";
}

const FACES: Face[] = [
  {
    family: "Source Serif 4",
    file: "source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
    style: "normal",
  },
  {
    family: "Source Serif 4",
    file: "source-serif-4/files/source-serif-4-latin-wght-italic.woff2",
    style: "italic",
  },
  {
    family: "Source Sans 3",
    file: "source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    style: "normal",
  },
];

/** Printable ASCII, Latin-1 and the punctuation and signs of the text; anything rarer falls back to the reader's own fonts. */
const CHARACTERS =
  [...Array(0x7f - 0x20).keys()].map((i) => String.fromCodePoint(0x20 + i)).join("") +
  [...Array(0x100 - 0xa0).keys()].map((i) => String.fromCodePoint(0xa0 + i)).join("") +
  "–—‘’“”…•−×·→←↑↓≤≥≈≠∞√œŒšŠžŽ";

/** Before Vite starts: writes one woff2 file a face, weights 400 to 700, and `fonts.css` beside them into `folder`. */
export function fonts(folder: string): Plugin {
  const require = createRequire(import.meta.url);
  const name = ({ file }: Face) => basename(file);
  const rule = (face: Face) =>
    `@font-face { font-family: "${face.family}"; font-style: ${face.style}; font-weight: 400 700; ` +
    `font-display: swap; src: url("./${name(face)}") format("woff2"); }`;

  return {
    name: "fonts",
    async config() {
      mkdirSync(folder, { recursive: true });
      for (const face of FACES) {
        const target = join(folder, name(face));
        if (existsSync(target)) continue;
        const whole = readFileSync(require.resolve(`@fontsource-variable/${face.file}`));
        const variationAxes = { wght: { min: 400, max: 700, default: 400 } };
        writeFileSync(
          target,
          await subset(whole, CHARACTERS, { targetFormat: "woff2", variationAxes }),
        );
      }
      writeFileSync(join(folder, "fonts.css"), FACES.map(rule).join("\n"));
    },
  };
}
