/** The heads that the text speaks of, on sequences of the lesson's own. */
import type { Engine } from "@engine";
import { HAND_MADE } from "./hand-head";
import { HeadWorld, type HeadOptions } from "./head-world";
import { identity, quarterTurns, type Head } from "./heads";
import { PRESETS, type Sequence } from "./presets";

const asIs = { wq: identity(2), wk: identity(2), wv: identity(2) };
const swap = { ...asIs, wq: quarterTurns(2) };
const plain: HeadOptions = { scale: "none", mask: "none" };

/** The sentence of bank with its last word swapped. */
const bankOfLoan: Sequence = {
  ...PRESETS.bank,
  tokens: [...PRESETS.bank.tokens.slice(0, 3), PRESETS.loan.tokens[3]!],
  x: [...PRESETS.bank.x.slice(0, 3), PRESETS.loan.x[3]!],
};
const toOthers: HeadOptions = { scale: "sqrt", mask: "others" };

const EXAMPLES = {
  "toy-identity": [PRESETS.toy, asIs, plain],
  "toy-swap": [PRESETS.toy, swap, plain],
  "bank-hand": [PRESETS.bank, HAND_MADE, { scale: "sqrt", mask: "none" }],
  "bank-others": [PRESETS.bank, HAND_MADE, toOthers],
  "river-others": [PRESETS.bank, HAND_MADE, toOthers],
  "loan-others": [bankOfLoan, HAND_MADE, toOthers],
  "cat-complete": [PRESETS.cat, HAND_MADE, { scale: "sqrt", mask: "none" }],
  "cat-causal": [PRESETS.cat, HAND_MADE, { scale: "sqrt", mask: "causal" }],
} satisfies Record<string, readonly [Sequence, Head, HeadOptions]>;

export type ExampleId = keyof typeof EXAMPLES;

export const isExample = (id: string): id is ExampleId => Object.hasOwn(EXAMPLES, id);

/** Attention through the head that an example is about. */
export function headExample(engine: Engine, id: ExampleId): HeadWorld {
  const [sequence, head, options] = EXAMPLES[id];
  return new HeadWorld(engine, sequence, head, options, id);
}
