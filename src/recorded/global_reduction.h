// From the global form of a recorded problem to the local one:
//   W = H^T M^-1 H,   q = H^T M^-1 f + w                                                                         (1)
// and with constraints the same with [M -G; G^T 0] in place of M, by a sparse LU factorisation. name: of the file, for
// the InputError when the matrix is singular.
#pragma once

#include <string>

#include "recorded/problem_file.h"

namespace stiction {

RecordedProblem reduced(const GlobalProblem& global, const std::string& name);
// The local form of either.
RecordedProblem local_form(const AnyProblem& problem, const std::string& name);

// The velocities v and multipliers l that impulses r lead to.
struct GlobalMotion {
  VecX v, l;
};
GlobalMotion global_motion(const GlobalProblem& global, const VecX& r, const std::string& name);

}  // namespace stiction
