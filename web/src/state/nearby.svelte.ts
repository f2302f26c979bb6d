/**
 * A part of the page that the reader may be far from. It is made when he comes near, or when the page is idle; and while
 * he is away it follows the lesson a moment later, so that a change is answered at once where it is seen.
 */
import { untrack } from "svelte";
import { whenIdle } from "./idle";
import type { Lesson } from "./lesson.svelte";
import type { Selection } from "./link";

/** Milliseconds of rest before what is out of sight catches up. */
const REST = 250;
/** What is this close to the window, above or below, counts as seen. */
const MARGIN = "20%";

/** What has to be of one moment: a selection fits its own sequence only. */
type Moment = Pick<Lesson, "sequence" | "world" | "selection">;

const momentOf = ({ sequence, world, selection }: Lesson): Moment => ({
  sequence,
  world,
  selection: { ...selection },
});

const told = new WeakMap<Element, (near: boolean) => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
  },
  { rootMargin: `${MARGIN} 0px` },
);

export class Nearby {
  /** Whether the part has been made. */
  made = $state(false);
  /** Whether it shows a moment that has gone. */
  stale = $state(false);
  /** The lesson as this part sees it. */
  readonly lesson: Lesson;

  #near = $state(false);
  /** What it shows while the reader is away. */
  #moment: Moment;

  /** To be made while a component is. */
  constructor(lesson: Lesson) {
    const now = () => (this.#near ? lesson : this.#moment);
    const selection: Selection = {
      get i() {
        return now().selection.i;
      },
      get j() {
        return now().selection.j;
      },
      get m() {
        return now().selection.m;
      },
    };
    this.lesson = new Proxy(lesson, {
      get: (_, key) => {
        if (key === "selection") return selection;
        if (key === "sequence" || key === "world") return now()[key];
        const value: unknown = Reflect.get(lesson, key);
        return typeof value === "function" ? value.bind(lesson) : value;
      },
      set: (_, key, value) => Reflect.set(lesson, key, value),
    });
    this.#moment = $state.raw(untrack(() => momentOf(lesson)));

    $effect(() => whenIdle([() => (this.made = true)]));
    $effect(() => {
      const { sequence, world, selection } = momentOf(lesson);
      const { i, j, m } = this.#moment.selection;
      this.stale =
        !this.#near &&
        !(
          sequence === this.#moment.sequence &&
          world === this.#moment.world &&
          selection.i === i &&
          selection.j === j &&
          selection.m === m
        );
      if (!this.stale) return;
      let cancel = () => {};
      const timer = setTimeout(() => {
        cancel = whenIdle([() => (this.#moment = momentOf(lesson))]);
      }, REST);
      return () => {
        clearTimeout(timer);
        cancel();
      };
    });
  }

  /** Attached to an element, watches how near it is. */
  readonly watch = (element: Element) => {
    told.set(element, (near) => {
      if (near) this.made = true;
      else this.#moment = momentOf(this.lesson);
      this.#near = near;
    });
    observer.observe(element);
    return () => observer.unobserve(element);
  };
}
