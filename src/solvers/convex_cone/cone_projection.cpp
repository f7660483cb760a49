#include "solvers/convex_cone/cone_projection.h"

#include <algorithm>

#include "contact/projections.h"

namespace stiction {
namespace {

constexpr double kInfeasible = 1e-3;  // a stuck residual above this, over the denominator: no feasible point
constexpr double kEnough = 1e-10;     // a residual below this is left alone where contacts are redundant

}  // namespace

void ConeProjection::prepare(const Island& island, Form form) {
  island_ = &island;
  kernel_.prepare(island, form);
  contact_form_ = kernel_.system().contact_form();
  newton_steps_ = 0;
  x_.resize(island.velocity_size());
}

KernelResult ConeProjection::solve(const std::vector<double>& shift, double tolerance, std::vector<double>& z) {
  const Island& island = *island_;
  KernelOptions options;
  options.tolerance = tolerance * island.denominator;
  options.infeasible = kInfeasible * island.denominator;
  options.good_enough = std::max(kEnough * island.denominator, options.tolerance);
  q_ = island.q;
  for (std::size_t k = 0; k < shift.size(); ++k) q_[3 * k] += shift[k];
  const KernelResult result = kernel_.solve(island, FrictionCones{island.mu, island.friction_set.samples}, q_.data(),
                                            z.data(), x_.data(), options);
  newton_steps_ += result.newton_steps;
  return result;
}

void ConeProjection::shift_at(const std::vector<double>& u, std::vector<double>& shift) const {
  shift.resize(island_->contact_count());
  for (std::size_t k = 0; k < shift.size(); ++k) {
    shift[k] = island_->mu[k] * support_function(island_->friction_set.samples, -u[3 * k + 1], -u[3 * k + 2]);
  }
}

}  // namespace stiction
