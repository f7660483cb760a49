#include "solvers/iterate.h"

namespace stiction {

void Iterate::set_zero(const Island& island) {
  const std::size_t n = island.contact_count();
  alpha.assign(n, 0.0);
  beta.assign(2 * n, 0.0);
  c.assign(island.velocity_size(), 0.0);
  f.assign(island.velocity_size(), 0.0);
}

void Iterate::set_impulse(const Island& island, const std::vector<double>& z) {
  set_zero(island);
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    alpha[k] = z[3 * k];
    beta[2 * k] = z[3 * k + 1];
    beta[2 * k + 1] = z[3 * k + 2];
  }
  island.accumulate(0, 1, alpha.data(), c.data());
  island.accumulate(1, 2, beta.data(), f.data());
}

void Iterate::get_impulse(std::vector<double>& z) const {
  z.resize(3 * alpha.size());
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    z[3 * k] = alpha[k];
    z[3 * k + 1] = beta[2 * k];
    z[3 * k + 2] = beta[2 * k + 1];
  }
}

}  // namespace stiction
