#include "solvers/regions/region_problem.h"

#include <algorithm>
#include <cmath>

#include "contact/island_loops.h"

namespace stiction {

double RegionProblem::evaluate(const std::vector<double>& z, std::vector<double>& u) {
  u.resize(z.size());
  op.multiply(z.data(), u.data());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += island->q[i];
  const double natural_map = island->natural_map(z.data(), u.data());
  if (natural_map < least) {
    least = natural_map;
    best = z;
  }
  return natural_map;
}

void RegionProblem::project(std::vector<double>& z) const {
  for_contacts(contact_count(), kContactsPerTask, [&](int c) {
    double* own = &z[3 * static_cast<std::size_t>(c)];
    set(island->mu[c] * std::max(own[0], 0.0)).project(own);
  });
}

Progress RegionProblem::progress(const std::vector<double>& before, const std::vector<double>& z,
                                 const std::vector<double>& u) const {
  Progress sum;
  for (int c = 0; c < contact_count(); ++c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    double free[3], at_boundary[3];
    set(island->mu[c] * z[row]).split_residual(&z[row], &u[row], free, at_boundary);
    for (int k = 0; k < 3; ++k) {
      const double change = std::abs(z[row + k] - before[row + k]), residual = std::abs(free[k] + at_boundary[k]);
      sum.change += change * change;
      sum.residual += residual * residual;
      sum.change_max = std::max(sum.change_max, change);
      sum.residual_max = std::max(sum.residual_max, residual);
    }
  }
  const double scale = island->denominator > 0 ? 1 / island->denominator : 0;
  return {scale * std::sqrt(sum.change), scale * sum.change_max, scale * std::sqrt(sum.residual),
          scale * sum.residual_max};
}

}  // namespace stiction
