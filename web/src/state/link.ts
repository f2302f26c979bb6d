/**
 * The whole state of the page as the part of the address after `#`, and back:
 * `#/<stage>?seq=bank&i=2&j=4&temperature=0.5`. What is as it was at first is left out.
 */
import { formatNumber, parseNumber } from "@/input/numbers";
import { quoted } from "@/input/parsed";
import { isPreset, type PresetId, type Sequence } from "./presets";
import { initialView, NAMED_FIELDS, type View } from "./view";

/** Where the current sequence came from. */
export type Source =
  | { readonly kind: "preset"; readonly id: PresetId }
  | { readonly kind: "sentence"; readonly text: string }
  | { readonly kind: "own"; readonly sequence: Sequence };

/** The query, key and component that all figures point at; zero-based here, one-based in the link. */
export interface Selection {
  i: number;
  j: number;
  m: number;
}

export interface Snapshot {
  readonly stage: string;
  readonly source: Source;
  readonly selection: Selection;
  readonly view: View;
}

/** The most tokens and dimensions that a sequence of one's own may have. */
export const MOST_TOKENS = 64;
export const MOST_DIMENSIONS = 300;

/** Longer links than this are cut by some mail programs and messengers. */
export const LONG_LINK = 2000;

const initialSelection = (): Selection => ({ i: 0, j: 0, m: 0 });

/** Names may hold any character, also the one that parts them; the query encodes the others. */
const writeNames = (names: readonly string[]) =>
  names.map((name) => name.replace(/[,%]/g, encodeURIComponent)).join(",");

function sourceQuery(source: Source): URLSearchParams {
  const query = new URLSearchParams();
  if (source.kind === "sentence") query.set("say", source.text);
  else if (source.kind === "own") {
    const { tokens, x, dimensions } = source.sequence;
    query.set("tokens", writeNames(tokens));
    query.set("x", x.map((row) => row.map((value) => formatNumber(value)).join(",")).join(";"));
    if (dimensions) query.set("dimensions", writeNames(dimensions));
  } else if (source.id !== "toy") query.set("seq", source.id);
  return query;
}

/** A source never changes, it is replaced: thousands of numbers are written out once, however often a link is asked for. */
const written = new WeakMap<Source, string>();

function writeSource(source: Source): string {
  const known = written.get(source);
  if (known !== undefined) return known;
  const text = sourceQuery(source).toString();
  written.set(source, text);
  return text;
}

/** The link's part that is short: all but the stage and the sequence. */
export function writeSettings({ selection, view }: Pick<Snapshot, "selection" | "view">): string {
  const query = new URLSearchParams();
  for (const [name, at] of Object.entries(selection)) if (at !== 0) query.set(name, String(at + 1));
  for (const [name, field] of NAMED_FIELDS) {
    const text = field.write(view[name]);
    if (text !== field.write(field.initial)) query.set(name, text);
  }
  return query.toString();
}

/** The link's part after `#`. */
export function writeLink({ stage, source, ...settings }: Snapshot): string {
  const text = [writeSource(source), writeSettings(settings)].filter(Boolean).join("&");
  return `#/${stage}${text && `?${text}`}`;
}

/** The names, of which older links encoded every character, or what is wrong with them. */
function readNames(field: string, text: string, count: number, of: string): string[] | string {
  try {
    const names = text.split(",").map(decodeURIComponent);
    return names.length === count ? names : `${field}: ${names.length} names for ${count} ${of}`;
  } catch {
    return `${field}: a name is not properly encoded`;
  }
}

function readOwn(text: string, query: URLSearchParams): Sequence | string {
  const x: number[][] = [];
  for (const [i, row] of text.split(";").entries()) {
    x.push([]);
    for (const [m, cell] of row.split(",").entries()) {
      const parsed = parseNumber(cell, { precision: "single" });
      if ("error" in parsed) return `x: row ${i + 1}, column ${m + 1}: ${parsed.error.message}`;
      x[i]!.push(parsed.value);
    }
  }
  const [first] = x as [number[]];
  const ragged = x.findIndex((row) => row.length !== first.length);
  if (ragged >= 0)
    return `x: row ${ragged + 1} has ${x[ragged]!.length} values, row 1 has ${first.length}`;
  if (x.length > MOST_TOKENS) return `x: ${x.length} rows; the lesson takes up to ${MOST_TOKENS}`;
  if (first.length > MOST_DIMENSIONS)
    return `x: ${first.length} columns; the lesson takes up to ${MOST_DIMENSIONS}`;
  const tokens = readNames("tokens", query.get("tokens") ?? "", x.length, "rows");
  if (typeof tokens === "string") return tokens;
  const named = query.get("dimensions");
  if (named === null) return { tokens, x };
  const dimensions = readNames("dimensions", named, first.length, "columns");
  return typeof dimensions === "string" ? dimensions : { tokens, x, dimensions };
}

function readSource(query: URLSearchParams, problems: string[]): Source {
  const [say, x, seq] = [query.get("say"), query.get("x"), query.get("seq")];
  if (say !== null) return { kind: "sentence", text: say };
  if (x !== null) {
    const sequence = readOwn(x, query);
    if (typeof sequence !== "string") return { kind: "own", sequence };
    problems.push(sequence);
  } else if (seq !== null) {
    if (isPreset(seq)) return { kind: "preset", id: seq };
    problems.push(`seq: there is no sequence called ${quoted(seq)}`);
  }
  return { kind: "preset", id: "toy" };
}

/** Reads a link. What it cannot accept it leaves at its first value and names in `problems`. */
export function readLink(hash: string, firstStage: string): Snapshot & { problems: string[] } {
  const [, path = "", search = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const query = new URLSearchParams(search);
  const problems: string[] = [];
  const source = readSource(query, problems);

  const selection = initialSelection();
  for (const name of ["i", "j", "m"] as const) {
    const text = query.get(name);
    if (text === null) continue;
    if (/^[1-9]\d{0,4}$/.test(text)) selection[name] = Number(text) - 1;
    else problems.push(`${name}: ${quoted(text)} must be a whole number from 1`);
  }

  const view = initialView();
  for (const [name, field] of NAMED_FIELDS) {
    const text = query.get(name);
    if (text === null) continue;
    const value = field.read(text);
    if (value === undefined) problems.push(`${name}: ${quoted(text)} must be ${field.accepts}`);
    else Object.assign(view, { [name]: value });
  }
  return { stage: path || firstStage, source, selection, view, problems };
}
