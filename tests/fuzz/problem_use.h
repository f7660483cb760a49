// What becomes of the bytes of a recorded contact problem: read, reduced, solved for a moment.
#pragma once

#include <cmath>

#include "fuzz/fuzz_target.h"
#include "recorded/global_reduction.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_solver.h"

namespace stiction::fuzz {

inline constexpr Eigen::Index kMostRows = 24;    // of problems that are solved
inline constexpr double kMostSeconds = 0.02;     // of a solve
inline constexpr double kLargestNumber = 1e100;  // of problems whose solution must be finite

// False if the file was refused.
inline bool use_problem(const std::string& bytes) {
  return accepted([&] {
    const AnyProblem any = parse_problem(bytes, "problem");
    const auto size = [](const auto& p) {
      if constexpr (requires { p.q; })
        return p.q.size();
      else
        return p.f.size() + p.w.size();
    };
    if (std::visit(size, any) > kMostRows) return;
    accepted([&] {
      const RecordedProblem local = local_form(any, "problem");
      const RecordedResult result = solve_recorded(local, {.tolerance = 1e-6, .time_limit = kMostSeconds});
      require(result.r.size() == local.q.size(), "a solution has the size of its problem");
      const RecordedSolution solution{result.r, local.W * result.r + local.q};
      problem_bytes(any, SparseLayout::kRows, &solution);
    });
  });
}

}  // namespace stiction::fuzz
