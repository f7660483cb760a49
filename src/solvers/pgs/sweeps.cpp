#include "solvers/pgs/sweeps.h"

#include "contact/wide_kernels.h"

namespace stiction {
namespace {

using Columns = Eigen::Matrix<double, Island::kColumn, 3>;

Eigen::Map<const Columns> columns(const Island& island, int contact) {
  return Eigen::Map<const Columns>(&island.A[static_cast<std::size_t>(contact) * Island::kContact]);
}

}  // namespace

void ContactRow::prepare(const Island& island, int contact, Movable movable) {
  contact_ = contact;
  movable_ = movable;
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

void ContactRow::visit(const Island& island, double* x, double* z) const {
  const auto A = columns(island, contact_);
  Eigen::Map<Vec6> xa(x + 6 * static_cast<std::size_t>(island.side_a[contact_]));
  Eigen::Map<Vec6> xb(x + 6 * static_cast<std::size_t>(island.side_b[contact_]));
  Eigen::Map<Vec3> r(z + 3 * static_cast<std::size_t>(contact_));
  Vec3 q = Eigen::Map<const Vec3>(&island.q[3 * static_cast<std::size_t>(contact_)]);
  q.noalias() -= W_ * r;
  q.noalias() += A.topRows<6>().transpose() * xa;  // zero columns for a side that is not free
  q.noalias() += A.bottomRows<6>().transpose() * xb;
  if (run_ != nullptr) add_wide_velocity(island, *run_, contact_, x, q.data());
  const Vec3 next = law_.solve(q);
  const Vec3 change = next - r;
  if (movable_.a) xa.noalias() += A.topRows<6>() * change;
  if (movable_.b) xb.noalias() += A.bottomRows<6>() * change;
  if (movable_.wide && run_ != nullptr) add_wide_impulse(island, *run_, contact_, change.data(), x);
  r = next;
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
  for (const ContactRow& row : rows_) row.visit(*island_, x_.data(), z_.data());
}

void GaussSeidelSweeps::sweep_back() {
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) row->visit(*island_, x_.data(), z_.data());
}

double GaussSeidelSweeps::natural_map() {
  u_.resize(island_->q.size());
  island_->apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island_->q[i];
  return island_->natural_map(z_.data(), u_.data());
}

}  // namespace stiction
