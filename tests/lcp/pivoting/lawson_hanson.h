// Nonnegative least squares, minimise |G f + h| over f >= 0, by Lawson and Hanson's active-set method: an oracle that
// shares nothing with the solvers it judges. Solves its subproblems by rank-revealing QR.
#pragma once

#include <Eigen/QR>
#include <vector>

#include "base/types.h"

namespace stiction::test {

inline VecX nonnegative_least_squares(const MatX& G, const VecX& h) {
  const int n = static_cast<int>(G.cols());
  const double size = h.norm() * G.colwise().norm().maxCoeff();
  VecX f = VecX::Zero(n);
  std::vector<int> passive;
  for (int round = 0; round < 30 * n + 100; ++round) {
    const VecX w = -G.transpose() * (G * f + h);
    int best = -1;
    for (int i = 0; i < n; ++i) {
      if (std::find(passive.begin(), passive.end(), i) != passive.end()) continue;
      if (w[i] > 1e-11 * size && (best < 0 || w[i] > w[best])) best = i;
    }
    if (best < 0) break;
    passive.push_back(best);
    while (true) {
      MatX P(G.rows(), passive.size());
      for (std::size_t k = 0; k < passive.size(); ++k) P.col(k) = G.col(passive[k]);
      const VecX z = P.colPivHouseholderQr().solve(-h);
      double step = 1;
      for (std::size_t k = 0; k < passive.size(); ++k) {
        if (z[k] <= 0) step = std::min(step, f[passive[k]] / (f[passive[k]] - z[k]));
      }
      std::vector<int> kept;
      for (std::size_t k = 0; k < passive.size(); ++k) {
        double& own = f[passive[k]];
        const bool leaves = z[k] <= 0 && own + step * (z[k] - own) <= 1e-15 * std::abs(z[k]) + 1e-300;
        own = leaves ? 0.0 : std::max(0.0, own + step * (z[k] - own));
        if (!leaves) kept.push_back(passive[k]);
      }
      const bool done = kept.size() == passive.size() && step == 1;
      if (kept.size() == passive.size() && step < 1) kept.pop_back();
      passive = kept;
      if (done || passive.empty()) break;
    }
  }
  return f;
}

}  // namespace stiction::test
