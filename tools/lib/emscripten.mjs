/** Finding Emscripten, and the environment in which it builds on any machine. */
import { constants, existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execute, inRoot, mayUse, onPath } from "./process.mjs";
import { programVersion } from "./versions.mjs";

/** Debian's own places: its Emscripten, and its Node packages, where a Node from elsewhere does not look. */
const debian = { emscripten: "/usr/share/emscripten", modules: "/usr/share/nodejs" };

/** emcc on the PATH, else in the SDK that EMSDK names, else where Arch keeps it off the PATH. */
function findCompiler() {
  const sdk = process.env.EMSDK && join(process.env.EMSDK, "upstream/emscripten/emcc");
  return (
    onPath("emcc") ?? [sdk, "/usr/lib/emscripten/emcc"].find((file) => file && existsSync(file))
  );
}

/** The version of the Emscripten that we would build with. */
export async function emscriptenVersion() {
  const emcc = findCompiler();
  return emcc && programVersion(emcc);
}

/** A setting of Emscripten's, as its own em-config tells it. */
async function setting(name) {
  const { code, output } = await execute(join(dirname(findCompiler()), "em-config"), [name]);
  return code === 0 ? output.trim() : "";
}

/**
 * The version of acorn, the parser with which Emscripten shrinks its JavaScript. An SDK brings its
 * own; Debian leaves it to a package that nobody misses until the link fails.
 */
export async function acornVersion() {
  if (!findCompiler()) return undefined;
  if ((await setting("EMSCRIPTEN_ROOT")) !== debian.emscripten) return "its own";
  const description = join(debian.modules, "acorn/package.json");
  return existsSync(description)
    ? JSON.parse(readFileSync(description, "utf8")).version
    : undefined;
}

/**
 * What a build with Emscripten must find in its environment. Where its library cache is neither
 * complete ("frozen", as Debian ships it) nor ours to write, the build keeps one of its own.
 */
export async function emscriptenEnvironment() {
  const join = (...paths) => paths.filter(Boolean).join(delimiter);
  const environment = {
    PATH: join(process.env.PATH, dirname(findCompiler())),
    NODE_PATH: join(process.env.NODE_PATH, debian.modules),
  };
  const cache = await setting("CACHE");
  if ((await setting("FROZEN_CACHE")) === "True" || mayUse(cache, constants.W_OK)) {
    return environment;
  }
  console.log(
    "Emscripten compiles its system libraries into build/emscripten, once; some minutes.",
  );
  return { ...environment, EM_CACHE: inRoot("build/emscripten") };
}
