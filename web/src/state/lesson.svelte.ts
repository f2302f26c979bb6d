/** The one state of the page. Figures read it through their exhibits and change it only by its methods and fields. */
import { EngineError, type Engine } from "@engine";
import { quoted } from "@/input/parsed";
import {
  readLink,
  writeLink,
  writeSettings,
  type Selection,
  type Snapshot,
  type Source,
} from "./link";
import { PRESETS, type PresetId, type Sequence } from "./presets";
import type { World } from "./quantities";
import { SequenceWorld } from "./sequence-world";
import { initialView, type View } from "./view";

/** Looks a sentence up in real word vectors; rejects with an `Error` whose message is for the learner. */
export type LookUp = (sentence: string, engine: Engine) => Promise<Sequence>;

export class Lesson {
  stage = $state("");
  source: Source = $state.raw({ kind: "preset", id: "toy" });
  sequence: Sequence = $state.raw(PRESETS.toy);
  readonly selection: Selection = $state({ i: 0, j: 0, m: 0 });
  readonly view: View = $state(initialView());
  /** Whether a stage has been on the screen in this visit. */
  visited = false;
  /** What could not be taken over from a link or a lookup, in sentences; the learner dismisses them. */
  notices: string[] = $state([]);
  /** The trail of numbers that have been asked "why?", the last one open. */
  why: { world: World; name: string }[] = $state.raw([]);

  /** Attention on the current sequence: the world that most numbers live in. */
  readonly world = $derived.by(
    () => new SequenceWorld(this.engine, this.sequence, this.view.temperature, "sequence"),
  );
  /** What follows the stage in links to other stages, as it was when the hand last came to rest. */
  #elsewhere = $state("");

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache of what never changes, not state
  readonly #examples = new Map<PresetId, SequenceWorld>();
  readonly #lookUp: LookUp;
  #lookUps = 0;

  constructor(
    readonly engine: Engine,
    lookUp: LookUp,
  ) {
    this.#lookUp = lookUp;
  }

  /** The world of a fixed sequence, whatever the learner's own is: what the text's examples are about. */
  example(id: PresetId): SequenceWorld {
    let world = this.#examples.get(id);
    if (!world) {
      this.#examples.set(id, (world = new SequenceWorld(this.engine, PRESETS[id], 1, id)));
    }
    return world;
  }

  usePreset(id: PresetId) {
    this.#take(PRESETS[id], { kind: "preset", id });
  }

  /** Takes the learner's own vectors, or says why not: then everything stays as it was. */
  useOwn(sequence: Sequence): string | undefined {
    try {
      this.engine.lengths(sequence.x);
    } catch (error) {
      if (error instanceof EngineError) return error.message;
      throw error;
    }
    this.#take(sequence, { kind: "own", sequence });
    return undefined;
  }

  /** Moves one token of the sequence, which thereby becomes the learner's own. */
  moveToken(i: number, row: readonly number[]) {
    const { tokens, x, dimensions } = this.sequence;
    this.useOwn({ tokens, x: x.map((old, at) => (at === i ? row : old)), dimensions });
  }

  /** A sentence is being looked up. */
  pending = $state(false);

  /** Looks up a sentence; answers with the reason if that fails: then everything stays as it was. */
  async useSentence(text: string): Promise<Error | undefined> {
    const mine = ++this.#lookUps;
    this.pending = true;
    try {
      const sequence = await this.#lookUp(text, this.engine);
      if (mine === this.#lookUps) this.#take(sequence, { kind: "sentence", text });
      return undefined;
    } catch (error) {
      if (mine !== this.#lookUps) return undefined; // Nobody waits for it any more.
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      if (mine === this.#lookUps) this.pending = false;
    }
  }

  /** The link to exactly what is on the screen. To write a pasted sequence out takes a while: not for every edit. */
  get link(): string {
    return writeLink(this.#snapshot());
  }

  /** All that a link tells, to be heard of when it changes. */
  get told(): readonly unknown[] {
    return [this.stage, this.source, writeSettings(this)];
  }

  /** The links to other stages catch up: they are many, and may be long. */
  rest() {
    const { source, selection, view } = this.#snapshot();
    this.#elsewhere = writeLink({ stage: "", source, selection, view: { ...view, step: 0 } }).slice(
      2,
    );
  }

  /** The link to another stage, with the sequence and the settings of the last rest, at the beginning of its steps. */
  linkTo(stage: string): string {
    return `#/${stage}${this.#elsewhere}`;
  }

  select(at: Partial<Selection>) {
    Object.assign(this.selection, at);
    this.#clampSelection();
  }

  ask(world: World, name: string) {
    this.why = [...this.why, { world, name }];
  }

  /** Takes over what a link says, as far as it is acceptable; the rest is named in `notices`. */
  follow(hash: string, firstStage: string, knownStages: readonly string[]) {
    const { stage, source, selection, view, problems } = readLink(hash, firstStage);
    const known = knownStages.includes(stage);
    this.notices = known
      ? problems
      : [`There is no stage called “${stage}”: here is the first.`, ...problems];
    this.stage = known ? stage : firstStage;
    this.why = [];
    Object.assign(this.view, view);

    const settle = () => this.select(selection);
    settle();
    if (JSON.stringify(source) === JSON.stringify(this.source)) return;
    if (source.kind === "preset") this.usePreset(source.id);
    else if (source.kind === "own") this.#report(this.useOwn(source.sequence));
    else
      void this.useSentence(source.text).then((problem) => {
        this.#report(problem && `${quoted(source.text)}: ${problem.message}`);
        settle();
      });
    settle();
  }

  #report(problem: string | undefined) {
    if (problem) this.notices.push(problem);
  }

  #snapshot(): Snapshot {
    return { stage: this.stage, source: this.source, selection: this.selection, view: this.view };
  }

  #take(sequence: Sequence, source: Source) {
    this.#lookUps++; // A lookup still under way comes too late.
    this.pending = false;
    this.source = source;
    this.sequence = sequence;
    this.why = [];
    this.#clampSelection();
  }

  #clampSelection() {
    const last = this.sequence.tokens.length - 1;
    const lastComponent = this.sequence.x[0]!.length - 1;
    const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
    this.selection.i = clamp(this.selection.i, last);
    this.selection.j = clamp(this.selection.j, last);
    this.selection.m = clamp(this.selection.m, lastComponent);
  }
}
