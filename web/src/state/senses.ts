/** The lesson's two banks: the sentences, the heads that look from “bank” at its neighbour, and the words it may come to be like. */
import type { Engine } from "@engine";
import { headExample } from "./head-examples";
import { HeadWorld } from "./head-world";
import { identity, type Head } from "./heads";
import { realWords } from "./real-words";
import { SenseWorld } from "./sense-world";

export const NEIGHBOURS = ["river", "loan"] as const;
export type Neighbour = (typeof NEIGHBOURS)[number];

/** Where “bank” stands in its sentence, zero-based, and the word that settles it. */
export const BANK = 1;
export const SETTLING = 3;

/** The two words of which each belongs to one sense; in the little hand-made space of water, money, animal and grammar. */
export const SENSES = ["shore", "money"] as const;
const BY_HAND = { shore: [1, 0, 0.2, 0], money: [0, 1, 0, 0] };

export const isNeighbour = (word: string | undefined): word is Neighbour =>
  NEIGHBOURS.some((one) => one === word);

/** What the head made by hand makes of bank. */
export function handSense(engine: Engine, neighbour: Neighbour): SenseWorld {
  const head = headExample(engine, `${neighbour}-others`);
  return new SenseWorld(head, BANK, BY_HAND, `sense-${neighbour}`);
}

/** The sentence in real word vectors, through the head that learned or, without one, through none. */
export function realSense(engine: Engine, neighbour: Neighbour, learned?: Head): SenseWorld {
  const sequence = realWords(engine, ["the", "bank", "of", neighbour]);
  const w = identity(sequence.x[0]!.length);
  const id = `real-${neighbour}-${learned ? "learned" : "raw"}`;
  const head = new HeadWorld(
    engine,
    sequence,
    learned ?? { wq: w, wk: w, wv: w },
    { scale: learned ? "sqrt" : "none", mask: "others" },
    id,
  );
  const { x } = realWords(engine, SENSES);
  const words = Object.fromEntries(SENSES.map((word, at) => [word, x[at]!]));
  return new SenseWorld(head, BANK, words, id);
}
