#include "solvers/exact_law/law_residual.h"

namespace stiction {

double LawResidual::operator()(const Island& island, const std::vector<double>& z) {
  x_.assign(island.velocity_size(), 0.0);
  u_.resize(z.size());
  island.accumulate(0, 3, z.data(), x_.data());
  island.apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island.q[i];
  return island.natural_map(z.data(), u_.data());
}

}  // namespace stiction
