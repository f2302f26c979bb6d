/** @tensorflow/tfjs-backend-wasm, one thread, 128-bit vectors. Its scripts put `tf` on the window. */
const { tf } = window;

async function ready() {
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  tf.wasm.setThreadsCount(1);
  tf.wasm.setWasmPaths("/peers/@tensorflow/tfjs-backend-wasm/dist/");
  await tf.setBackend("wasm");
  await tf.ready();
}

let once;

export async function tfjsContenders({ tokens, d }, input) {
  await (once ??= ready());
  const tensors = ["q", "k", "v"].map((name) => tf.tensor2d(input[name].data, [tokens, d]));
  const [q, k, v] = tensors;
  const factor = tf.scalar(1 / Math.sqrt(d));
  // Transposed by hand: matMul's own flag for it takes a path without XNNPACK, several times slower.
  const attend = () =>
    tf.tidy(() => {
      const scaled = tf.mul(tf.matMul(q, tf.transpose(k)), factor);
      return tf.matMul(tf.softmax(scaled), v).dataSync();
    });
  const release = () => [...tensors, factor].forEach((tensor) => tensor.dispose());
  return [{ name: "tfjs", peer: true, run: attend, release }];
}
