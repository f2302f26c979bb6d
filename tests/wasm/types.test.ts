/**
 * The hand-written types, held against what is really there: every function that Embind exports has
 * a type and the other way round, and every result has just the members that its type names.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { loadEngine } from "../../dist/engine/index.js";

const root = new URL("../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

const program = ts.createProgram(
  [path("bindings/src/engine.d.ts"), path("dist/engine/index.d.ts")],
  { strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
);
const checker = program.getTypeChecker();

/** The members of an interface that a file exports. */
function membersOf(file: string, name: string): Map<string, ts.Type> {
  const source = program.getSourceFile(path(file));
  assert.ok(source, file);
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const symbol = exported.find((one) => one.name === name);
  assert.ok(symbol, `${file} exports ${name}`);
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const type = checker.getDeclaredTypeOfSymbol(target);
  return new Map(type.getProperties().map((one) => [one.name, checker.getTypeOfSymbol(one)]));
}

const isOptional = (one: ts.Symbol) => (one.flags & ts.SymbolFlags.Optional) !== 0;

/** Complains unless the value is of one of the types. */
function conformsToOne(value: unknown, types: readonly ts.Type[], place: string): void {
  const reasons = types.map((one) => {
    try {
      return void conforms(value, one, place);
    } catch (error) {
      return (error as Error).message;
    }
  });
  assert.ok(reasons.includes(undefined), reasons.join("; or "));
}

/** Complains unless the value is of the type: the same members, all the way down. */
function conforms(value: unknown, type: ts.Type, place: string): void {
  if (type.isUnion()) return conformsToOne(value, type.types, place);
  const name = checker.typeToString(type);
  const mismatch = `${place} is ${typeof value} (${String(value)}), not ${name}`;
  if (type.isLiteral()) return assert.equal(value, type.value, mismatch);
  if (type.flags & ts.TypeFlags.BooleanLiteral) return assert.equal(String(value), name, mismatch);
  if (type.flags & ts.TypeFlags.Null) return assert.equal(value, null, mismatch);
  if (type.flags & ts.TypeFlags.Undefined) return assert.equal(value, undefined, mismatch);
  if (
    type.flags &
    (ts.TypeFlags.Number | ts.TypeFlags.String | ts.TypeFlags.Boolean | ts.TypeFlags.BigInt)
  ) {
    return assert.equal(typeof value, name, mismatch);
  }
  const array = /^(Int|Uint|Float)\d+Array$/.exec(type.getSymbol()?.name ?? "");
  if (array) return assert.equal((value as object)?.constructor?.name, array[0], mismatch);
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item) {
    assert.ok(Array.isArray(value), mismatch);
    return value.forEach((one, i) => conforms(one, item, `${place}[${i}]`));
  }
  assert.ok(typeof value === "object" && value !== null, mismatch);
  const members = type.getProperties();
  const names = members.map((one) => one.name);
  for (const key of Object.keys(value))
    assert.ok(names.includes(key), `${place}.${key} has no type`);
  for (const member of members) {
    const one = (value as Record<string, unknown>)[member.name];
    if (one === undefined && isOptional(member)) continue;
    conforms(one, checker.getTypeOfSymbol(member), `${place}.${member.name}`);
  }
}

const resultsOf = (type: ts.Type) =>
  type.getCallSignatures().map((signature) => signature.getReturnType());

/** Wraps every function of an object, so that its results are held against their types. */
function watch<T extends object>(object: T, members: Map<string, ts.Type>, seen: Set<string>): T {
  return new Proxy(object, {
    get(target, key: string) {
      const member = target[key as keyof T];
      if (typeof member !== "function" || !members.has(key)) return member;
      return (...args: unknown[]) => {
        const result = member.apply(target, args);
        conformsToOne(result, resultsOf(members.get(key)!), key);
        seen.add(key);
        return result;
      };
    },
  });
}

const { default: createModule } = await import(path("dist/engine/engine.js"));
const { facade } = await import(path("dist/engine/facade.js"));
const module = await createModule({ wasmBinary: await readFile(path("dist/engine/engine.wasm")) });
const moduleTypes = membersOf("bindings/src/engine.d.ts", "EngineModule");
const engineTypes = membersOf("dist/engine/index.d.ts", "Engine");

/** What Embind and Emscripten's runtime bring along of their own. */
const RUNTIME =
  /^_|^(BindingError|InternalError|UnboundTypeError|count_emval_handles|get_first_emval|inspect|run)$/;

test("Embind exports the functions that have types, and no others", () => {
  const functions = Object.keys(module).filter((key) => typeof module[key] === "function");
  const ours = functions.filter((key) => !RUNTIME.test(key));
  assert.deepEqual(ours.sort(), [...moduleTypes.keys()].sort());
});

test("they take as many arguments as their types say", () => {
  for (const [name, type] of moduleTypes) {
    const { length } = type.getCallSignatures()[0]!.parameters;
    const args = Array(length + 1).fill(undefined);
    assert.throws(
      () => module[name](...args),
      new RegExp(`${length + 1} arguments, expected ${length} `),
    );
  }
});

test("the facade has the functions that have types, and no others", async () => {
  assert.deepEqual(Object.keys(await loadEngine()).sort(), [...engineTypes.keys()].sort());
});

test("results are what their types say, on both sides of the facade", () => {
  const seen = { module: new Set<string>(), facade: new Set<string>() };
  const watched = facade(watch(module, moduleTypes, seen.module));
  const engine = watch(watched, engineTypes, seen.facade) as Awaited<ReturnType<typeof loadEngine>>;
  const x = [
    [1, 0, 2],
    [0, 1, 1],
    [1, 1, NaN],
  ];
  const finite = [
    [1, 0, 2],
    [0, 1, 1],
  ];

  engine.attend({ x });
  engine.attend({ x, only: "context" });
  assert.throws(() => engine.attend({ x: [] }));
  engine.stack(x, 2);
  engine.similarity([1, 2], [3, 4]);
  engine.lengths(x);
  engine.project(finite, engine.plane(finite));
  engine.hull([
    [0, 0],
    [1, 1],
    [1, 0],
  ]);
  engine.blend([0.5, 0.5, 0], x);
  engine.summarise(x);
  engine.examine([[true]]);
  engine.multiply(x, x);
  const codes = new Int8Array(2);
  engine.dequantise({ rows: 1, cols: 2, codes, scales: new Float32Array(1) });
  engine.normal({ rows: 2, cols: 2, seed: 1 });

  engine.round(0.1, "fp16");
  engine.fromBits(1n, "fp16");
  engine.calculate("add", [1, 2], "fp16");
  engine.ulpDistance(1, 2, "fp16");
  engine.formatInfo("fp8e4m3");
  engine.softmax([100, 102, 105], { format: "fp16", shift: "none" });
  engine.softmax([1, 2], { format: "fp32" });
  engine.safeShifts([1, 2], { format: "fp32" });
  engine.onlineSoftmax([1, 2], [[1], [2]], { tile: 1 });
  engine.accumulate(1, 3000, "fp16");
  engine.dotInFormat([1, 2], [3, 4], { format: "fp16" });
  engine.addMask([1, 2], [0, -65504], "fp16");
  engine.attendInFormat(finite, { format: "fp16" });
  engine.softmaxJacobian([0.5, 0.5]);
  engine.sampleDots({ dimension: 4, samples: 100, limit: 8 });
  engine.saturation({ dimension: 4, samples: 10, seed: 1 });

  const missed = (all: Map<string, unknown>, some: Set<string>) =>
    [...all.keys()].filter((name) => !some.has(name) && name !== "target");
  assert.deepEqual(missed(moduleTypes, seen.module), []);
  assert.deepEqual(missed(engineTypes, seen.facade), []);
});
