#include "solvers/pgs/sweeps.h"

namespace stiction {
namespace {

using Columns = Eigen::Matrix<double, Island::kColumn, 3>;

Eigen::Map<const Columns> columns(const Island& island, int contact) {
  return Eigen::Map<const Columns>(&island.A[static_cast<std::size_t>(contact) * Island::kContact]);
}

Eigen::Map<const Eigen::Matrix<double, 6, 3>> part_columns(const WidePart& part) {
  return Eigen::Map<const Eigen::Matrix<double, 6, 3>>(part.columns[0].data());
}

}  // namespace

void ContactRow::prepare(const Island& island, int contact, Movable movable) {
  contact_ = contact;
  movable_ = movable;
  const auto A = columns(island, contact);
  W_.setZero();
  if (movable.a) W_.noalias() += A.topRows<6>().transpose() * A.topRows<6>();
  if (movable.b) W_.noalias() += A.bottomRows<6>().transpose() * A.bottomRows<6>();
  if (movable.wide)
    for (const WidePart& part : island.parts(contact))
      W_.noalias() += part_columns(part).transpose() * part_columns(part);
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
  for (const WidePart& part : island.parts(contact_)) {
    q.noalias() += part_columns(part).transpose() * Eigen::Map<const Vec6>(x + 6 * part.block);
  }
  const Vec3 next = law_.solve(q);
  const Vec3 change = next - r;
  if (movable_.a) xa.noalias() += A.topRows<6>() * change;
  if (movable_.b) xb.noalias() += A.bottomRows<6>() * change;
  if (movable_.wide) {
    for (const WidePart& part : island.parts(contact_))
      Eigen::Map<Vec6>(x + 6 * part.block).noalias() += part_columns(part) * change;
  }
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

double GaussSeidelSweeps::natural_map() {
  u_.resize(island_->q.size());
  island_->apply_transposed(0, 3, x_.data(), u_.data());
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += island_->q[i];
  return island_->natural_map(z_.data(), u_.data());
}

}  // namespace stiction
