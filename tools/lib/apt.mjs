/** Installing what is missing on Debian and Ubuntu, with the system's own apt. */
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { execute, inRoot, onPath, run } from "./process.mjs";
import { atLeast, versionIn } from "./versions.mjs";

const list = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** The code name of this machine's release, such as "bookworm"; undefined where it has none. */
export const release = /^VERSION_CODENAME=(.*)$/m.exec(read("/etc/os-release"))?.[1];

export const hasApt = () => onPath("apt-get") !== undefined;

/** What to put before a command so that it runs as root; undefined where we may not. */
async function asRoot(packages) {
  if (process.getuid() === 0) return [];
  if (!onPath("sudo")) return undefined;
  if (process.env.CI) return ["sudo", "-n"];
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = `Install ${packages.join(", ")} with sudo apt-get? [Y/n] `;
  const left = once(terminal, "close").then(() => "no"); // by Ctrl-C or Ctrl-D; newer Nodes reject
  const answer = await Promise.race([terminal.question(question), left]).catch(() => "no");
  terminal.close();
  return /^(y(es)?)?$/i.test(answer.trim()) ? ["sudo"] : undefined;
}

/** The version of each package that apt would install: { name: version }. */
async function candidates(packages) {
  const { output } = await execute("apt-cache", ["policy", ...packages], { env: { LC_ALL: "C" } });
  const found = output.matchAll(/^(\S+):\n\s+Installed: .*\n\s+Candidate: (.*)$/gm);
  return Object.fromEntries([...found].map(([, name, version]) => [name, versionIn(version)]));
}

/** Installs the packages of those requirements for which apt has a version that will do. */
export async function installWithApt(missing) {
  const root = await asRoot(missing.map(({ packages }) => packages.apt));
  if (!root) return;
  const apt = (...args) => {
    const command = [...root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    console.log(`$ ${command.join(" ")}`);
    return execute(command[0], command.slice(1), { show: true, input: "inherit" });
  };
  await apt("update");
  const offered = await candidates(missing.map(({ packages }) => packages.apt));
  const fit = ({ packages, least = "0" }) => atLeast(offered[packages.apt] ?? "", least);
  const wanted = missing.filter(fit).map(({ packages }) => packages.apt);
  if (wanted.length) await apt("install", "-y", "--no-install-recommends", ...wanted);
}

/**
 * The entry of a sources file that serves a release, rewritten to serve that release's backports:
 * mirror, signing key and options stay as the system has them. Undefined where there is none.
 * @param {string} text a sources file, in the one-line form or as deb822 stanzas
 * @param {string} codename of the release: "bookworm"
 */
export function backportsEntry(text, codename) {
  const oneLine = new RegExp(`^\\s*(deb\\s+(?:\\[.*?\\]\\s+)?\\S+\\s+)${codename}(\\s.*)$`, "m");
  const line = oneLine.exec(text);
  if (line) return `${line[1]}${codename}-backports${line[2]}\n`;

  const suites = /^Suites:.*(?:\n[ \t].*)*/m;
  const serves = (stanza) =>
    /^Types:(.*\s)?deb(\s|$)/m.test(stanza) &&
    !/^Enabled:\s*no/im.test(stanza) &&
    suites.exec(stanza)?.[0].split(/\s+/).includes(codename);
  const stanza = text.split(/\n\s*\n/).find(serves);
  return stanza && `${stanza.replace(suites, `Suites: ${codename}-backports`).trim()}\n`;
}

/** The backports entry made from the system's own sources, with the extension of its form. */
function findBackports() {
  const parts = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list", ...list(parts).map((name) => join(parts, name))];
  return files
    .map((file) => ({ entry: backportsEntry(read(file), release), extension: extname(file) }))
    .find(({ entry, extension }) => entry && [".list", ".sources"].includes(extension));
}

/** The options that give apt a state of its own in `home`, with one file of sources. */
function ownState(home, sources) {
  const settings = {
    "Dir::Etc::SourceList": sources,
    "Dir::Etc::SourceParts": "-",
    "Dir::State::Lists": join(home, "lists"),
    "Dir::Cache": join(home, "cache"),
    // apt's own user may not be able to enter a clone in somebody's home.
    "APT::Sandbox::User": "root",
    "APT::Update::Error-Mode": "any",
  };
  mkdirSync(join(home, "lists/partial"), { recursive: true });
  mkdirSync(join(home, "cache/archives/partial"), { recursive: true });
  return Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/**
 * Takes packages from the backports of this Debian release and unpacks them into build/deps, where
 * CMake looks first. apt checks their signatures as ever, but the system's sources and packages
 * stay as they are, and nobody needs to be root.
 */
export async function unpackBackports(packages) {
  console.log(`Taking ${packages.join(", ")} from ${release}-backports into build/deps.`);
  const backports = findBackports();
  if (!backports) return console.log(`apt's sources name no mirror of ${release}.`);
  const home = inRoot("build/deps/apt");
  const sources = join(home, `backports${backports.extension}`);
  rmSync(home, { recursive: true, force: true });
  const options = ownState(home, sources);
  writeFileSync(sources, backports.entry);
  for (const step of [["update"], ["download", ...packages]]) {
    const { code, output } = await execute("apt-get", [...options, ...step], { cwd: home });
    if (code !== 0) return console.log(`That failed:\n${output.trim()}`);
  }
  for (const archive of list(home).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg-deb", ["-x", join(home, archive), inRoot("build/deps")]);
  }
}
