#include "recorded/contact_sweeps.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPathSystems = 25;       // of the central path, as a rule
constexpr double kPathOperations = 1500;  // of one of its systems per contact, beside linear algebra
constexpr double kSweepOperations = 400;  // of a sweep per contact, beside the product
constexpr double kShare = 0.5;            // of the path's cost: what sweeps may take at most,
constexpr double kTrial = 0.05;           // and without a promise
constexpr int kFirstSweeps = 2, kMostSweeps = 20;
constexpr double kNever = 1e9;  // sweeps

}  // namespace

void ContactSweeps::start(const ContactSpaceLaw& law) {
  contacts_.resize(law.contact_count());
  diagonal_.resize(law.contact_count());
  for (int c = 0; c < law.contact_count(); ++c) {
    const Mat3 W = law.matrix().diagonal(c);
    diagonal_[c] = 0.5 * (W + W.transpose());
    contacts_[c].prepare(diagonal_[c], law.mu()[c]);
  }
}

// The antisymmetric part of a contact's own block acts with the impulse it had before.
void ContactSweeps::sweep(const ContactSpaceLaw& law, std::vector<double>& z) const {
  for (int c = 0; c < law.contact_count(); ++c) {
    Eigen::Map<Vec3> z_c(&z[3 * static_cast<std::size_t>(c)]);
    const Eigen::Map<const Vec3> q_c(&law.q()[3 * static_cast<std::size_t>(c)]);
    const Vec3 others = q_c + law.matrix().row_product(c, z.data()) - diagonal_[c] * z_c;
    z_c = contacts_[c].solve(others);
  }
}

double ContactSweeps::error(const ContactSpaceLaw& law, const std::vector<double>& z) {
  residual_(law, z);
  return law.recorded_map(z.data(), residual_.u().data()) / law.allowed();
}

int ContactSweeps::solve(ContactSpaceLaw& law, const Deadline& deadline, std::vector<double>& z) {
  start(law);
  const double count = law.contact_count();
  const double sweep_cost = law.matrix().product_cost() + kSweepOperations * count;
  // [sweeps]; a lower bound at first, which saves the small problems the analysis of their systems
  const auto path_cost = [&](double system) { return kPathSystems * (system + kPathOperations * count) / sweep_cost; };
  double path = path_cost(law.matrix().least_system_cost());
  bool bound = true;
  double before = error(law, z);
  int sweeps = 0, next = kFirstSweeps;
  while (before > 1 && sweeps < kShare * path && !deadline.passed()) {
    for (int i = 0; i < next; ++i) sweep(law, z);
    sweeps += next;
    const double now = error(law, z);
    if (!std::isfinite(now) || now <= 1) break;
    const double left = now < before ? next * std::log(now) / std::log(before / now) : kNever;
    if (bound && sweeps + left > kShare * path) {
      path = path_cost(law.matrix().system_cost());
      bound = false;
    }
    const bool promising = sweeps + left <= kShare * path;
    if (!promising && sweeps > kTrial * path) break;
    next = promising ? std::clamp(static_cast<int>(std::ceil(0.5 * left)), 1, kMostSweeps) : kFirstSweeps;
    before = now;
  }
  return sweeps;
}

}  // namespace stiction
