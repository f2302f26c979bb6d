/**
 * The worlds of the page's numbers, built again outside the page: from a link alone, by the engine under Node.
 * What a browser shows can be held against them.
 */
import { AgainWorld } from "@/state/again-world";
import { ArrowsWorld, arrowsExample, StretchedArrowsWorld } from "@/state/arrows-world";
import { AskingWorld } from "@/state/asking-world";
import { BlendWorld } from "@/state/blend-world";
import { KernelWorld } from "@/state/kernel-world";
import { readLink } from "@/state/link";
import { withLouderLast } from "@/state/louder";
import { MaskedWorld } from "@/state/masked-world";
import { NormaliseWorld } from "@/state/normalise-world";
import { PRESETS, isPreset } from "@/state/presets";
import type { World } from "@/state/quantities";
import { banksWorld, randomWords, realWords } from "@/state/real-words";
import { RowWorld } from "@/state/row-world";
import { ScoreWorld } from "@/state/score-world";
import { SequenceWorld } from "@/state/sequence-world";
import { StackWorld } from "@/state/stack-world";
import type { Engine } from "../../dist/engine/index.js";
import { completeWorld } from "./worlds-complete";
import { graphWorld } from "./worlds-graph";
import { codeWorld } from "./worlds-code";
import { onlineWorld } from "./worlds-online";
import { overflowWorld } from "./worlds-overflow";
import { qkvWorld } from "./worlds-qkv";
import { traceWorld } from "./worlds-trace";
import { scalingWorlds } from "./worlds-scaling";

const numbers = (text: string) => text.split(",").map(Number);

/** How to find a world by its name, on the page that `hash` opens. */
export function worldsOf(engine: Engine, hash: string): (id: string) => World {
  const { source, selection, view } = readLink(hash, "pattern");
  if (source.kind === "sentence") throw new Error("a sentence needs the word table");
  const sequence = source.kind === "preset" ? PRESETS[source.id] : source.sequence;
  const own = new SequenceWorld(engine, sequence, view.temperature, "sequence");

  const example = (id: string) => {
    if (id === "glove") return banksWorld(engine);
    return isPreset(id) ? new SequenceWorld(engine, PRESETS[id], 1, id) : undefined;
  };
  const words = () =>
    realWords(
      engine,
      "cat dog cash money man woman king queen france paris stream river shore water bank loan".split(
        " ",
      ),
    );
  const louder = (factor: number, id: string) =>
    new SequenceWorld(engine, withLouderLast(engine, sequence, factor), 1, id);
  const arrows = () => new ArrowsWorld(engine, view.a, view.b, "arrows");

  const named: Record<string, () => World> = {
    sequence: () => own,
    scores: () => new ScoreWorld(own, "scores"),
    loud: () => new ScoreWorld(louder(view.loud, "loud"), "loud"),
    repeat: () => new SequenceWorld(engine, realWords(engine, view.order.split("-")), 1, "repeat"),
    normalise: () => new NormaliseWorld(louder(view.louder, "louder"), view.normalise, "normalise"),
    again: () => new AgainWorld(own, selection.i, 4),
    asking: () => new AskingWorld(own, selection.i, view.asking),
    masked: () => new MaskedWorld(engine),
    blend: () => BlendWorld.of(own),
    stack: () => new StackWorld(own),
    arrows,
    "arrows-stretched": () =>
      new StretchedArrowsWorld(engine, arrows(), view.stretch, "arrows-stretched"),
    "bank-watered": () => {
      const [river, water] = [3, 0];
      const x = PRESETS.bank.x.map((row, j) =>
        j === river ? row.map((value, m) => (m === water ? view.water : value)) : row,
      );
      return new SequenceWorld(engine, { ...PRESETS.bank, x }, 1, "bank-watered");
    },
    words: () => new SequenceWorld(engine, words(), 1, "words"),
    random: () =>
      new SequenceWorld(
        engine,
        randomWords(engine, words().tokens, words().x[0]!.length, view.seed),
        1,
        "random",
      ),
  };

  const scaling = scalingWorlds(engine, view, selection, sequence);

  return (id) => {
    const [kind = "", ...rest] = id.split(":");
    const preset = example(kind);
    const ofScaling = scaling(id);
    if (ofScaling) return ofScaling;
    if (named[id]) return named[id]();
    const trace = traceWorld(engine, view, id);
    if (trace) return trace;
    const online = onlineWorld({ engine, own, view, selection, example }, id);
    if (online) return online;
    const overflow = overflowWorld(engine, view, sequence, id);
    if (overflow) return overflow;
    const graph = graphWorld(engine, view, sequence, id);
    if (graph) return graph;
    const complete = completeWorld(engine, view, sequence, id);
    if (complete) return complete;
    const head = qkvWorld(engine, view, selection, sequence, id);
    if (head) return head;
    const code = codeWorld(engine, view, sequence, id);
    if (code) return code;
    if (kind === "row") return new RowWorld(engine, numbers(rest[0]!));
    if (kind === "arrows") return arrowsExample(engine, numbers(rest[0]!), numbers(rest[1]!));
    if (preset && rest[0])
      return new NormaliseWorld(preset, rest[0] as "row" | "column" | "matrix", id);
    if (preset) return preset;
    const kernel = /^(\w+)-kernel$/.exec(id);
    if (kernel) return new KernelWorld(example(kernel[1]!)!, id);
    throw new Error(`no world is called ${id}`);
  };
}
