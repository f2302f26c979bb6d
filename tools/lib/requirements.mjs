/**
 * What the project needs from the machine: one row each, with how it is recognised, what it is for
 * and which package brings it.
 */
import { findChromium } from "./chromium.mjs";
import { acornVersion, emscriptenVersion } from "./emscripten.mjs";
import { execute } from "./process.mjs";
import { findNumpy } from "./python.mjs";
import { headerVersion, libraryThere, programVersion } from "./versions.mjs";

/**
 * @typedef {object} Requirement
 * @property {string} what its name
 * @property {string} [least] the oldest version that will do
 * @property {string[]} uses what wants it: "page" (to build and serve it), suites of `npm test`, or
 *   "bench" and "bench:native", which nothing but the benchmarks asks for
 * @property {() => Promise<string | undefined>} version the version that is there, if any
 * @property {{apt: string, brew?: string, dnf?: string, pacman?: string}} packages by package manager
 * @property {Record<string, string>} [backports] the package in the backports of a Debian release
 *   whose own is too old
 * @property {boolean} [fetched] true where CMake fetches a pinned release if the machine has none
 * @property {string} [hint] what to do where no package manager helps
 */

/** The version of the compiler that CMake takes by default, if it knows C++20 and has its library. */
async function compilerVersion() {
  const compiler = process.env.CXX ?? "c++";
  const probe = ["-std=c++20", "-fsyntax-only", "-include", "concepts", "-x", "c++", "/dev/null"];
  const { code } = await execute(compiler, probe);
  return code === 0 ? programVersion(compiler) : undefined;
}

const highway = ["HWY_MAJOR", "HWY_MINOR", "HWY_PATCH"];
const catch2 = ["CATCH_VERSION_MAJOR", "CATCH_VERSION_MINOR", "CATCH_VERSION_PATCH"];

/** @type {Requirement[]} */
export const requirements = [
  {
    what: "CMake",
    least: "3.25",
    uses: ["page", "native", "asan", "bench:native"],
    version: () => programVersion("cmake"),
    packages: { apt: "cmake", brew: "cmake", dnf: "cmake", pacman: "cmake" },
    hint: "cmake.org has the newest for every system",
  },
  {
    what: "Make",
    uses: ["page", "native", "asan", "bench:native"],
    version: () => programVersion("make"),
    packages: { apt: "make", brew: "make", dnf: "make", pacman: "make" },
  },
  {
    what: "Emscripten",
    least: "3.1.6",
    uses: ["page"],
    version: emscriptenVersion,
    packages: { apt: "emscripten", brew: "emscripten", dnf: "emscripten", pacman: "emscripten" },
    hint: "the SDK from emscripten.org will do too, on the PATH or named by EMSDK",
  },
  {
    what: "acorn for Emscripten",
    uses: ["page"],
    version: acornVersion,
    packages: { apt: "node-acorn" },
  },
  {
    what: "Highway",
    least: "1.0.3",
    uses: ["page", "native", "asan", "bench:native"],
    version: async () => headerVersion(["hwy/base.h", "hwy/highway.h"], highway),
    packages: { apt: "libhwy-dev", brew: "highway", dnf: "highway-devel", pacman: "highway" },
    fetched: true,
  },
  {
    what: "a C++20 compiler",
    uses: ["native", "asan", "bench:native"],
    version: compilerVersion,
    packages: { apt: "g++", brew: "llvm", dnf: "gcc-c++ libasan libubsan", pacman: "gcc" },
    hint: "on macOS, xcode-select --install brings one",
  },
  {
    what: "Catch2",
    least: "3",
    uses: ["native", "asan"],
    version: async () => headerVersion(["catch2/catch_version_macros.hpp"], catch2),
    packages: { apt: "catch2", brew: "catch2", dnf: "catch2-devel", pacman: "catch2" },
    backports: { bookworm: "libcatch2-dev" },
    fetched: true,
  },
  {
    what: "Chromium",
    uses: ["browser", "bench"],
    version: async () => (await findChromium())?.version,
    packages: { apt: "chromium", brew: "google-chrome", dnf: "chromium", pacman: "chromium" },
    hint: "any Chrome or Chromium will do, on the PATH or named by CHROME_PATH",
  },
  {
    what: "NumPy",
    uses: ["browser"],
    version: async () => (await findNumpy())?.version,
    packages: {
      apt: "python3-numpy",
      brew: "numpy",
      dnf: "python3-numpy",
      pacman: "python-numpy",
    },
    hint: "any Python with NumPy will do, on the PATH or named by PYTHON",
  },
  {
    what: "rsvg-convert",
    uses: ["browser"],
    version: () => programVersion("rsvg-convert"),
    packages: {
      apt: "librsvg2-bin",
      brew: "librsvg",
      dnf: "librsvg2-tools",
      pacman: "librsvg",
    },
  },
  {
    what: "cppcheck",
    uses: ["lint"],
    version: () => programVersion("cppcheck"),
    packages: { apt: "cppcheck", brew: "cppcheck", dnf: "cppcheck", pacman: "cppcheck" },
  },
  {
    what: "Google Benchmark",
    uses: ["bench:native"],
    version: async () => libraryThere("benchmark"),
    packages: {
      apt: "libbenchmark-dev",
      brew: "google-benchmark",
      dnf: "google-benchmark-devel",
      pacman: "benchmark",
    },
  },
  {
    what: "OpenBLAS",
    uses: ["bench:native"],
    version: async () => libraryThere("openblas"),
    packages: {
      apt: "libopenblas-dev",
      brew: "openblas",
      dnf: "openblas-devel",
      pacman: "openblas",
    },
  },
  {
    what: "BLIS",
    uses: ["bench:native"],
    version: async () => libraryThere("blis"),
    packages: { apt: "libblis-dev", brew: "blis", dnf: "blis-devel", pacman: "blis" },
  },
  {
    what: "Eigen",
    uses: ["bench:native"],
    version: async () =>
      headerVersion(
        ["eigen3/Eigen/src/Core/util/Macros.h"],
        ["EIGEN_WORLD_VERSION", "EIGEN_MAJOR_VERSION", "EIGEN_MINOR_VERSION"],
      ),
    packages: { apt: "libeigen3-dev", brew: "eigen", dnf: "eigen3-devel", pacman: "eigen" },
  },
];
