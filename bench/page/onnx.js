/** ONNX models, written byte by byte: the few fields of onnx.proto that a graph of attention needs. */

const utf8 = new TextEncoder();

function varint(number) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

const key = (field, wireType) => varint((field << 3) | wireType);
const integer = (field, value) => [...key(field, 0), ...varint(value)];
const single = (field, value) => [
  ...key(field, 5),
  ...new Uint8Array(new Float32Array([value]).buffer),
];
const bytes = (field, content) => {
  const head = [...key(field, 2), ...varint(content.length)];
  const all = new Uint8Array(head.length + content.length);
  all.set(head);
  all.set(content, head.length);
  return all;
};
const text = (field, content) => bytes(field, utf8.encode(content));
const message = (field, ...parts) =>
  bytes(
    field,
    parts.flatMap((part) => [...part]),
  );

const FLOAT = 1;

/** NodeProto's attribute: a number with a fraction or named `scale` is a float, a list is INTS. */
function attribute([name, value]) {
  if (Array.isArray(value)) {
    return [...text(1, name), ...value.flatMap((item) => integer(8, item)), ...integer(20, 7)];
  }
  if (value instanceof Float32Array)
    return [...text(1, name), ...single(2, value[0]), ...integer(20, 1)];
  return [...text(1, name), ...integer(3, value), ...integer(20, 2)];
}

const node = ({ type, inputs, outputs, domain = "", attributes = {} }) =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map((entry) => message(5, attribute(entry))),
    text(7, domain),
  );

const valueInfo = (field, { name, shape }) => {
  const dimensions = shape.map((size) => message(1, integer(1, size)));
  const tensor = message(1, integer(1, FLOAT), message(2, ...dimensions));
  return message(field, text(1, name), message(2, tensor));
};

const initializer = ({ name, shape, data }) =>
  message(
    5,
    ...shape.map((size) => integer(1, size)),
    integer(2, FLOAT),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer)),
  );

/** A float attribute: plain numbers are integers. */
export const float = (value) => new Float32Array([value]);

/**
 * The bytes of a model.
 * @param {{nodes: object[], inputs: {name: string, shape: number[]}[],
 *   outputs: {name: string, shape: number[]}[],
 *   constants?: {name: string, shape: number[], data: Float32Array}[], opset?: number}} graph
 */
export function model({ nodes, inputs, outputs, constants = [], opset = 17 }) {
  const graph = message(
    7,
    ...nodes.map(node),
    text(2, "attention"),
    ...constants.map(initializer),
    ...inputs.map((input) => valueInfo(11, input)),
    ...outputs.map((output) => valueInfo(12, output)),
  );
  const opsets = [
    message(8, text(1, ""), integer(2, opset)),
    message(8, text(1, "com.microsoft"), integer(2, 1)),
  ];
  return new Uint8Array([...integer(1, 8), ...graph, ...opsets.flatMap((part) => [...part])]);
}
