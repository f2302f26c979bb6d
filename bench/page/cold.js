/** From a fresh page to the first result at T=64, d=64: fetching and compiling included. */
import { makeInput } from "./inputs.js";

const what = { tokens: 64, d: 64, form: "qkv", kind: "mild" };
const input = makeInput(what);

const starts = {
  async nothing() {
    await import("./nothing.js");
  },
  async engine() {
    const { loadEngine } = await import("/engine/index.js");
    const engine = await loadEngine();
    engine.attend({ x: input.q, q: input.q, k: input.k, v: input.v, scale: "sqrt" });
  },
  async baseline() {
    const { loadKernels } = await import("/engine/kernels.js");
    const kernels = await loadKernels({ build: "baseline" });
    kernels.attention("tiled", input, { scale: "sqrt" });
  },
  async relaxed() {
    const { loadKernels } = await import("/engine/kernels.js");
    const kernels = await loadKernels({ build: "relaxed" });
    kernels.attention("tiled", input, { scale: "sqrt" });
  },
  async ort() {
    const { firstResult } = await import("./contenders/ort.js");
    await firstResult(what, input);
  },
};

/** Milliseconds until the first result of `name`. */
window.coldStart = async (name) => {
  const start = performance.now();
  await starts[name]();
  return performance.now() - start;
};
