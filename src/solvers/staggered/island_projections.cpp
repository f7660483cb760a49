#include "solvers/staggered/island_projections.h"

#include <algorithm>
#include <cmath>

namespace stiction {

void IslandProjections::prepare(const Island& island, const SolverOptions& options) {
  island_ = &island;
  deadline_ = nullptr;
  kernel_choice_ = options.kernel;
  share_of_tolerance_ = 0.05 * options.tolerance;
  newton_steps_ = 0;
  x_.resize(island.velocity_size());
  wanted_form_ = options.form;
  form_ = Form::kAuto;
}

void IslandProjections::prepare_systems() {
  if (form_ != Form::kAuto) return;
  refinement_.prepare(*island_);  // which may be needed later only, when steps should take no memory any more
  bool contact_form = false;
  if (kernel_choice_ == Kernel::kActiveSet) {
    active_set_.prepare(*island_, wanted_form_);
    contact_form = active_set_.contact_form();
  } else {
    kernel_.prepare(*island_, wanted_form_);
    contact_form = kernel_.system().contact_form();
  }
  form_ = contact_form ? Form::kContact : Form::kDof;
}

KernelOptions IslandProjections::kernel_options(double tolerance, double good_enough) const {
  KernelOptions options;
  options.tolerance = tolerance;
  options.near = 1e-5 * island_->denominator;
  options.deadline = deadline_;
  options.infeasible = 1e-3 * island_->denominator;
  options.good_enough = std::max(good_enough * island_->denominator, tolerance);
  return options;
}

void IslandProjections::normal_velocity_at(const std::vector<double>& f) {
  q_.resize(island_->contact_count());
  island_->apply_transposed(0, 1, f.data(), q_.data());
  for (std::size_t k = 0; k < q_.size(); ++k) q_[k] += island_->q[3 * k];
}

KernelResult IslandProjections::project_contact(Iterate& it, double tolerance, int max_systems) {
  const Island& island = *island_;
  KernelOptions options = kernel_options(tolerance, 0.1 * kSignorini);
  options.max_systems = max_systems;
  prepare_systems();
  normal_velocity_at(it.f);
  const KernelResult result =
      kernel_choice_ == Kernel::kActiveSet
          ? active_set_.project_contact(island, q_.data(), it.alpha.data(), it.c.data())
          : kernel_.solve(island, HalfLines{}, q_.data(), it.alpha.data(), it.c.data(), options);
  newton_steps_ += result.newton_steps;
  return result;
}

void IslandProjections::ensure_signorini(Iterate& it) {
  constexpr int kLargestDense = 500;  // contacts; beyond it the dense method takes too long
  const double violation = signorini(it);
  if (violation <= kSignorini || island_->contact_count() > kLargestDense) return;
  const Iterate before = it;
  normal_velocity_at(it.f);
  if (kernel_choice_ != Kernel::kActiveSet) active_set_.prepare(*island_, Form::kDof);
  newton_steps_ += active_set_.project_contact(*island_, q_.data(), it.alpha.data(), it.c.data()).newton_steps;
  if (!(signorini(it) < violation)) it = before;
}

KernelResult IslandProjections::project_friction(Iterate& it, double tolerance) {
  const Island& island = *island_;
  const std::size_t n = island.contact_count();
  q_.resize(2 * n);
  radius_.resize(n);
  island.apply_transposed(1, 2, it.c.data(), q_.data());
  for (std::size_t k = 0; k < n; ++k) {
    q_[2 * k] += island.q[3 * k + 1];
    q_[2 * k + 1] += island.q[3 * k + 2];
    radius_[k] = island.mu[k] * it.alpha[k];
  }
  const int samples = island.friction_set.samples;
  prepare_systems();
  const KernelResult result =
      kernel_choice_ == Kernel::kActiveSet
          ? active_set_.project_friction(island, radius_, q_.data(), it.beta.data(), it.f.data())
          : kernel_.solve(island, FrictionDisks{radius_, samples}, q_.data(), it.beta.data(), it.f.data(),
                          kernel_options(tolerance, share_of_tolerance_));
  newton_steps_ += result.newton_steps;
  return result;
}

void IslandProjections::refine(Iterate& it, int max_systems) {
  if (kernel_choice_ == Kernel::kActiveSet) return;
  prepare_systems();
  it.get_impulse(z_);
  newton_steps_ += refinement_.improve(*island_, kernel_.system(), max_systems, z_);
  it.set_impulse(*island_, z_);
}

void IslandProjections::contact_velocity(const Iterate& it) {
  for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = it.c[i] + it.f[i];
  u_.resize(island_->q.size());
  island_->apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island_->q[i];
}

double IslandProjections::natural_map(const Iterate& it) {
  contact_velocity(it);
  it.get_impulse(z_);
  return island_->natural_map(z_.data(), u_.data());
}

Rest IslandProjections::find_rest(const ContactProblem& problem) const {
  if (island_->signorini(z_.data(), u_.data()) > kSignorini) return Rest::kNone;
  if (is_unmoved(problem, *island_, z_.data(), x_.data())) return Rest::kUnmoved;
  const Rest rest = stiction::find_rest(problem, *island_, z_.data(), u_.data());
  return rest == Rest::kStill && !bodies_rest(problem, *island_, z_.data(), x_.data()) ? Rest::kSlow : rest;
}

bool IslandProjections::is_nearly_at_rest() const {
  return stiction::is_nearly_at_rest(*island_, z_.data(), u_.data()) &&
         island_->signorini(z_.data(), u_.data()) <= kSignorini;
}

double IslandProjections::signorini(const Iterate& it) {
  contact_velocity(it);
  it.get_impulse(z_);
  return island_->signorini(z_.data(), u_.data());
}

double IslandProjections::complementarity(const Iterate& it) {
  contact_velocity(it);
  double sum = 0;
  for (std::size_t k = 0; k < it.alpha.size(); ++k) sum += std::abs(it.alpha[k] * u_[3 * k]);
  return sum;
}

}  // namespace stiction
