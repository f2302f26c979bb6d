/** What the project set itself, and whether a run reached it. */

const find = (cases, tokens, d, form, kind) =>
  cases.find(
    (one) => one.tokens === tokens && one.d === d && one.form === form && one.kind === kind,
  );
const contender = (one, name) => one?.contenders.find((other) => other.name === name);

/** [case, contender, what of it, the least that will do] */
const browserTargets = [
  [[1024, 64, "qkv", "mild"], "ours relaxed", "ratio", 1.75],
  [[1024, 64, "qkv", "mild"], "ours relaxed", "peak", 0.88],
  [[1024, 64, "x", "mild"], "ours relaxed", "ratio", 2.4],
  [[1024, 64, "qkv", "mild"], "ours baseline", "ratio", 1.33],
  [[1024, 64, "qkv", "mild"], "ours baseline", "peak", 0.88],
  [[1024, 64, "x", "mild"], "ours baseline", "ratio", 1.8],
  [[1024, 128, "qkv", "mild"], "ours relaxed", "ratio", 1.62],
  [[1024, 128, "x", "mild"], "ours relaxed", "ratio", 2.1],
  [[64, 64, "x", "mild"], "ours relaxed, view", "ratio", 2.3],
  [[1024, 64, "x", "peaky"], "ours relaxed", "ratio", 4],
];

/** By instruction set: AVX3 stands for every kind of AVX-512. */
const nativeTargets = {
  AVX3: [
    [[64, 64, "qkv", "mild"], "ours", "ratio", 1],
    [[256, 64, "qkv", "mild"], "ours", "ratio", 1.2],
    [[1024, 64, "qkv", "mild"], "ours", "ratio", 1.5],
    [[1024, 64, "x", "mild"], "ours", "ratio", 1.9],
  ],
  AVX2: [
    [[1024, 64, "qkv", "mild"], "ours", "ratio", 1.3],
    [[1024, 64, "x", "mild"], "ours", "ratio", 1.6],
  ],
};

const where = ([tokens, d, form, kind]) =>
  `T=${tokens} d=${d} ${form === "x" ? "X" : "QKV"} ${kind}`;

/** Those of the targets whose case and contender were measured: [what, wanted, got, met]. */
function judge(targets, cases, prefix = "") {
  return targets.flatMap(([what, name, key, least]) => {
    const one = contender(find(cases, ...what), name);
    if (!one) return [];
    const got = key === "ratio" ? one.ratio.median : one.peak;
    const words = key === "ratio" ? "times the fastest peer" : "of the peak";
    return [[`${prefix}${name}, ${where(what)}, ${words}`, `≥ ${least}`, got, got >= least]];
  });
}

/** Peaky inputs may cost 5 % of the speed on mild ones. */
function evenness(cases) {
  const speeds = ["mild", "peaky"].map(
    (kind) => contender(find(cases, 1024, 64, "x", kind), "ours relaxed")?.gflops,
  );
  if (speeds.includes(undefined)) return [];
  const share = speeds[1] / speeds[0];
  return [["ours relaxed, T=1024 d=64 X, peaky against mild", "≥ 0.95", share, share >= 0.95]];
}

function coldTargets(cold) {
  const named = (name) => cold.find((one) => one.name === name);
  const size = (one) => {
    const kilobytes = one.brotliBytes / 1024;
    return [`${one.name}, wasm and glue, KB by brotli`, "≤ 22", kilobytes, kilobytes <= 22];
  };
  const start = (one) => {
    const ratio = named("ort").milliseconds.median / one.milliseconds.median;
    return [`${one.name}, cold start, times as fast as ort`, "≥ 100", ratio, ratio >= 100];
  };
  const ours = ["baseline", "relaxed"].map(named).filter(Boolean);
  return ours.flatMap((one) => [start(one), size(one)]);
}

/** What a browser run reached of its targets. */
export const judgeBrowser = ({ cases, cold }) => [
  ...judge(browserTargets, cases),
  ...evenness(cases),
  ...coldTargets(cold),
];

/** The same of a native run. */
export const judgeNative = (targets) =>
  targets.flatMap(({ target, cases }) =>
    judge(nativeTargets[target.slice(0, 4)] ?? [], cases, `${target}: `),
  );
