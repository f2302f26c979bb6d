/** The way of an arrow's tip from one place to another: it turns the shorter way round while its length changes evenly. */
import type { Point } from "./plane";

export function turn(from: Point, to: Point): (share: number) => Point {
  const [start, end] = [Math.hypot(from.x, from.y), Math.hypot(to.x, to.y)];
  // An arrow of no length has no direction to turn from: it grows straight.
  const first = Math.atan2(start ? from.y : to.y, start ? from.x : to.x);
  const last = end ? Math.atan2(to.y, to.x) : first;
  const whole = 2 * Math.PI;
  const way = ((last - first + 3 * Math.PI) % whole) - Math.PI;
  return (share) => {
    if (share === 1) return to;
    const length = start + share * (end - start);
    const angle = first + share * way;
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  };
}
