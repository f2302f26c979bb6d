/** Taking turns: every contender once a round, in an order that moves on, until the time is up. */

/** A sample should be this long, so that the clock's grain and a call's entry do not count. */
const sampleMilliseconds = 2;

const clock = () => performance.now();

/** Milliseconds a call, over `calls` of them. */
async function sample({ run }, calls) {
  const start = clock();
  for (let call = 0; call < calls; call++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return (clock() - start) / calls;
}

/** Warms a contender up and finds how many calls make a sample. */
async function calibrate(contender) {
  let calls = 1;
  for (let warm = 0; warm < 3; warm++) {
    const milliseconds = await sample(contender, calls);
    calls = Math.max(1, Math.ceil(sampleMilliseconds / Math.max(milliseconds, 1e-3)));
  }
  return calls;
}

/**
 * @param {{run: () => unknown}[]} contenders
 * @param {{seconds: number, least: number, most: number}} limits of the whole, and of the rounds
 * @returns {Promise<(number | null)[][]>} milliseconds a call, a row a contender, a column a round;
 *   null where it sat a round out: one that is five times as slow as the median comes every fourth
 */
export async function takeTurns(contenders, { seconds, least, most }) {
  const calls = [];
  for (const contender of contenders) calls.push(await calibrate(contender));
  const times = contenders.map(() => []);
  const start = clock();
  for (let round = 0; round < most; round++) {
    if (round >= least && clock() - start > seconds * 1000) break;
    const best = times.map((row) => Math.min(...row.filter((time) => time !== null)));
    const slow = 5 * best.toSorted((a, b) => a - b)[Math.floor(best.length / 2)];
    for (let turn = 0; turn < contenders.length; turn++) {
      const place = (turn + round) % contenders.length;
      const waits = round % 4 !== 0 && best[place] > slow;
      times[place].push(waits ? null : await sample(contenders[place], calls[place]));
    }
  }
  return times;
}
