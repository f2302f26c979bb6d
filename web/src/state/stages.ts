/** The stages of the lesson, as their Markdown tells them. */
import { stages as fromMarkdown } from "virtual:lesson";
import type { Component } from "svelte";

/** A stage's front matter. Every string is a line of HTML, made from our own Markdown when the page was built. */
export interface StageMeta {
  /** The heading: a question, or a statement. */
  readonly question: string;
  /** What the learner can do afterwards. */
  readonly goal: string;
  /** The common misunderstanding, in one sentence; the stage has an experiment for it. */
  readonly trap: string;
  /** One line to remember. */
  readonly axiom: string;
  /** Why one goes on to the next stage. */
  readonly next: string;
  /** Helpful foundations. */
  readonly references: readonly string[];
}

/** A stage's text and figures, with its front matter. */
export interface StagePage {
  readonly default: Component;
  readonly meta: StageMeta;
}

export interface Stage {
  readonly id: string;
  /** Its name in the table of contents. */
  readonly title: string;
  /** Absent while the stage is still to come. */
  readonly load?: () => Promise<StagePage>;
}

/** A stage that can be opened. */
export type WrittenStage = Required<Stage>;

export const STAGES: readonly Stage[] = fromMarkdown;

/** The stages that can be opened, in order. */
export const WRITTEN = STAGES.filter((stage): stage is WrittenStage => stage.load !== undefined);

/** The stage that a link opens; the first, if it names none. */
export const stageOf = (id: string): WrittenStage =>
  WRITTEN.find((stage) => stage.id === id) ?? WRITTEN[0]!;
