/** The README's section on speed, made from bench/results.json. */
import { threeDigits } from "./table.mjs";

const opening = "<!-- performance: made from bench/results.json by npm run bench -->";
const closing = "<!-- /performance -->";

/** The text with what stands between the two marks replaced; the marks stay. */
export function withSection(text, section) {
  const [from, to] = [text.indexOf(opening), text.indexOf(closing)];
  if (from < 0 || to < from) throw new Error("The README has lost the marks of its speed section.");
  return `${text.slice(0, from)}${opening}\n${section}\n${text.slice(to)}`;
}

const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const named = (contenders, name) => contenders.find((one) => one.name === name);
const ofSize = (cases, form, kind, { tokens, d }) =>
  cases.find(
    (one) => one.form === form && one.kind === kind && one.tokens === tokens && one.d === d,
  );

/** "47.1 (1.8×)": a contender's speed and by how much it beat the fastest peer of its case. */
function speed(one, name) {
  const contender = one && named(one.contenders, name);
  if (!contender) return "–";
  const times = contender.ratio ? ` (${contender.ratio.median.toFixed(2)}×)` : "";
  return `${contender.gflops.toFixed(1)}${times}`;
}

const fastestPeer = (one) =>
  one?.fastestPeer
    ? `${named(one.contenders, one.fastestPeer).gflops.toFixed(1)} ${one.fastestPeer}`
    : "–";

/** The sizes that were measured, once each: { tokens, d }. */
const sizes = (cases) =>
  cases.filter((one, place) => ofSize(cases, one.form, one.kind, one) && firstOfSize(cases, place));
const firstOfSize = (cases, place) =>
  cases.findIndex(({ tokens, d }) => tokens === cases[place].tokens && d === cases[place].d) ===
  place;

/** What the reader has to know of a run, in a sentence. */
const circumstances = ({ date, commit, changed, cpu, load }) =>
  `Measured on ${date} at commit ${commit}${changed ? " with changes" : ""}, one thread (${cpu}), ` +
  `load ${load.before[0]} before and ${load.after[0]} after.`;

const kinds = [
  ["mild", "normal entries"],
  ["peaky", "peaky ones: one weight of a row takes all, most others are too small for a float"],
];

function browserTable(cases, builds, kind) {
  const columns = builds.flatMap((build) => [
    [`${build}, QKV`, "qkv", build],
    [`${build}, X alone`, "x", build],
  ]);
  return table(
    ["T", "d", "fastest peer", ...columns.map(([head]) => head)],
    sizes(cases).map((size) => [
      size.tokens,
      size.d,
      fastestPeer(ofSize(cases, "qkv", kind, size)),
      ...columns.map(([, form, build]) => speed(ofSize(cases, form, kind, size), `ours ${build}`)),
    ]),
  );
}

/** "baseline: 41.2 GFLOP/s": the median of what the registers alone did in the cases. */
function peaks(cases, builds) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const of = (build) =>
    median(cases.map(({ contenders }) => named(contenders, `peak ${build}`).gflops)).toFixed(1);
  return builds.map((build) => `${of(build)} (${build})`).join(" and ");
}

/** What the table leaves out: the share of the peak in the middle of it, and results not copied out. */
function remarks(cases, builds) {
  const size = { tokens: 1024, d: 64 };
  const share = (build) => {
    const one = ofSize(cases, "qkv", "mild", size);
    const peak = one && named(one.contenders, `ours ${build}`)?.peak;
    return peak && `${(100 * peak).toFixed(0)} % (${build})`;
  };
  const shares = builds.map(share).filter(Boolean);
  const views = builds.map((build) =>
    speed(ofSize(cases, "x", "mild", { tokens: 64, d: 64 }), `ours ${build}, view`),
  );
  return [
    ...(shares.length
      ? [
          `QKV at T=1024, d=64 takes ${shares.join(" and ")} of what its own build reached so in the same rounds.`,
        ]
      : []),
    ...(views.length
      ? [`At T=64, d=64, X alone does ${views.join(" and ")} where its result is not copied out.`]
      : []),
  ].join(" ");
}

const titles = {
  nothing: "an empty module",
  engine: "the lesson's engine",
  ort: "onnxruntime-web",
};

const coldTable = (cold) =>
  table(
    ["from a fresh page", "first result", "fetched, brotli"],
    cold.map(({ name, milliseconds, brotliBytes }) => [
      titles[name] ?? `kernels, ${name}`,
      `${threeDigits(milliseconds.median)} ms`,
      `${(brotliBytes / 1024).toFixed(1)} KB`,
    ]),
  );

function browserPart(browser) {
  const { cases, builds, cold, chromium, peers } = browser;
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    "**In the browser** (`npm run bench`): ours against onnxruntime-web (three graphs), tfjs on WebAssembly and a tuned loop in " +
      "JavaScript, all in one page, taking turns. " +
      circumstances(browser),
    `Chromium ${chromium}; ${versions.join(", ")}.`,
    ...(builds.length
      ? [
          `Multiplying and adding in registers alone reaches ${peaks(cases, builds)} GFLOP/s.`,
          remarks(cases, builds),
        ]
      : ["This commit has no kernels to load by themselves: ours are absent."]),
    ...kinds.flatMap(([kind, words]) => [
      `\nGFLOP/s with ${words}:\n`,
      browserTable(cases, builds, kind),
    ]),
    `\n${coldTable(cold)}`,
  ].join("\n");
}

function nativePart({ targets, ...run }) {
  const rows = targets.flatMap(({ target, cases }) =>
    sizes(cases).map((size) => [
      target,
      size.tokens,
      size.d,
      fastestPeer(ofSize(cases, "qkv", "mild", size)),
      speed(ofSize(cases, "qkv", "mild", size), "ours"),
      speed(ofSize(cases, "x", "mild", size), "ours"),
    ]),
  );
  const libraries = Object.entries(targets[0].libraries).map(([name, text]) => {
    const [version] = text.split(" ");
    return `${name} ${version}`;
  });
  return [
    `**Natively** (\`npm run bench:native\`): against the two matrix products of ${libraries.join(", ")}, with our exponential between ` +
      `them, on the same instruction set. ${circumstances(run)}`,
    "\nGFLOP/s with normal entries:\n",
    table(["instructions", "T", "d", "fastest peer", "QKV", "X alone"], rows),
  ].join("\n");
}

/** @param {{browser?: object, native?: object}} results */
export function performanceSection({ browser, native }) {
  const parts = [
    "Attention is counted as 4 T² d operations, whatever a method really does. A speed is that of the 20th percentile of the times; " +
      "in brackets, the median over the rounds of how many times as fast it was as the fastest peer. " +
      "Our results are copied into an array that is kept, the peers’ come in new ones. Every result was checked against one in doubles.",
    ...(browser ? [browserPart(browser)] : []),
    ...(native ? [nativePart(native)] : []),
  ];
  return parts.join("\n\n");
}
