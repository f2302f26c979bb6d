import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FloatFormat } from "../../dist/engine/index.js";
import { loadEngine } from "../../dist/engine/index.js";
import { MOST_ORDERS, ordersOf, tilesOf } from "../../web/src/state/tile-order";
import { SequenceWorld } from "../../web/src/state/sequence-world";
import { tiledPass, type Variation } from "../../web/src/state/tiled-pass";
import { TiledWorld, type TiledSetting } from "../../web/src/state/tiled-world";
import { assertBelow, generator } from "./support";

const engine = await loadEngine();

describe("orders of tiles", () => {
  test("are each a permutation, all different, forwards first and backwards last", () => {
    for (const tiles of [1, 2, 3, 4, 5, 9, 64]) {
      const orders = ordersOf(tiles);
      const forwards = [...Array(tiles).keys()];
      assert.ok(orders.length <= MOST_ORDERS, "no more than are shown");
      assert.equal(new Set(orders.map(String)).size, orders.length);
      for (const order of orders)
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          forwards,
        );
      assert.deepEqual(orders[0], forwards);
      assert.deepEqual(orders.at(-1), [...forwards].reverse());
    }
    assert.deepEqual(
      [1, 2, 3, 4].map((tiles) => ordersOf(tiles).length),
      [1, 2, 6, 24],
    );
  });
});

const FORMATS: FloatFormat[] = ["fp64", "fp32", "fp16", "bf16", "fp8e5m2", "fp8e4m3", { exponentBits: 3, fractionBits: 4 }]; // prettier-ignore

describe("a tiled pass, operation by operation", () => {
  const { below } = generator(7);
  const between = (low: number, high: number) => low + ((high - low) * below(1e6)) / 1e6;
  const rows: [name: string, scores: number[]][] = [
    ["numbers of all signs", Array.from({ length: 11 }, () => between(-6, 6))],
    ["masked at the beginning", [-Infinity, -Infinity, 1, 3, 2]],
    ["masked at the end", [1, 3, 2, -Infinity, -Infinity]],
    ["NaN in the middle", [1, NaN, 2]],
    ["infinite", [1, Infinity, 2]],
    ["far apart", [100, 102, 105, -300]],
    ["one key", [5]],
  ];
  for (const [name, scores] of rows) {
    test(`is the engine's own to the bit: ${name}`, () => {
      const values = scores.map(() => between(-2, 2));
      for (const format of FORMATS)
        for (let tile = 1; tile <= scores.length; tile++)
          for (const order of ordersOf(tilesOf(scores.length, tile)).slice(-7)) {
            const own = tiledPass(engine, { scores, values, tile, order, format });
            const column = values.map((value) => [value]);
            const { states } = engine.onlineSoftmax(scores, column, { tile, order, format });
            assert.deepEqual(
              own.steps.map(({ maximum, rescale, sum, blend }) => [maximum, rescale, sum, blend]),
              states.map(({ maximum, rescale, sum, blend }) => [maximum, rescale, sum, blend[0]]),
            );
          }
    });
  }
});

describe("online softmax done otherwise", () => {
  /** A query of 1 scores what the keys are: 1 with itself, then the others. */
  const world = (others: number[], variation: Variation, changed: Partial<TiledSetting> = {}) => {
    const x = [[1], ...others.map((score) => [score])];
    const base = new SequenceWorld(engine, { tokens: x.map(String), x }, 1, "sequence");
    const setting = {
      i: 0,
      m: 0,
      tile: 1,
      order: [...x.keys()],
      format: "fp32",
      ...changed,
    } as const;
    return new TiledWorld(base, setting, "variant", variation);
  };
  const result = (of: TiledWorld) => of.read(`quotient[${of.pass.steps.length}]`)!;
  // Shares are rounded by at most 2⁻²⁵ each; there are three at most.
  const comesToOne = (of: TiledWorld) => assertBelow(Math.abs(of.total - 1), 2 ** -23, "total");

  test("guarded, it recovers from a masked beginning, and answers 0 where all is masked", () => {
    assert.ok(Number.isNaN(result(world([2, 1], {}, { masked: 1 }))), "unguarded");
    const recovered = world([2, 1], { guarded: true }, { masked: 1 });
    assert.equal(recovered.shares[0], 0);
    comesToOne(recovered);
    assert.equal(result(world([2, 1], { guarded: true }, { masked: 3 })), 0);
  });

  test("without rescaling, early keys have too much; without z's, the shares miss 1", () => {
    assert.deepEqual(world([3], { rescaling: "neither" }).shares, [0.5, 0.5]);
    assert.ok(world([3], { rescaling: "sum" }).total > 1.5, "z kept more than l");
    comesToOne(world([3], {}));
  });

  test("begun at 0, a row far below it comes to nothing over nothing", () => {
    assert.ok(Number.isNaN(result(world([2], { start: 0 }, { lowered: 200 }))), "0 / 0");
    comesToOne(world([2], {}, { lowered: 200 }));
  });
});
