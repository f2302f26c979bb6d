/// The kernels against native peers, one thread, on one instruction set.
///
///   attention_bench --target=AVX2 --eigen=avx2 --tokens=1024 --d=64 --form=qkv --kind=mild
///       --benchmark_…    Google Benchmark's own flags
///   attention_bench --targets     prints the instruction sets that this machine has
///
/// One case a run, so that random interleaving sets the contenders close beside one another.
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include "bench/native/cases.h"
#include "bench/native/contenders.h"
#include "engine/kernels/kernels.h"

namespace attention::bench {
namespace {

/// Holds the kernels to a target; false where this machine does not have it.
bool holdTo(const std::string& name) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name != hwy::TargetName(target)) continue;
    hwy::SetSupportedTargetsForTest(target);
    return kernels::target() == name;
  }
  return false;
}

void printTargets() {
  kernels::target();  // finds out what there is
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
    std::cout << hwy::TargetName(target) << "\n";
}

/// Our own "--name=value" flags, taken out of the command line.
std::map<std::string, std::string> takeFlags(int& argc, char** argv) {
  std::map<std::string, std::string> flags;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto equals = word.find('=');
    if (word.starts_with("--benchmark_")) {
      argv[kept++] = argv[i];
    } else if (word.starts_with("--")) {
      flags[word.substr(2, equals - 2)] = equals == word.npos ? "" : word.substr(equals + 1);
    }
  }
  argc = kept;
  return flags;
}

void registerOne(const Contender& contender, const Case& what, const Input& input,
                 const Truth& truth) {
  std::vector<float> context(what.tokens * what.d);
  contender.attend(what, input, context);
  const double error = worstError(context, truth);
  const auto run = [&what, &input, contender, error, context](benchmark::State& state) mutable {
    if (!(error <= 1.0)) return state.SkipWithError("wrong: further off than floats can be");
    for (auto _ : state) {
      contender.attend(what, input, context);
      benchmark::DoNotOptimize(context.data());
      benchmark::ClobberMemory();
    }
    state.counters["error"] = error;
  };
  // The processor's time, of whatever threads: other work on the machine does not count, and a peer
  // that wakes a second thread gains nothing.
  benchmark::RegisterBenchmark(contender.name.c_str(), run)
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}

int run(int argc, char** argv) {
  auto flags = takeFlags(argc, argv);
  if (flags.contains("targets")) return printTargets(), EXIT_SUCCESS;
  benchmark::Initialize(&argc, argv);
  if (!holdTo(flags["target"])) {
    std::cerr << "This machine or this build has no target " << flags["target"] << ".\n";
    return EXIT_FAILURE;
  }
  const Case what{.tokens = std::stoul(flags["tokens"]),
                  .d = std::stoul(flags["d"]),
                  .self = flags["form"] == "x",
                  .peaky = flags["kind"] == "peaky"};
  const Input input = makeInput(what);
  const Truth truth = truthOf(what, input);
  const auto peers = libraries(flags["eigen"]);
  for (const Library& peer : peers) benchmark::AddCustomContext(peer.name, peer.variant);
  for (const Contender& contender : contenders(peers)) registerOne(contender, what, input, truth);
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace attention::bench

int main(int argc, char** argv) {
  return attention::bench::run(argc, argv);
}
