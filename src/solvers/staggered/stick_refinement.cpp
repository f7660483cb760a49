#include "solvers/staggered/stick_refinement.h"

#include <algorithm>
#include <cmath>

#include "contact/island_loops.h"
#include "solvers/staggered/separable_sets.h"

namespace stiction {
namespace {

constexpr double kRho = 1e6;  // dimensionless (unit Delassus diagonal)
constexpr double kGain = 0.1;

}  // namespace

void StickRefinement::prepare(const Island& island) {
  const std::size_t size = 3 * static_cast<std::size_t>(island.contact_count());
  x_.resize(island.velocity_size());
  for (auto* v : {&u_, &next_, &own_}) v->resize(size);
  derivative_.resize(3 * size);
}

double StickRefinement::evaluate(const Island& island, const std::vector<double>& z) {
  std::fill(x_.begin(), x_.end(), 0.0);
  island.accumulate(0, 3, z.data(), x_.data());
  island.apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island.q[i];
  return island.natural_map(z.data(), u_.data());
}

// next_ = z + dz, put back into the cones. False if the matrix could not be factored.
bool StickRefinement::step(const Island& island, NewtonSystem& system, const std::vector<double>& z) {
  const FrictionCones cones{island.mu, island.friction_set.samples};
  for_contacts(island.contact_count(), kHeavyContactsPerTask, [&](int c) {
    const Eigen::Map<const Vec3> at(&z[3 * static_cast<std::size_t>(c)]), u(&u_[3 * static_cast<std::size_t>(c)]);
    const Vec3 y = at - u;
    Vec3 p;
    Mat3 derivative;
    cones.project(c, y.data(), p.data());
    cones.derivative(c, y.data(), derivative.data());
    const Vec3 F = u + (y - p);
    const Vec3 own = -(kRho * (derivative * u) + (F - derivative * F));
    std::copy_n(derivative.data(), 9, &derivative_[9 * static_cast<std::size_t>(c)]);
    std::copy_n(own.data(), 3, &own_[3 * static_cast<std::size_t>(c)]);
  });
  if (!system.factorize(island, 0, 3, kRho, derivative_)) return false;
  std::fill(x_.begin(), x_.end(), 0.0);
  island.accumulate(0, 3, own_.data(), x_.data());
  system.solve(island, x_.data());
  island.apply_transposed(0, 3, x_.data(), next_.data());
  for_contacts(island.contact_count(), kHeavyContactsPerTask, [&](int c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    const Eigen::Map<const Mat3> derivative(&derivative_[3 * row]);
    const Vec3 answer = Eigen::Map<Vec3>(&next_[row]);
    const Vec3 moved = Eigen::Map<const Vec3>(&z[row]) + (Eigen::Map<Vec3>(&own_[row]) - kRho * (derivative * answer));
    cones.project(c, moved.data(), &next_[row]);
  });
  return true;
}

int StickRefinement::improve(const Island& island, NewtonSystem& system, int max_systems, std::vector<double>& z) {
  prepare(island);
  int systems = 0;
  double natural_map = evaluate(island, z);
  while (systems < max_systems) {
    ++systems;
    if (!step(island, system, z)) return systems;
    const double next = evaluate(island, next_);
    if (!(next < natural_map)) return systems;
    z.swap(next_);
    if (next > kGain * natural_map) return systems;
    natural_map = next;
  }
  return systems;
}

}  // namespace stiction
