/** Tiles of keys, and the orders in which they can be read. Everything is counted from 0. */

/** As many orders as the lesson shows at once: all that there are of four tiles. */
export const MOST_ORDERS = 24;

export const tilesOf = (keys: number, tile: number) => Math.ceil(keys / tile);

/** The keys of one tile; the last tile may be shorter than the others. */
export const keysOf = (tile: number, size: number, keys: number): number[] =>
  Array.from({ length: Math.min(size, keys - tile * size) }, (_, k) => tile * size + k);

const forwards = (tiles: number) => [...Array(tiles).keys()];

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

/** Fisher and Yates; `seed` says which shuffle. Its integers choose places, not numbers of the lesson. */
function shuffled(tiles: number, seed: number): number[] {
  const order = forwards(tiles);
  let state = seed;
  for (let at = tiles - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** Orders of reading, forwards first and backwards last: all there are, or where these are too many, shuffles. */
export function ordersOf(tiles: number): readonly (readonly number[])[] {
  if (tiles <= 4) return permutations(forwards(tiles));
  const orders = [forwards(tiles)];
  const last = forwards(tiles).reverse();
  const known = new Set([...orders, last].map(String));
  for (let seed = 1; orders.length < MOST_ORDERS - 1; seed++) {
    const order = shuffled(tiles, seed);
    if (!known.has(String(order))) orders.push(order);
    known.add(String(order));
  }
  return [...orders, last];
}
