/** The note for people that lies beside the table. */
import type { Loss } from "./loss";

export interface About {
  readonly file: string;
  readonly words: number;
  readonly dimensions: number;
  readonly bytes: number;
  readonly quantisation: { readonly stepsPerTypicalComponent: string };
  readonly loss: {
    readonly pairs: number;
    readonly asUsed: Loss;
    readonly evenly: Loss;
    readonly lengthMax: number;
  };
  readonly origin: {
    readonly vectors: string;
    readonly trainedOn: string;
    readonly licence: string;
    readonly obtainedThrough: string;
  };
  readonly made: { readonly command: string };
}

export function originNote({ loss, origin, quantisation, made, ...about }: About): string {
  const count = (value: number) => value.toLocaleString("en");
  const row = (pairs: string, { dot, cosine }: Loss) =>
    `| ${[pairs, ...[dot.mean, dot.max, cosine.mean, cosine.max].map((value) => value.toFixed(4))].join(" | ")} |`;
  return `# Where these word vectors come from

\`${about.file}\` holds the ${count(about.words)} most frequent words of a list of English tokens, with their
${about.dimensions}-dimensional vectors, in ${count(about.bytes)} bytes. The list has no words of one letter (“a”, “I”), no numerals and no
endings of contractions (“n't”, “'s”).

- Vectors: ${origin.vectors}, trained on ${origin.trainedOn}.
- Licence: ${origin.licence}. Anyone may copy, change and ship them; keep this note beside them.
- Obtained through: ${origin.obtainedThrough}.

## What was changed

Every vector became whole numbers of at most 8 bits and one scale. A word is measured the more finely the more often
it is met: a typical component of the word of rank r takes ${quantisation.stepsPerTypicalComponent} steps, up to the 127 that fit.
That is where Zipf's law puts the bits: the word of rank r is met in proportion to 1/r. The scale keeps the vector's
length, to ${(100 * loss.lengthMax).toFixed(2)} % at worst.

What this costs, over ${count(loss.pairs)} pairs of words of each kind, against the vectors before the change:

| pairs | dot product ÷ lengths: mean error | worst | cosine: mean error | worst |
|---|---|---|---|---|
${row("as in running text", loss.asUsed)}
${row("all words alike", loss.evenly)}

\`about.json\` holds the same figures in full. Both were written with the table by

    ${made.command}

and \`--explore\` prints what other numbers of words and other steps would have cost.
`;
}
