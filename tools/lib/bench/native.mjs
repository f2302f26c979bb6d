/** The kernels and their native peers, one instruction set and one case at a time. */
import { mkdirSync, readFileSync } from "node:fs";
import { execute, inRoot, run, Stop } from "../process.mjs";
import { grid } from "./cases.mjs";
import { describe, summarise } from "./statistics.mjs";

const program = inRoot("build/bench/bench/native/attention_bench");

/**
 * What peers are told for each instruction set of the kernels', so that they may use the same and no
 * more: AVX-512 for AVX3, AVX2 for AVX2, SSE4 below. An environment that holds OpenBLAS to another is
 * undone. BLIS counts its kinds of processor: 0 is skx, 5 is penryn, 6 is zen3; left alone it takes
 * its slow generic code on processors newer than itself.
 */
export function peersFor(target) {
  if (target.startsWith("AVX3")) return { eigen: "avx512", env: { BLIS_ARCH_TYPE: "0" } };
  if (target === "AVX2") {
    return { eigen: "avx2", env: { OPENBLAS_CORETYPE: "Haswell", BLIS_ARCH_TYPE: "6" } };
  }
  return { eigen: "sse4", env: { OPENBLAS_CORETYPE: "Nehalem", BLIS_ARCH_TYPE: "5" } };
}

const wide = (target) => target.startsWith("AVX");

/** All the cases on the instruction sets that matter; on the older ones the one that all quote. */
export function nativeCases(target, { quick }) {
  const all = grid({
    tokens: quick ? [64, 256] : [64, 256, 1024, 2048],
    d: quick ? [64] : [64, 128],
    form: ["qkv", "x"],
    kind: ["mild", "peaky"],
  });
  if (wide(target)) return all;
  return grid({ tokens: [quick ? 256 : 1024], d: [64], form: ["qkv", "x"], kind: ["mild"] });
}

/**
 * The repetitions of Google Benchmark's output, as summarise() takes them.
 * @param {{benchmarks: object[]}} output
 * @param {{tokens: number, d: number}} what
 */
export function contendersOf({ benchmarks }, { tokens, d }) {
  const ours = ["ours", "three passes"];
  const nameOf = ({ run_name }) => run_name.split("/")[0]; // "ours/process_time"
  const ran = new Set(benchmarks.map(nameOf)); // in a random order
  const names = [...ours.filter((name) => ran.delete(name)), ...[...ran].sort()];
  return names.map((name) => {
    const rows = benchmarks
      .filter((one) => nameOf(one) === name && one.run_type === "iteration")
      .toSorted((a, b) => a.repetition_index - b.repetition_index);
    return {
      name,
      peer: !ours.includes(name),
      flops: 4 * tokens ** 2 * d,
      error: rows.some((row) => row.error_occurred) ? Infinity : rows[0].error,
      times: rows.map((row) => row.cpu_time ?? NaN),
    };
  });
}

/** The environment without what would hold the peers back. */
function cleared(env) {
  const names = ["OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "BLIS_ARCH_TYPE", "OMP_NUM_THREADS"];
  return { ...Object.fromEntries(names.map((name) => [name, undefined])), ...env };
}

/** Its JSON, in which a deviation by the mean of nothing but zeros stands as a bare NaN. */
export const parse = (text) => JSON.parse(text.replace(/: -?(nan|inf(inity)?)\b/gi, ": null"));

async function runCase(target, what, { quick }) {
  const { eigen, env } = peersFor(target);
  const out = inRoot("build/bench/case.json");
  const flags = Object.entries({ target, eigen, ...what }).map(
    ([key, value]) => `--${key}=${value}`,
  );
  const theirs = {
    enable_random_interleaving: true,
    repetitions: quick ? 5 : 15,
    min_time: quick ? 0.005 : 0.02,
    out,
    out_format: "json",
  };
  for (const [key, value] of Object.entries(theirs)) flags.push(`--benchmark_${key}=${value}`);
  await run(program, flags, { quiet: true, env: cleared(env) });
  return parse(readFileSync(out, "utf8"));
}

/** Everything that is measured natively, said as it goes. */
export async function benchNatively(options, tell) {
  mkdirSync(inRoot("build/bench"), { recursive: true });
  const { code, output } = await execute(program, ["--targets"]);
  if (code !== 0) throw new Stop(`The benchmark does not run:\n${output}`);
  const targets = [];
  for (const target of output.trim().split("\n")) {
    const cases = [];
    let libraries = {};
    for (const what of nativeCases(target, options)) {
      const raw = await runCase(target, what, options);
      const result = summarise(what, contendersOf(raw, what));
      const { OpenBLAS, BLIS, Eigen } = raw.context;
      libraries = { OpenBLAS, BLIS, Eigen };
      tell(`${target}, ${describe(what)}`, result);
      cases.push(result);
    }
    targets.push({ target, libraries, cases });
  }
  return targets;
}
