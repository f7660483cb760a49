#include "solvers/exact_law/law_residual.h"

#include <algorithm>
#include <cmath>

#include "contact/projections.h"

namespace stiction {

double LawResidual::operator()(const Island& island, const std::vector<double>& z) {
  x_.assign(island.velocity_size(), 0.0);
  u_.resize(z.size());
  island.accumulate(0, 3, z.data(), x_.data());
  island.apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island.q[i];
  return island.natural_map(z.data(), u_.data());
}

double LawResidual::signorini(const Island& island, const std::vector<double>& z) const {
  double worst = 0;
  for (std::size_t k = 0; k < z.size(); k += 3) worst = std::max(worst, std::abs(signorini_map(1, z[k], u_[k])));
  return island.denominator > 0 ? worst / island.denominator : 0;
}

}  // namespace stiction
