import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { placeLabels, type Label } from "../../web/src/figures/labels";
import { boxOf, niceStep, segments, snap, viewOf, type Point } from "../../web/src/figures/plane";
import { assertBelow, generator } from "./support";

const WIDTH = 640;
const HEIGHT = 420;
const MEASURE = ({ text }: Label) => 7 * text.length;

const inside = ({ x, y }: Point) => x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT;

describe("steps of a grid", () => {
  test("are 1, 2 or 5 times a power of ten, and not below what was asked", () => {
    const asked = [0.03, 0.1, 0.11, 1, 1.0001, 2, 3, 5, 7, 10, 1e-20, 4e20];
    const given = [0.05, 0.1, 0.2, 1, 2, 2, 5, 5, 10, 10, 1e-20, 5e20];
    assert.deepEqual(asked.map(niceStep), given);
  });

  test("leave numbers in few digits", () => {
    assert.equal(snap(0.30000000000000004, 0.1), 0.3);
    assert.equal(snap(-1.2345, 0.005), -1.235);
    assert.equal(snap(1e20 / 3, 1e19), 3e19);
  });
});

describe("a view of the plane", () => {
  const sets: Record<string, Point[]> = {
    nothing: [],
    origin: [{ x: 0, y: 0 }],
    "one point": [{ x: 3, y: -4 }],
    line: [
      { x: -1, y: 2 },
      { x: 5, y: 2 },
    ],
    tiny: [
      { x: 1e-20, y: 0 },
      { x: 0, y: 3e-20 },
    ],
    huge: [
      { x: 3e38, y: -3e38 },
      { x: -3e38, y: 1 },
    ],
    broken: [
      { x: NaN, y: 1 },
      { x: Infinity, y: 0 },
      { x: 2, y: 1 },
    ],
  };

  for (const [name, points] of Object.entries(sets)) {
    test(`shows all that can be drawn, and a grid: ${name}`, () => {
      const view = viewOf(boxOf(points), WIDTH, HEIGHT);
      assert.ok(view.unit > 0 && Number.isFinite(view.unit), `unit ${view.unit}`);
      for (const point of points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) {
        const at = view.toScreen(point);
        assert.ok(inside(at), `${JSON.stringify(point)} at ${JSON.stringify(at)}`);
        const back = view.fromScreen(at);
        const size = Math.max(Math.abs(point.x), Math.abs(point.y), 1 / view.unit);
        const off = Math.hypot((back.x - point.x) / size, (back.y - point.y) / size);
        assertBelow(off, 1e-9, "the way to the screen and back");
      }
      for (const lines of [view.across, view.up]) {
        assertBelow(1, lines.length, "grid lines");
        assertBelow(lines.length, WIDTH / 50, "grid lines");
      }
    });
  }

  test("stays while points move a little", () => {
    const box = boxOf([
      { x: 0, y: 0 },
      { x: 0.93, y: 0.88 },
    ]);
    const moved = boxOf([
      { x: 0, y: 0 },
      { x: 0.96, y: 0.85 },
    ]);
    assert.deepEqual(moved, box);
  });

  test("has a unit that is as long across as up", () => {
    const view = viewOf({ left: -3, right: 9, bottom: 0, top: 1 }, WIDTH, HEIGHT);
    const [from, right, up] = [
      view.toScreen({ x: 0, y: 0 }),
      view.toScreen({ x: 1, y: 0 }),
      view.toScreen({ x: 0, y: 1 }),
    ];
    assertBelow(Math.abs(right.x - from.x - (from.y - up.y)), 1e-9, "across less up");
  });
});

test("segments join points in turn, and the last to the first where they close", () => {
  const [a, b, c] = [0, 1, 2].map((x) => ({ x, y: 0 })) as [Point, Point, Point];
  assert.deepEqual(segments([a, b, c], false), [
    { from: a, to: b },
    { from: b, to: c },
  ]);
  assert.deepEqual(segments([a, b, c], true).at(-1), { from: c, to: a });
  assert.deepEqual(segments([], true), []);
});

describe("labels", () => {
  const surroundings = { width: WIDTH, height: HEIGHT, lines: [], points: [], measure: MEASURE };
  const at = (x: number, y: number, text: string, optional = false): Label => ({
    text,
    at: { x, y },
    optional,
  });

  test("names of one point become one", () => {
    const labels = [
      at(100, 100, "the"),
      at(100.4, 100, "the"),
      at(300, 100, "a"),
      at(300, 100, "b"),
      at(300, 100, "c"),
      at(300, 100, "d"),
    ];
    assert.deepEqual(
      placeLabels(labels, surroundings).map(({ text }) => text),
      ["the ×2", "a, b, c and 1 more"],
    );
  });

  test("keep off a line where they can", () => {
    const line = { from: { x: 100, y: 100 }, to: { x: 400, y: 100 } };
    const [free] = placeLabels([at(100, 100, "name")], surroundings);
    const [kept] = placeLabels([at(100, 100, "name")], { ...surroundings, lines: [line] });
    assert.equal(free!.middle.y, 100);
    assertBelow(8, Math.abs(kept!.middle.y - 100), "from the line");
  });

  test("stay in the picture and off each other, or are left out", () => {
    const { below } = generator(11);
    for (let round = 0; round < 50; round++) {
      const labels = Array.from({ length: 40 }, (_, k) =>
        at(below(WIDTH), below(HEIGHT), `t${k}`, true),
      );
      const placed = placeLabels(labels, surroundings);
      assertBelow(20, placed.length, "labels placed");
      for (const [k, { text, middle }] of placed.entries()) {
        assert.ok(inside(middle), text);
        for (const other of placed.slice(k + 1)) {
          const across =
            Math.abs(middle.x - other.middle.x) -
            (MEASURE({ text, at: middle }) + MEASURE(other)) / 2;
          assert.ok(
            across >= 0 || Math.abs(middle.y - other.middle.y) >= 17,
            `${text} and ${other.text}`,
          );
        }
      }
    }
  });
});
