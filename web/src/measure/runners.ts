/** The contenders at work: each takes its inputs, and room to work in; runs as often as it is told; and shows the context. */
import type { KernelInput, KernelOptions, KernelResult, Kernels, Method } from "@kernels";
import { rowsOf, type Inputs } from "./data";
import type { Answer, Request, Settings, Share } from "./messages";
import { refusalOf, Refused } from "./refused";

export interface Runner {
  /** Answers how many bytes it asked for beside input and output; is refused where there are not so many. */
  take(inputs: Inputs, settings: Settings): number | Promise<number>;
  run(times: number): void | Promise<void>;
  /** The last run's result. */
  context(): Float32Array | Promise<Float32Array>;
}

/** One thread, one method. The result stays in the module's memory while it is timed. */
export class Alone implements Runner {
  #input: KernelInput | undefined;
  #options: KernelOptions | undefined;
  #ran: KernelResult | undefined;

  constructor(
    readonly kernels: Kernels,
    readonly method: Method,
  ) {}

  take(inputs: Inputs, { mask, input }: Pick<Settings, "mask" | "input">) {
    return this.takeShare({ ...inputs, firstQuery: 0, mask }, input === "x");
  }

  /** Some of the queries; `x` says that they are all, and keys and values too. */
  takeShare({ q, k, v, mask, firstQuery }: Share, x = false) {
    this.#input = x ? { x: q } : { q, k, v };
    this.#options = { scale: "sqrt", mask, firstQuery, output: "view" };
    return this.kernels.reserve(this.method, this.#input, this.#options);
  }

  run(times: number) {
    for (let at = 0; at < times; at++)
      this.#ran = this.kernels.attention(this.method, this.#input!, this.#options);
  }

  context = () => this.#ran!.context.data.slice();
}

/** A helper, reached through its port: one question at a time. */
export class Helper {
  constructor(readonly port: MessagePort) {}

  async ask(request: Request) {
    const answer = await new Promise<Answer>((resolve) => {
      this.port.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.port.postMessage(request);
    });
    if ("refused" in answer) throw new Refused(answer.refused);
    return answer;
  }
}

/**
 * Where each of `threads` begins among T queries, and the last ends. With a causal mask early queries have little to
 * do: the first k of n threads get T·√(k/n) of them, half the square of which is their share of the pairs.
 */
export function boundaries(T: number, threads: number, mask: Settings["mask"]): number[] {
  const share = (at: number) => (mask === "causal" ? Math.sqrt(at / threads) : at / threads);
  return Array.from({ length: threads + 1 }, (_, at) => Math.round(T * share(at)));
}

/** One method on several threads: this one, and the helpers'. Each has a share of the queries, and all keys and values. */
export class Together implements Runner {
  readonly #alone: Alone;

  constructor(
    kernels: Kernels,
    method: Method,
    readonly helpers: readonly Helper[],
  ) {
    this.#alone = new Alone(kernels, method);
  }

  async take({ q, k, v }: Inputs, { mask }: Settings) {
    const ends = boundaries(q.rows, this.helpers.length + 1, mask);
    const share = (at: number): Share => {
      const [from, to] = [ends[at]!, ends[at + 1]!];
      return { q: rowsOf(q, from, to), k, v, firstQuery: from, mask };
    };
    const own = this.#alone.takeShare(share(0));
    const others = await this.#all((helper, at) =>
      helper.ask({ ask: "take", share: share(at + 1) }),
    );
    return others.reduce((sum, { bytes }) => sum + bytes!, own);
  }

  async run(times: number) {
    for (let at = 0; at < times; at++) {
      const others = this.#all((helper) => helper.ask({ ask: "run" }));
      let own: unknown;
      try {
        this.#alone.run(1);
      } catch (error) {
        own = error;
      }
      await others; // whatever has happened here: a helper is asked one thing at a time
      if (own) throw own;
    }
  }

  async context() {
    const own = this.#alone.context();
    const others = await this.#all((helper) => helper.ask({ ask: "show" }));
    const parts = [own, ...others.map(({ context }) => context!)];
    const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** Asks all helpers, and waits for all, even where one refuses. */
  async #all<T>(ask: (helper: Helper, at: number) => Promise<T>): Promise<T[]> {
    const settled = await Promise.allSettled(this.helpers.map(ask));
    const refused = settled.find((outcome) => outcome.status === "rejected");
    if (refused) throw refused.reason;
    return settled.map((outcome) => (outcome as PromiseFulfilledResult<T>).value);
  }
}

/** Answers what `Helper` asks, in another thread. */
export function help(port: MessagePort, load: (build: "baseline" | "relaxed") => Promise<Kernels>) {
  let runner: Alone | undefined;
  const answer = async (request: Request): Promise<Answer> => {
    if (request.ask === "load") runner = new Alone(await load(request.build), "tiled");
    else if (request.ask === "take") return { bytes: runner!.takeShare(request.share) };
    else if (request.ask === "run") runner!.run(1);
    else return { context: runner!.context() };
    return {};
  };
  port.onmessage = ({ data }: MessageEvent<Request>) =>
    void answer(data)
      .catch((error: unknown) => ({ refused: refusalOf(error) }))
      .then((answered) => port.postMessage(answered));
}
