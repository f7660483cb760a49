#include "solvers/pgs/sweeps.h"

#include "contact/wide_kernels.h"
#include "solvers/pgs/visit.h"

namespace stiction {
namespace {

using Columns = Eigen::Matrix<double, Island::kColumn, 3>;

Eigen::Map<const Columns> columns(const Island& island, int contact) {
  return Eigen::Map<const Columns>(&island.A[static_cast<std::size_t>(contact) * Island::kContact]);
}

STICTION_SIMD void velocity_of_others(const double* A, const double* xa, const double* xb, const double* q,
                                      const double* W, const double* r, double* u) {
  velocity_without(A, xa, xb, q, W, r, u);
}

STICTION_SIMD void push(const double* A, const double* change, double* x) {
  add_impulse(A, change, x);
}

}  // namespace

void ContactRow::prepare(const Island& island, int contact, Movable movable) {
  contact_ = contact;
  movable_ = movable;
  slowness_ = 0;
  const auto A = columns(island, contact);
  W_.setZero();
  if (movable.a) W_.noalias() += A.topRows<6>().transpose() * A.topRows<6>();
  if (movable.b) W_.noalias() += A.bottomRows<6>().transpose() * A.bottomRows<6>();
  run_ = island.run(contact);
  if (movable.wide && run_ != nullptr) {
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>> wide(island.column(*run_, contact, 0), run_->rows,
                                                                          3);
    W_ += wide.transpose().lazyProduct(wide);
  }
  law_.prepare(W_, island.mu[contact]);
}

void ContactRow::visit(const Island& island, double* x, double* z) {
  const double* A = &island.A[static_cast<std::size_t>(contact_) * Island::kContact];
  double* xa = x + 6 * static_cast<std::size_t>(island.side_a[contact_]);
  double* xb = x + 6 * static_cast<std::size_t>(island.side_b[contact_]);
  double* r = z + 3 * static_cast<std::size_t>(contact_);
  Vec3 q;
  velocity_of_others(A, xa, xb, &island.q[3 * static_cast<std::size_t>(contact_)], W_.data(), r, q.data());
  if (run_ != nullptr) add_wide_velocity(island, *run_, contact_, x, q.data());
  const Vec3 next = law_.solve(q, slowness_);
  const double change[3] = {next[0] - r[0], next[1] - r[1], next[2] - r[2]};
  if (change[0] == 0 && change[1] == 0 && change[2] == 0) return;
  if (movable_.a) push(A, change, xa);
  if (movable_.b) push(A + 6, change, xb);
  if (movable_.wide && run_ != nullptr) add_wide_impulse(island, *run_, contact_, change, x);
  for (int k = 0; k < 3; ++k) r[k] = next[k];
}

void GaussSeidelSweeps::start(const Island& island, const std::vector<double>& z) {
  island_ = &island;
  rows_.resize(island.contact_count());
  for (int c = 0; c < island.contact_count(); ++c) rows_[c].prepare(island, c);
  z_ = z;
  x_.assign(island.velocity_size(), 0.0);
  island.accumulate(0, 3, z_.data(), x_.data());
}

void GaussSeidelSweeps::sweep() {
  for (ContactRow& row : rows_) row.visit(*island_, x_.data(), z_.data());
}

double GaussSeidelSweeps::natural_map() {
  u_.resize(island_->q.size());
  island_->apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island_->q[i];
  return island_->natural_map(z_.data(), u_.data());
}

}  // namespace stiction
