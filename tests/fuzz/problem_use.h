// What becomes of a recorded contact problem: read, reduced, solved for a moment, written.
#pragma once

#include <cmath>

#include "fuzz/fuzz_target.h"
#include "recorded/global_reduction.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_solver.h"

namespace stiction::fuzz {

inline constexpr Eigen::Index kMostRows = 24;  // of problems that are solved
inline constexpr double kMostSeconds = 0.02;   // of a solve

// read: returns an AnyProblem. False if it refused.
template <class Read>
bool use_problem(const Read& read) {
  return accepted([&] {
    const AnyProblem any = read();
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
