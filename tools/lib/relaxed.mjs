/**
 * The instruction f32x4.relaxed_madd had another number while it was a draft, and compilers of that time write the old
 * one. Both numbers are two bytes long, so the rest of a module stays as it is.
 */

/** The prefix of vector instructions, the number in the draft, and the number in the standard. */
const VECTOR = 0xfd;
const DRAFT = 0xaf;
const STANDARD = [0x85, 0x02];

const CODE_SECTION = 10;

/** Reads a module from front to back. */
class Reader {
  at = 8; // behind magic and version
  constructor(bytes) {
    this.bytes = bytes;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error("wasm: the module ends too early");
    return this.bytes[this.at++];
  }
  /** An unsigned LEB128; a signed one is skipped alike. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
  numbers(count) {
    for (let i = 0; i < count; i++) this.number();
  }
  skip(count) {
    this.at += count;
  }
  /** Alignment (with a flag for a memory's number) and offset. */
  address() {
    if (this.number() & 0x40) this.number();
    this.number();
  }
}

const within = (low, high) => (code) => code >= low && code <= high;
const isMemory = within(0x28, 0x3e);
const isVariable = within(0x20, 0x26);
const isNumeric = within(0x45, 0xc4);

/** Skips what follows the vector instruction `code`. */
function skipVector(reader, code) {
  if (code <= 11 || code === 92 || code === 93) return reader.address();
  if (code === 12 || code === 13) return reader.skip(16); // a constant, a shuffle
  if (within(21, 34)(code)) return reader.skip(1); // a lane
  if (within(84, 91)(code)) {
    reader.address();
    reader.skip(1);
  }
}

/** Skips what follows the instruction `code`, with 0xfc in front: conversions, bulk memory, tables. */
function skipMiscellaneous(reader, code) {
  if (code <= 7) return;
  if (code > 17) throw new Error(`wasm: unknown instruction 0xfc ${code}`);
  reader.numbers([8, 10, 12, 14].includes(code) ? 2 : 1);
}

/** Reads one instruction, and notes where a draft multiply-add stands. */
function instruction(reader, found) {
  const code = reader.byte();
  if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].includes(code)) {
    return reader.number(); // a block's type, a label, a function, a constant
  }
  if (isVariable(code)) return reader.number();
  if (isMemory(code)) return reader.address();
  if (code === 0x0e) return reader.numbers(reader.number() + 1); // br_table
  if (code === 0x11) return reader.numbers(2); // call_indirect
  if (code === 0x1c) return reader.skip(reader.number()); // select with types
  if (code === 0x43) return reader.skip(4);
  if (code === 0x44) return reader.skip(8);
  if (code === 0xfc) return skipMiscellaneous(reader, reader.number());
  if (code === VECTOR) {
    const start = reader.at;
    const vector = reader.number();
    if (vector === DRAFT) found.push(start);
    return skipVector(reader, vector);
  }
  const bare = [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1];
  if (!bare.includes(code) && !isNumeric(code)) {
    throw new Error(`wasm: unknown instruction 0x${code.toString(16)} at ${reader.at - 1}`);
  }
}

function codeSection(reader, found) {
  for (let functions = reader.number(); functions > 0; functions--) {
    const end = reader.number() + reader.at;
    for (let groups = reader.number(); groups > 0; groups--) {
      reader.number();
      reader.skip(1); // a type
    }
    while (reader.at < end) instruction(reader, found);
    if (reader.at !== end) throw new Error("wasm: an instruction reaches beyond its function");
  }
}

/** The module with every draft multiply-add under its number in the standard; one that has none is returned as it is. */
export function withStandardMultiplyAdd(bytes) {
  const reader = new Reader(bytes);
  const found = [];
  while (reader.at < bytes.length) {
    const section = reader.byte();
    const end = reader.number() + reader.at;
    if (section === CODE_SECTION) codeSection(reader, found);
    reader.at = end;
  }
  const written = Uint8Array.from(bytes);
  for (const at of found) written.set(STANDARD, at);
  return written;
}
