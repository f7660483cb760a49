// A quadratic program minimise 1/2 f^T A f + b^T f over f >= 0 by somebody else's code, for comparison.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/types.h"

namespace stiction::bench {

struct OutsideQp {
  std::string name;
  std::function<VecX(const MatX& A, const VecX& b)> solve;
};

// The algorithms of the library that take this problem; none if it is not installed.
std::vector<OutsideQp> outside_qps();

}  // namespace stiction::bench
