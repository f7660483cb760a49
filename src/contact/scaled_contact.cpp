#include "contact/scaled_contact.h"

#include <cmath>

namespace stiction {
namespace {

constexpr int kColumn = Island::kColumn;

// Columns of L^T J^T of one side: 6 entries per row of J, written with stride kColumn.
void scaled_side(const BodyBlock& block, const Mat36& jacobian, double* out) {
  for (int k = 0; k < 3; ++k) {
    Eigen::Map<Vec3>(out + k * kColumn) = block.linear.cwiseProduct(jacobian.row(k).head<3>().transpose());
    Eigen::Map<Vec3>(out + k * kColumn + 3) = block.angular.transpose() * jacobian.row(k).tail<3>().transpose();
  }
}

// Rows of A_c for the wide sides, without the scale; returns the sum of their squares. Blocks of parts are set already.
double wide_columns(const ContactProblem& problem, const ContactBlock& contact, WidePart* parts) {
  double sum = 0;
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    const WideSide& side = problem.wide_sides[s];
    const auto J = problem.jacobian(side);
    const auto L = problem.factor(problem.wide_bodies[side.body]);
    for (Eigen::Index i = 0; i < L.cols(); ++i) {
      const Vec3 entry = J.lazyProduct(L.col(i));
      for (int k = 0; k < 3; ++k) parts[i / 6].columns[k][i % 6] = entry[k];
      sum += entry.squaredNorm();
    }
    parts += block_count_of(problem.wide_bodies[side.body]);
  }
  return sum;
}

}  // namespace

int block_count_of(const WideBody& body) {
  return (body.dofs + 5) / 6;
}

double scale_contact(const ContactProblem& problem, const ContactBlock& contact, double* A, std::span<WidePart> parts,
                     double* scaled_q) {
  Vec3 q = contact.drive;
  q[0] -= contact.bound;
  const auto add_side = [&](int body, const Mat36& jacobian, double* out) {
    if (body < 0) return;
    scaled_side(problem.bodies[body], jacobian, out);
    q.noalias() += jacobian * problem.free_velocity.segment<6>(6 * body);
  };
  Eigen::Map<Eigen::Matrix<double, Island::kContact, 1>> columns(A);
  columns.setZero();
  add_side(contact.body_a, contact.jacobian_a, A);
  add_side(contact.body_b, contact.jacobian_b, A + 6);
  double squares = columns.squaredNorm();
  if (!parts.empty()) {
    squares += wide_columns(problem, contact, parts.data());
    for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
      const WideSide& side = problem.wide_sides[s];
      q.noalias() += problem.jacobian(side) * problem.wide_part(problem.free_velocity, problem.wide_bodies[side.body]);
    }
  }
  const double norm = std::sqrt(squares / 3);
  const double scale = norm > 0 ? norm : 1;  // zero: no body can react here
  columns /= scale;
  for (WidePart& part : parts)
    for (auto& column : part.columns)
      for (double& entry : column) entry /= scale;
  Eigen::Map<Vec3> q_map(scaled_q);
  q_map = q / scale;
  return scale;
}

}  // namespace stiction
