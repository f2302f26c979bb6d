/// Running a test on every instruction set that this machine has.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <hwy/targets.h>

#include "engine/kernels/kernels.h"

namespace attention {

/// Calls test() once for each target that was compiled and that this machine can run, the kernels
/// being held to it, and returns the targets' names. Checks that the kernels really ran on it.
template <typename F>
std::vector<std::string> onEveryTarget(F test) {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<std::string> ran;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    const std::string name(kernels::target());
    INFO("on " << name);
    CHECK(name == hwy::TargetName(target));
    test();
    ran.push_back(name);
  }
  hwy::SetSupportedTargetsForTest(0);
  return ran;
}

}  // namespace attention
