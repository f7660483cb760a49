#include "solvers/regions/region_sweeps.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

double larger_eigenvalue(double a, double b, double c) {  // of [a b; b c]
  return 0.5 * (a + c) + std::sqrt(0.25 * (a - c) * (a - c) + b * b);
}

}  // namespace

void RegionSweeps::prepare(RegionProblem& region, Sweep kind) {
  region_ = &region;
  kind_ = kind;
  if (kind == Sweep::kRow) return;
  const bool square = region.island->friction_set.is_square();
  disks_.resize(square ? 0 : region.contact_count());
  squares_.resize(square ? region.contact_count() : 0);
  for (int c = 0; c < region.contact_count(); ++c) {
    if (square) {
      squares_[c].prepare(region.op.own_block(c), region.island->mu[c]);
    } else {
      disks_[c].prepare(region.op.own_block(c), region.island->mu[c]);
    }
  }
}

Vec3 RegionSweeps::solve_contact(int contact, const Vec3& impulse, const Vec3& velocity) const {
  const Vec3 without_it = velocity - region_->op.own_block(contact) * impulse;
  return squares_.empty() ? disks_[contact].solve(without_it) : squares_[contact].solve(without_it);
}

Vec3 RegionSweeps::solve_rows(int contact, const Vec3& impulse, Vec3 velocity) const {
  const Mat3& W = region_->op.own_block(contact);
  Vec3 next = impulse;
  const auto move = [&](int row, double to) {
    velocity += W.col(row) * (to - next[row]);
    next[row] = to;
  };
  if (W(0, 0) > 0) move(0, std::max(next[0] - velocity[0] / W(0, 0), 0.0));
  const double size = region_->island->mu[contact] * next[0];
  if (region_->island->friction_set.is_square()) {
    for (int k = 1; k < 3; ++k) {
      const double step = W(k, k) > 0 ? velocity[k] / W(k, k) : 0;
      move(k, std::clamp(next[k] - step, -size, size));
    }
  } else {
    const double diagonal = larger_eigenvalue(W(1, 1), W(1, 2), W(2, 2));
    if (diagonal > 0) next.tail<2>() -= velocity.tail<2>() / diagonal;
    region_->set(size).project(next.data());
  }
  return next;
}

void RegionSweeps::sweep(std::vector<double>& z) {
  RegionOperator& op = region_->op;
  op.begin_rows(z.data());
  for (int c = 0; c < region_->contact_count(); ++c) {
    Eigen::Map<Vec3> own(&z[3 * static_cast<std::size_t>(c)]);
    Vec3 velocity = Eigen::Map<const Vec3>(&region_->island->q[3 * static_cast<std::size_t>(c)]);
    velocity += op.row(c, z.data());
    const Vec3 next = kind_ == Sweep::kContact ? solve_contact(c, own, velocity) : solve_rows(c, own, velocity);
    op.changed(c, next - own);
    own = next;
  }
}

}  // namespace stiction
