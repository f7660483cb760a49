#include "contact/scaled_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/wide_rows.h"

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

// Rows of A_c for the wide sides, without the scale; returns the sum of their squares.
double wide_columns(const ContactProblem& problem, const ContactBlock& contact, const WideRun& run, double* columns) {
  std::fill(columns, columns + 3 * static_cast<std::size_t>(run.rows), 0.0);
  double* rows = columns;
  for (int s = contact.wide_begin; s < contact.wide_end; ++s) {
    const WideSide& side = problem.wide_sides[s];
    wide_rows::scaled(problem, side, rows, run.rows);
    rows += WideSegment{0, block_count_of(problem.wide_bodies[side.body]), 0}.padded_rows();
  }
  return Eigen::Map<const VecX>(columns, 3 * static_cast<Eigen::Index>(run.rows)).squaredNorm();
}

}  // namespace

int block_count_of(const WideBody& body) {
  return (body.dofs + 5) / 6;
}

double scale_contact(const ContactProblem& problem, int c, Island& island) {
  const ContactBlock& contact = problem.contacts[island.contacts[c]];
  double* A = &island.A[static_cast<std::size_t>(c) * Island::kContact];
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
  const WideRun* run = island.run(c);
  if (run != nullptr) {
    squares += wide_columns(problem, contact, *run, island.column(*run, c, 0));
    for (int s = contact.wide_begin; s < contact.wide_end; ++s)
      wide_rows::add_velocity(problem, problem.wide_sides[s], problem.free_velocity, q);
  }
  const double norm = std::sqrt(squares / 3);
  const double scale = norm > 0 ? norm : 1;  // zero: no body can react here
  columns /= scale;
  if (run != nullptr)
    Eigen::Map<VecX>(island.column(*run, c, 0), 3 * static_cast<Eigen::Index>(run->rows)) *= 1 / scale;
  Eigen::Map<Vec3>(&island.q[3 * static_cast<std::size_t>(c)]) = q / scale;
  return scale;
}

}  // namespace stiction
