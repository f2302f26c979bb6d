/** What a benchmark's times come to. */

const sorted = (values) => values.toSorted((a, b) => a - b);

/** The value below which the share `p` of the values lies: the nearest of them, no mixing. */
export function percentile(values, p) {
  if (values.length === 0) return NaN;
  return sorted(values)[Math.min(values.length - 1, Math.floor(p * values.length))];
}

export const median = (values) => percentile(values, 0.5);

/** The smallest, the middle and the largest. */
export const spread = (values) => ({
  min: percentile(values, 0),
  median: median(values),
  max: percentile(values, 1),
});

/** By how much `slow` took longer than `fast`, round by round; rounds that one sat out do not count. */
export function ratios(slow, fast) {
  return slow.flatMap((time, round) =>
    time === null || fast[round] === null ? [] : [time / fast[round]],
  );
}

const three = (number) => Number(number.toPrecision(4));
const shortened = ({ min, median, max }) => ({
  min: three(min),
  median: three(median),
  max: three(max),
});

/**
 * A case as it goes into the results. Speeds are those of the 20th percentile of the times: a round
 * that something else on the machine disturbed says nothing of the contender.
 * @param {object} what tokens, d, form, kind
 * @param {{name: string, peer: boolean, flops: number, error: number, times: (number|null)[]}[]} contenders
 *   times in milliseconds
 */
export function summarise(what, contenders) {
  const taken = ({ times }) => times.filter((time) => time !== null);
  const fast = (contender) => percentile(taken(contender), 0.2);
  const speed = (contender) => contender.flops / fast(contender) / 1e6;
  const peers = contenders.filter(({ peer }) => peer).toSorted((a, b) => fast(a) - fast(b));
  const rows = contenders.map((contender) => {
    const { name, peer, error } = contender;
    const peak = contenders.find((other) => other.name === `peak ${name.split(/[ ,]+/)[1]}`);
    const versus = peer || !peers.length || name.startsWith("peak") ? undefined : peers[0];
    return {
      name,
      ...(peer ? { peer } : {}),
      milliseconds: { p20: three(fast(contender)), median: three(median(taken(contender))) },
      gflops: three(speed(contender)),
      ...(name.startsWith("peak") ? {} : { error: three(error) }),
      ...(versus ? { ratio: shortened(spread(ratios(versus.times, contender.times))) } : {}),
      ...(versus && peak ? { peak: three(speed(contender) / speed(peak)) } : {}),
      rounds: taken(contender).length,
    };
  });
  return { ...what, ...(peers.length ? { fastestPeer: peers[0].name } : {}), contenders: rows };
}

/** The contenders whose result was wrong: further from the truth than floats can be. */
export const wrong = (cases) =>
  cases.flatMap(({ contenders, ...what }) =>
    contenders
      .filter(({ error }) => error !== undefined && !(error <= 1))
      .map(({ name }) => `${name}, ${describe(what)}`),
  );

/** "T=64 d=64 QKV mild" */
export const describe = ({ tokens, d, form, kind }) =>
  `T=${tokens} d=${d} ${form === "x" ? "X" : "QKV"} ${kind}`;
