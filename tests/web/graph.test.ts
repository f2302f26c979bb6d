import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { distance, sampled } from "../../web/src/figures/curve";
import { fromRectangle, labelSize, placeEdgeLabels } from "../../web/src/figures/graph-labels";
import {
  edgeOf,
  isNarrow,
  layOut,
  MOST_ALONG,
  MOST_NODES,
  type GraphEdge,
} from "../../web/src/figures/graph-layout";
import { generator } from "./support";

/** From a phone's width to more than the circle ever takes. */
const WIDTHS = [270, 288, 340, 460, 620];
const COUNTS = Array.from({ length: MOST_NODES }, (_, at) => at + 1);

const at = (many: number) => Array.from({ length: many }, (_, each) => each);

/** Every edge there is, with weights of all sizes: of each row one is heavy. */
function graph(count: number, width: number, loops: boolean, labelled = false) {
  const random = generator(count * 1000 + width);
  const labels = labelled ? labelSize(width) : undefined;
  const layout = layOut(count, { width, loops, labels });
  const edges = at(count).flatMap((i) => {
    const heavy = random.below(count);
    return at(count)
      .filter((j) => loops || i !== j)
      .map((j) => edgeOf(layout, { i, j }, j === heavy ? 1 : random.below(100) / 300));
  });
  return { layout, edges };
}

/** The cases with what each is called. */
const CASES = WIDTHS.flatMap((width) =>
  COUNTS.flatMap((count) =>
    [true, false].map((loops) => ({
      width,
      count,
      loops,
      name: `${count} nodes in ${width} px${loops ? " with loops" : ""}`,
    })),
  ),
);

const named = ({ i, j }: { i: number; j: number }) => `${i} → ${j}`;
const corners = (edge: GraphEdge) => [...sampled(edge.curve), ...edge.head];

describe("the circle of nodes", () => {
  test("keeps everything inside of the figure, and nodes apart", () => {
    for (const { name, count, width, loops } of CASES) {
      const { layout, edges } = graph(count, width, loops);
      const points = [
        ...edges.flatMap(corners),
        ...layout.nodes.flatMap(({ x, y, r }) => [
          { x: x - r, y: y - r },
          { x: x + r, y: y + r },
        ]),
      ];
      for (const { x, y } of points)
        assert.ok(x >= 0 && x <= width && y >= 0 && y <= layout.height, `${name}: ${x}, ${y}`);
      for (const [a, node] of layout.nodes.entries()) {
        assert.ok(node.r >= (loops ? 17 : 18), `${name}: a radius of ${node.r}`);
        for (const other of layout.nodes.slice(a + 1))
          assert.ok(distance(node, other) > 2.6 * node.r, `${name}: nodes too close`);
      }
    }
  });
});

describe("an edge", () => {
  test("begins outside of its query and ends, head first, on the rim of its key", () => {
    for (const { name, count, width, loops } of CASES) {
      const { layout, edges } = graph(count, width, loops);
      for (const edge of edges) {
        const [from, to] = [layout.nodes[edge.i]!, layout.nodes[edge.j]!];
        const off = Math.abs(distance(edge.head[0], to) - to.r);
        assert.ok(off < 0.01, `${name}, ${named(edge)}: its tip is ${off} px off the rim`);
        assert.ok(distance(edge.curve[0]!, from) > from.r - 0.01, `${name}, ${named(edge)}`);
        for (const corner of edge.head.slice(1))
          assert.ok(distance(corner, to) > to.r, `${name}, ${named(edge)}: its head is inside`);
        assert.ok(distance(edge.shaft.at(-1)!, to) > to.r + 0.5 * edge.width, named(edge));
      }
    }
  });

  test("meets no other node, and not the edge that leads back", () => {
    for (const { name, count, width, loops } of CASES) {
      const { layout, edges } = graph(count, width, loops);
      for (const edge of edges) {
        for (const [k, node] of layout.nodes.entries()) {
          if (k === edge.i || k === edge.j) continue;
          const room = Math.min(...corners(edge).map((point) => distance(point, node))) - node.r;
          assert.ok(room > edge.width / 2 + 1, `${name}, ${named(edge)} by node ${k}: ${room} px`);
        }
        const back = edges.find(({ i, j }) => i === edge.j && j === edge.i)!;
        if (edge.i >= edge.j) continue;
        const points = sampled(back.curve, 65);
        const apart = Math.min(
          ...sampled(edge.curve).map((a) => Math.min(...points.map((b) => distance(a, b)))),
        );
        assert.ok(apart > (edge.width + back.width) / 2, `${name}, ${named(edge)}: ${apart} px`);
      }
    }
  });
});

describe("the numbers of a graph", () => {
  for (const all of [true, false])
    test(`meet nothing: ${all ? "of every edge" : "of one query's edges"}`, () => {
      for (const { name, count, width, loops } of CASES) {
        if (all && count > MOST_ALONG) continue;
        if (isNarrow(count, width)) continue;
        const { layout, edges } = graph(count, width, loops, true);
        const size = labelSize(width);
        for (const query of all ? [0] : at(count)) {
          const labelled = all ? edges : edges.filter(({ i }) => i === query);
          const labels = placeEdgeLabels(layout, edges, labelled, size);
          assert.equal(labels.length, labelled.length, `${name}: numbers left out`);
          for (const [k, label] of labels.entries()) {
            const what = `${name}: the number of ${named(label)}`;
            const { x, y } = label;
            const [right, below] = [x + size.width / 2, y + size.height / 2];
            assert.ok(right <= width && right >= size.width, what);
            assert.ok(below <= layout.height && below >= size.height, what);
            for (const node of layout.nodes)
              assert.ok(fromRectangle(node, label, size) > node.r, `${what} on a node`);
            for (const other of labels.slice(k + 1))
              assert.ok(
                Math.abs(x - other.x) >= size.width || Math.abs(y - other.y) >= size.height,
                `${what} and that of ${named(other)}`,
              );
            for (const edge of edges) {
              if (edge.i === label.i && edge.j === label.j) continue;
              const near = Math.min(...corners(edge).map((p) => fromRectangle(p, label, size)));
              assert.ok(near > edge.width / 2, `${what} on ${named(edge)}`);
            }
          }
        }
      }
    });
});
