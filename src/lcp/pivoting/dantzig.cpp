#include "lcp/pivoting/dantzig.h"

#include "base/error.h"
#include "lcp/pivoting/dantzig_method.h"

namespace stiction {

DantzigResult solve_dantzig(const DantzigProblem& problem, const DantzigOptions& options) {
  if (!problem.A.allFinite() || !problem.b.allFinite()) throw InputError("A or b has entries that are not finite");
  return DantzigMethod(problem, options).solve();
}

}  // namespace stiction
