/** Every combination of what the lists hold: { a: [1, 2], b: [3] } → [{ a: 1, b: 3 }, { a: 2, b: 3 }]. */
export const grid = (lists) =>
  Object.entries(lists).reduce(
    (cases, [name, values]) =>
      cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
