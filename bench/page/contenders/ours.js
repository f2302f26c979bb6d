/** The engine's kernels, each build, where this commit has them. */

/** The kernels' module, or undefined where the build of this commit does not make it. */
const module = await fetch("/engine/kernels.js", { method: "HEAD" }).then(
  ({ ok }) => (ok ? import("/engine/kernels.js") : undefined),
  () => undefined,
);

const builds = module
  ? ["baseline", ...(module.supportsRelaxed() ? ["relaxed"] : [])].map(async (build) => ({
      build,
      kernels: await module.loadKernels({ build }),
    }))
  : [];

const loaded = await Promise.all(builds);

/** What this browser can run of ours; empty where the module is absent. */
export const ourBuilds = loaded.map(({ build }) => build);

/** Multiplications and additions of a call of spin() take about this long. */
const spinMilliseconds = 1;

/** Rounds of spin() that take about as long as they should. */
function spinRounds(kernels) {
  for (let rounds = 1000; ; rounds *= 2) {
    const start = performance.now();
    kernels.spin(rounds);
    if (performance.now() - start >= spinMilliseconds) return rounds;
  }
}

/**
 * For each build: the fused method, with the result copied out into an array that is kept, at T=64 also
 * as a view; one that stores all the scores, for comparison; and what its registers alone can do.
 */
export function ourContenders({ tokens, d, form }, input) {
  const given = form === "x" ? { x: input.x } : { q: input.q, k: input.k, v: input.v };
  const kept = new Float32Array(tokens * d);
  const outputs = tokens === 64 ? [kept, "view"] : [kept];
  const release = () => undefined;
  return loaded.flatMap(({ build, kernels }) => {
    const attend = (method, output) => () =>
      kernels.attention(method, given, { scale: "sqrt", output }).context.data;
    const rounds = spinRounds(kernels);
    return [
      ...outputs.map((output) => ({
        name: output === "view" ? `ours ${build}, view` : `ours ${build}`,
        run: attend("tiled", output),
        release,
      })),
      { name: `three passes ${build}`, run: attend("three-passes", kept), release },
      {
        name: `peak ${build}`,
        flops: kernels.spin(rounds),
        run: () => kernels.spin(rounds),
        release,
      },
    ];
  });
}
