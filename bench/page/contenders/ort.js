/** onnxruntime-web, one thread: attention as three graphs. */
import * as ort from "/peers/onnxruntime-web/dist/ort.wasm.min.mjs";
import { float, model } from "../onnx.js";

ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = "/peers/onnxruntime-web/dist/";
ort.env.logLevel = "error";

/** The formula, node by node; the runtime joins what it can. */
function plainGraph(tokens, d) {
  const shape = [tokens, d];
  return model({
    inputs: ["q", "k", "v"].map((name) => ({ name, shape })),
    outputs: [{ name: "context", shape }],
    constants: [{ name: "factor", shape: [1], data: new Float32Array([1 / Math.sqrt(d)]) }],
    nodes: [
      { type: "Transpose", inputs: ["k"], outputs: ["kT"], attributes: { perm: [1, 0] } },
      { type: "MatMul", inputs: ["q", "kT"], outputs: ["scores"] },
      { type: "Mul", inputs: ["scores", "factor"], outputs: ["scaled"] },
      { type: "Softmax", inputs: ["scaled"], outputs: ["weights"], attributes: { axis: -1 } },
      { type: "MatMul", inputs: ["weights", "v"], outputs: ["context"] },
    ],
  });
}

/** The runtime's own operator for queries, keys and values. */
function multiHeadGraph(tokens, d) {
  const shape = [1, tokens, d];
  const node = {
    type: "MultiHeadAttention",
    domain: "com.microsoft",
    inputs: ["q", "k", "v"],
    outputs: ["context"],
    attributes: { num_heads: 1, scale: float(1 / Math.sqrt(d)) },
  };
  return model({
    inputs: ["q", "k", "v"].map((name) => ({ name, shape })),
    outputs: [{ name: "context", shape }],
    nodes: [node],
  });
}

/** Its operator for X alone. It insists on projecting X, so it is given three identities. */
function attentionGraph(tokens, d) {
  const identities = new Float32Array(d * 3 * d);
  for (let m = 0; m < d; m++) {
    for (let part = 0; part < 3; part++) identities[m * 3 * d + part * d + m] = 1;
  }
  const node = {
    type: "Attention",
    domain: "com.microsoft",
    inputs: ["x", "weights", "bias"],
    outputs: ["context"],
    attributes: { num_heads: 1, scale: float(1 / Math.sqrt(d)) },
  };
  return model({
    inputs: [{ name: "x", shape: [1, tokens, d] }],
    outputs: [{ name: "context", shape: [1, tokens, d] }],
    constants: [
      { name: "weights", shape: [d, 3 * d], data: identities },
      { name: "bias", shape: [3 * d], data: new Float32Array(3 * d) },
    ],
    nodes: [node],
  });
}

/** A session of a graph as a contender: run() resolves to the context. */
async function contender(name, graph, { tokens, d }, input) {
  const session = await ort.InferenceSession.create(graph(tokens, d), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });
  const shape = graph === plainGraph ? [tokens, d] : [1, tokens, d];
  const feeds = Object.fromEntries(
    session.inputNames.map((key) => [key, new ort.Tensor("float32", input[key].data, shape)]),
  );
  return {
    name,
    peer: true,
    run: async () => (await session.run(feeds)).context.data,
    release: () => session.release(),
  };
}

/** The graphs that a case may ask for. */
const graphs = {
  "ort MatMul": plainGraph,
  "ort MultiHeadAttention": multiHeadGraph,
  "ort Attention": attentionGraph,
};

/** The one for the cold start: a session and its first result. */
export const firstResult = async (what, input) =>
  (await contender("cold", multiHeadGraph, what, input)).run();

export function ortContenders(what, input) {
  const names = Object.keys(graphs).filter((name) => what.form === "x" || name !== "ort Attention");
  return Promise.all(names.map((name) => contender(name, graphs[name], what, input)));
}
