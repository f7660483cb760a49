#include "solvers/exact_law/delassus_law.h"

#include "linalg/small_lu.h"

namespace stiction {

double DelassusLaw::cost(int contacts) {
  const double rows = 3.0 * contacts;
  return rows * rows * (rows / 3 + 3 + 4);
}

void DelassusLaw::prepare(const Island& island) {
  island_ = &island;
  set_columns();
  set_delassus();
}

void DelassusLaw::set_columns() {
  const Island& island = *island_;
  columns_.setZero(island.velocity_size(), 3 * island.contact_count());
  const auto add_side = [&](int contact, int block, const double* rows) {
    if (block == island.block_count()) return;
    for (int k = 0; k < 3; ++k, rows += Island::kColumn)
      columns_.col(3 * contact + k).segment<6>(6 * block) += Eigen::Map<const Vec6>(rows);
  };
  for (int c = 0; c < island.contact_count(); ++c) {
    const double* A = island.A.data() + static_cast<std::size_t>(c) * Island::kContact;
    add_side(c, island.side_a[c], A);
    add_side(c, island.side_b[c], A + 6);
    island.for_parts(c, [&](int block, const PartColumns& part) { columns_.block<6, 3>(6 * block, 3 * c) += part; });
  }
}

// Body by body: contacts that share none do not meet in W.
void DelassusLaw::set_delassus() {
  const std::vector<IslandBlock>& blocks = island_->blocks;
  delassus_.setZero(columns_.cols(), columns_.cols());
  for (std::size_t begin = 0, end = 0; begin < blocks.size(); begin = end) {
    for (end = begin + 1; end < blocks.size() && blocks[end].body == blocks[begin].body;) ++end;
    add_body(static_cast<Eigen::Index>(6 * begin), static_cast<Eigen::Index>(6 * (end - begin)));
  }
}

void DelassusLaw::add_body(Eigen::Index row, Eigen::Index rows) {
  met_.clear();
  for (int c = 0; c < contact_count(); ++c)
    if (!columns_.block(row, 3 * c, rows, 3).isZero(0)) met_.push_back(c);
  const auto count = static_cast<Eigen::Index>(met_.size());
  body_columns_.resize(rows, 3 * count);
  for (Eigen::Index i = 0; i < count; ++i)
    body_columns_.middleCols<3>(3 * i) = columns_.block(row, 3 * met_[i], rows, 3);
  body_delassus_.noalias() = body_columns_.transpose() * body_columns_;
  for (Eigen::Index j = 0; j < count; ++j)
    for (Eigen::Index i = 0; i < count; ++i)
      delassus_.block<3, 3>(3 * met_[i], 3 * met_[j]) += body_delassus_.block<3, 3>(3 * i, 3 * j);
}

void DelassusLaw::accumulate(const double* z, double* x) const {
  for (int i = 0; i < velocity_size(); ++i) x[i] += z[i];
}

void DelassusLaw::apply_transposed(const double* x, double* out) const {
  Eigen::Map<VecX>(out, delassus_.rows()).noalias() = delassus_ * Eigen::Map<const VecX>(x, delassus_.cols());
}

double DelassusLaw::norm(const double* x) const {
  return (columns_ * Eigen::Map<const VecX>(x, columns_.cols())).norm();
}

bool DelassusLaw::factorize(const std::vector<Mat3>& D) {
  D_ = D;
  active_.clear();
  for (int c = 0; c < contact_count(); ++c)
    if (!D[c].isZero(0)) active_.push_back(c);
  const auto size = static_cast<Eigen::Index>(3 * active_.size());
  matrix_.resize(size, size);
  pivots_.resize(size);
  for (Eigen::Index j = 0; 3 * j < size; ++j) {
    for (Eigen::Index i = 0; 3 * i < size; ++i)
      matrix_.block<3, 3>(3 * i, 3 * j).noalias() =
          D[active_[i]] * delassus_.block<3, 3>(3 * active_[i], 3 * active_[j]);
    matrix_.block<3, 3>(3 * j, 3 * j) += Mat3::Identity();
  }
  return factorize_small_lu(static_cast<int>(size), matrix_.data(), pivots_.data());
}

// Of contacts with D = 0 x stays as it is, and what it causes at the others goes to their right-hand sides.
void DelassusLaw::solve(double* x) {
  Eigen::Map<VecX> own(x, velocity_size());
  const auto count = static_cast<Eigen::Index>(active_.size());
  right_.resize(3 * count);
  for (Eigen::Index i = 0; i < count; ++i) {
    right_.segment<3>(3 * i) = own.segment<3>(3 * active_[i]);
    own.segment<3>(3 * active_[i]).setZero();
  }
  if (count < contact_count()) {
    velocity_.noalias() = delassus_ * own;
    for (Eigen::Index i = 0; i < count; ++i)
      right_.segment<3>(3 * i) -= D_[active_[i]] * velocity_.segment<3>(3 * active_[i]);
  }
  solve_small_lu(static_cast<int>(3 * count), matrix_.data(), pivots_.data(), right_.data());
  for (Eigen::Index i = 0; i < count; ++i) own.segment<3>(3 * active_[i]) = right_.segment<3>(3 * i);
}

}  // namespace stiction
