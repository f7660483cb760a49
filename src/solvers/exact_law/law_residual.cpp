#include "solvers/exact_law/law_residual.h"

namespace stiction {

double LawResidual::operator()(const LawOperator& law, const std::vector<double>& z) {
  x_.assign(law.velocity_size(), 0.0);
  u_.resize(z.size());
  const std::vector<double>& q = law.q();
  law.accumulate(z.data(), x_.data());
  law.apply_transposed(x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += q[i];
  return law.natural_map(z.data(), u_.data());
}

}  // namespace stiction
