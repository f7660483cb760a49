#include "lcp/stewart_trinkle.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

// From impulses (alpha, beta) to f: rows of the problem x contact_count (1 + directions).
MatX spread(const FrictionProblem& problem, int directions) {
  const int count = problem.contact_count();
  MatX D = MatX::Zero(problem.b.size(), count * (1 + directions));
  for (int c = 0; c < count; ++c) {
    const int row = problem.normal_row(c);
    D(row, c) = 1;
    for (int k = 0; k < directions; ++k) {
      const int column = count + c * directions + k;
      const double angle = 2 * std::numbers::pi * k / directions;
      D(row + 1, column) = problem.tangents == 1 ? 1.0 - 2.0 * k : std::cos(angle);
      if (problem.tangents == 2) D(row + 2, column) = std::sin(angle);
    }
  }
  return D;
}

}  // namespace

StewartTrinkleLcp stewart_trinkle(const FrictionProblem& problem, int directions) {
  assert(problem.bilateral_count == 0 && problem.sliding.size() == 0);
  StewartTrinkleLcp lcp;
  lcp.directions = problem.tangents == 1 ? 2 : directions;
  const int count = problem.contact_count();
  const int impulses = count * (1 + lcp.directions);
  const MatX D = spread(problem, lcp.directions);
  lcp.M = MatX::Zero(impulses + count, impulses + count);
  lcp.M.topLeftCorner(impulses, impulses) = D.transpose() * problem.A * D;
  lcp.q = VecX::Zero(impulses + count);
  lcp.q.head(impulses) = D.transpose() * problem.b;
  for (int c = 0; c < count; ++c) {
    const int lambda = impulses + c;
    lcp.M(lambda, c) = problem.mu[c];
    for (int k = 0; k < lcp.directions; ++k) {
      const int beta = count + c * lcp.directions + k;
      lcp.M(beta, lambda) = 1;
      lcp.M(lambda, beta) = -1;
    }
  }
  return lcp;
}

VecX impulses_of(const FrictionProblem& problem, const StewartTrinkleLcp& lcp, const VecX& z) {
  const MatX D = spread(problem, lcp.directions);
  return D * z.head(D.cols());
}

}  // namespace stiction
