#include "solvers/impulse_concentration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kRoundOff = 1e-10;   // of the largest entry: columns that differ by less depend on each other
constexpr double kLeastPivot = 1e-6;  // smaller ones would spoil the table

int degrees_of_freedom(const ContactProblem& problem, const ContactBlock& contact) {
  int count = (contact.body_a >= 0 ? 6 : 0) + (contact.body_b >= 0 ? 6 : 0);
  for (int s = contact.wide_begin; s < contact.wide_end; ++s)
    count += problem.wide_bodies[problem.wide_sides[s].body].dofs;
  return count;
}

Vec6 sizes(const BodyBlock& body) {
  Vec6 result;
  result << body.linear, Vec3::Constant(body.angular.norm());
  return result;
}

}  // namespace

// Rows are scaled by the velocity that a unit impulse on each degree of freedom gives.
void ImpulseConcentration::set_columns(const ContactProblem& problem, const VecX& impulse) {
  const ContactBlock& first = problem.contacts[loaded_.front()];
  table_.resize(degrees_of_freedom(problem, first), static_cast<Eigen::Index>(loaded_.size()));
  for (std::size_t i = 0; i < loaded_.size(); ++i) {
    const ContactBlock& contact = problem.contacts[loaded_[i]];
    const Vec3 r = impulse.segment<3>(3 * static_cast<Eigen::Index>(loaded_[i]));
    auto column = table_.col(static_cast<Eigen::Index>(i));
    Eigen::Index row = 0;
    const auto add_rigid = [&](int body, const Mat36& jacobian) {
      if (body < 0) return;
      column.segment<6>(row) = sizes(problem.bodies[body]).cwiseProduct(jacobian.transpose() * r);
      row += 6;
    };
    add_rigid(contact.body_a, contact.jacobian_a);
    add_rigid(contact.body_b, contact.jacobian_b);
    for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
      const auto J = problem.jacobian(problem.wide_sides[s]);
      column.segment(row, J.cols()).noalias() = J.transpose() * r;
      row += J.cols();
    }
  }
  Eigen::Index row = 6 * ((first.body_a >= 0 ? 1 : 0) + (first.body_b >= 0 ? 1 : 0));
  for (int s = first.wide_begin; s < first.wide_end; ++s) {
    const auto L = problem.factor(problem.wide_bodies[problem.wide_sides[s].body]);
    for (Eigen::Index k = 0; k < L.rows(); ++k, ++row) table_.row(row) *= L.row(k).norm();
  }
}

// The column enters the basis at the row: its own entries become those of a unit vector.
void ImpulseConcentration::exchange(int row, int column) {
  table_.row(row) /= table_(row, column);
  const VecX factors = table_.col(column);
  for (Eigen::Index j = 0; j < table_.cols(); ++j) {
    const double own = table_(row, j);
    if (own == 0) continue;
    table_.col(j) -= own * factors;
    table_(row, j) = own;
  }
  basis_[row] = column;
  in_basis_[column] = true;
}

void ImpulseConcentration::find_basis() {
  basis_.assign(table_.rows(), -1);
  in_basis_.assign(table_.cols(), 0);
  const double least = kRoundOff * table_.cwiseAbs().maxCoeff();
  for (;;) {
    int row = -1, column = -1;
    double largest = least;
    for (Eigen::Index j = 0; j < table_.cols(); ++j) {
      if (in_basis_[j]) continue;
      for (Eigen::Index i = 0; i < table_.rows(); ++i) {
        if (basis_[i] >= 0 || !(std::abs(table_(i, j)) > largest)) continue;
        largest = std::abs(table_(i, j));
        row = static_cast<int>(i);
        column = static_cast<int>(j);
      }
    }
    if (row < 0) return;
    exchange(row, column);
  }
}

// Shifts the column's weight to the basis, as far as that stays positive; then it takes the place of what got there
// first.
void ImpulseConcentration::empty_column(int column) {
  double most = weight_[column];
  int leaving = -1;
  for (Eigen::Index i = 0; i < table_.rows(); ++i) {
    if (basis_[i] < 0 || !(table_(i, column) < 0)) continue;
    const double limit = -weight_[basis_[i]] / table_(i, column);
    if (!(limit < most)) continue;
    most = limit;
    leaving = static_cast<int>(i);
  }
  if (leaving >= 0 && table_(leaving, column) > -kLeastPivot) return;
  for (Eigen::Index i = 0; i < table_.rows(); ++i) {
    if (basis_[i] >= 0) weight_[basis_[i]] = std::max(0.0, weight_[basis_[i]] + most * table_(i, column));
  }
  weight_[column] -= most;
  if (leaving < 0) {
    weight_[column] = 0;
    return;
  }
  weight_[basis_[leaving]] = 0;
  exchange(leaving, column);
}

void ImpulseConcentration::run(const ContactProblem& problem, int begin, int end, VecX& impulse) {
  loaded_.clear();
  for (int c = begin; c < end; ++c)
    if (impulse[3 * static_cast<Eigen::Index>(c)] > 0) loaded_.push_back(c);
  const int count = static_cast<int>(loaded_.size());
  if (count <= degrees_of_freedom(problem, problem.contacts[begin])) return;
  set_columns(problem, impulse);
  find_basis();
  weight_.assign(count, 1.0);
  for (int j = 0; j < count; ++j) {
    if (!in_basis_[j]) empty_column(j);
  }
  for (int j = 0; j < count; ++j) impulse.segment<3>(3 * static_cast<Eigen::Index>(loaded_[j])) *= weight_[j];
}

}  // namespace stiction
