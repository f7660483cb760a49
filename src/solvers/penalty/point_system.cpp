#include "solvers/penalty/point_system.h"

namespace stiction {
namespace {

using Answer = Eigen::Matrix<double, Eigen::Dynamic, 3>;
using SmallJacobian = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

bool is_mass_point(const WideBody& body) {
  return body.dofs == 3;
}

double inverse_mass(const ContactProblem& problem, const WideBody& body) {
  const double root = problem.wide_values[body.factor];
  return root * root;
}

Eigen::Map<const SmallJacobian> small_jacobian(const ContactProblem& problem, const WideSide& side) {
  return Eigen::Map<const SmallJacobian>(problem.wide_values.data() + side.jacobian);
}

}  // namespace

void PointSystem::begin(const ContactProblem& problem, bool one_sided) {
  problem_ = &problem;
  one_sided_ = one_sided;
  velocity_ = problem.free_velocity;
  momentum_.setZero(velocity_.size());
  answer_of_side_.assign(problem.wide_sides.size(), 0);
  answers_.clear();
  for (std::size_t s = 0; s < problem.wide_sides.size(); ++s) {
    const WideSide& side = problem.wide_sides[s];
    const WideBody& body = problem.wide_bodies[side.body];
    if (is_mass_point(body)) continue;
    const auto L = problem.factor(body);
    const Answer answer = L * (L.transpose() * problem.jacobian(side).transpose());
    answer_of_side_[s] = answers_.size();
    answers_.insert(answers_.end(), answer.data(), answer.data() + answer.size());
  }
}

bool PointSystem::acts_on(int contact, const WideSide& side) const {
  const int vertex_body = problem_->point_contacts[contact].vertex_body;
  return !one_sided_ || vertex_body < 0 || side.body == vertex_body;
}

double PointSystem::tangent_response(int contact) const {
  double response = 0;
  const ContactBlock& block = problem_->contacts[contact];
  for (int s = block.wide_begin; s < block.wide_end; ++s) {
    const WideSide& side = problem_->wide_sides[s];
    const WideBody& body = problem_->wide_bodies[side.body];
    if (!acts_on(contact, side)) continue;
    if (is_mass_point(body)) {
      response += inverse_mass(*problem_, body) * small_jacobian(*problem_, side).bottomRows<2>().squaredNorm();
      continue;
    }
    const Eigen::Map<const Answer> answer(answers_.data() + answer_of_side_[s], body.dofs, 3);
    const auto jacobian = problem_->jacobian(side);
    response += jacobian.row(1).dot(answer.col(1)) + jacobian.row(2).dot(answer.col(2));
  }
  return response / 2;
}

void PointSystem::push(int contact, const Vec3& impulse) {
  const ContactBlock& block = problem_->contacts[contact];
  for (int s = block.wide_begin; s < block.wide_end; ++s) {
    const WideSide& side = problem_->wide_sides[s];
    const WideBody& body = problem_->wide_bodies[side.body];
    if (!acts_on(contact, side)) continue;
    if (is_mass_point(body)) {
      const Vec3 given = small_jacobian(*problem_, side).transpose() * impulse;
      momentum_.segment<3>(body.first) += given;
      velocity_.segment<3>(body.first) += inverse_mass(*problem_, body) * given;
      continue;
    }
    momentum_.segment(body.first, body.dofs).noalias() += problem_->jacobian(side).transpose() * impulse;
    velocity_.segment(body.first, body.dofs).noalias() +=
        Eigen::Map<const Answer>(answers_.data() + answer_of_side_[s], body.dofs, 3) * impulse;
  }
}

}  // namespace stiction
