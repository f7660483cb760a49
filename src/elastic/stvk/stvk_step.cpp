#include "elastic/stvk/stvk_step.h"

#include <algorithm>
#include <cmath>

#include "elastic/stvk/stvk_body.h"

namespace stiction {
namespace {

constexpr double kSolved = 1e-8;     // what the impulse is still off by, against itself and the velocity
constexpr double kContracts = 0.25;  // share of a step's answer that may be left after it for the matrix to be kept
constexpr int kMaxCuts = 12;
constexpr double kDownhill = 0.1;  // least share of the slope by which a step must go down
constexpr double kCurved = 0.01;   // least curvature along the secant, against the tangent's

}  // namespace

StvkStep::StvkStep(const StvkBody& body)
    : FloatingStep(body),
      body_(body),
      factor_of_(body.mode_count()),
      definite_(body.mode_count()),
      tridiagonal_(body.mode_count()),
      eigen_(body.mode_count()) {
  most_pull_ = 1;  // beyond two the fixed point of the kick would not be one
  accuracy_ = {.kick = 1e-10, .kicks = 3, .energy = 1e-9};
}

// Most states have a definite stiffness, which one Cholesky factor tells. Eigenvalues are found in parts, as the solver
// as a whole would take memory.
void StvkStep::make_semidefinite() {
  definite_.compute(stiffness_);
  if (definite_.info() == Eigen::Success || !stiffness_.allFinite()) return;
  tridiagonal_.compute(stiffness_);
  diagonal_ = tridiagonal_.diagonal();
  beside_ = tridiagonal_.subDiagonal();
  eigen_.computeFromTridiagonal(diagonal_, beside_);
  tridiagonal_.matrixQ().evalTo(weighted_, householder_);
  vectors_.noalias() = weighted_ * eigen_.eigenvectors();
  weighted_ = vectors_ * eigen_.eigenvalues().cwiseMax(0).asDiagonal();
  stiffness_.noalias() = weighted_ * vectors_.transpose();
}

void StvkStep::set_place(const VecX& u) {
  const double h = step_, gamma = body_.options().gamma, beta = body_.options().beta();
  place_ = q_ + (gamma - 0.5) * h * u_before_ + beta * h * (u - u_before_);
}

void StvkStep::evaluate(const VecX& u) {
  set_place(u);
  body_.energy().second(place_, force_, stiffness_, work_);
  make_semidefinite();
}

void StvkStep::set_impulse(const VecX& u) {
  impulse_ = step_ * force_;
  impulse_.noalias() += step_ * damping_ * u;
}

// (2) with the elastic and damping impulse P(u) about some u: u+ + P + (E - 1)(u+ - u) = u-.
void StvkStep::set_known(const VecX& u) {
  about_ = u;
  known_ = u_before_ - impulse_ - u;
  known_.noalias() += effective_ * u;
}

void StvkStep::linearise_about(const VecX& u) {
  const double h = step_;
  set_impulse(u);
  effective_ = h * damping_ + body_.options().beta() * h * h * stiffness_;
  effective_.diagonal().array() += 1;
  factor_of_.compute(effective_);
  set_known(u);
}

void StvkStep::set_elastic() {
  evaluate(u_before_);
  damping_ = body_.options().stiffness_damping * stiffness_;
  damping_.diagonal().array() += body_.options().mass_damping;
  linearise_about(u_before_);
  start_impulse_ = impulse_;
}

// Along d = u_ - about_, what is made least changes by -t d.E d + t^2 d.(1 + h D) d / 2 + what U / beta is more than
// linear, where d is the linear model's answer.
void StvkStep::go_downhill() {
  const double reach = body_.options().beta() * step_;
  change_ = u_ - about_;
  answer_.noalias() = effective_ * change_;
  const double slope = change_.dot(answer_);
  answer_.noalias() = damping_ * change_;
  const double moving = change_.squaredNorm() + step_ * change_.dot(answer_), pushed = reach * force_.dot(change_);
  set_place(about_);
  answer_ = place_;
  const double value = body_.energy().value(place_, work_);
  double share = 1;
  for (int i = 0; i < kMaxCuts; ++i, share *= 0.5) {
    place_ = answer_ + share * reach * change_;
    const double curved = body_.energy().value(place_, work_) - value - share * pushed;
    const double fall = -share * slope + 0.5 * share * share * moving + curved / body_.options().beta();
    if (fall <= -kDownhill * share * slope) break;
  }
  u_ = about_ + share * change_;
}

// Makes E s = y for s and y of which y.s is positive, E s given.
void StvkStep::match_secant(const VecX& s, const VecX& y, const VecX& E_s) {
  effective_.noalias() += 1 / s.dot(y) * y * y.transpose();
  effective_.noalias() -= 1 / s.dot(E_s) * E_s * E_s.transpose();
  factor_of_.compute(effective_);
}

// Where the last step left little of what it set out to solve, E is right but for the direction of that step.
bool StvkStep::linearise_again() {
  change_ = u_ - about_;
  answer_.noalias() = effective_ * change_;
  set_place(u_);
  body_.energy().gradient(place_, next_force_, work_);
  left_ = step_ * (next_force_ - force_) + change_;  // what E (u_ - about_) should have been
  left_.noalias() += step_ * damping_ * change_;
  const double off = (left_ - answer_).norm(), answered = answer_.norm();
  const bool solved = !(off > kSolved * (u_.norm() + u_before_.norm() + impulse_.norm()));
  if (!solved && !(off < kContracts * answered)) {
    go_downhill();
    evaluate(u_);
    linearise_about(u_);
    return true;
  }
  force_.swap(next_force_);
  if (!solved && change_.dot(left_) > kCurved * change_.dot(answer_)) match_secant(change_, left_, answer_);
  set_impulse(u_);
  set_known(u_);
  return !solved;
}

// With s = u- - u+ and y what the left of (2), without a pull at u-, changes by between them: E s = y. Where the pull
// moved u+ away from the last linearisation, the impulse is the linear one.
void StvkStep::set_contact_mass() {
  free_ = u_;
  change_ = u_ - about_;
  impulse_ -= change_;
  impulse_.noalias() += effective_ * change_;
  change_ = u_before_ - u_;
  left_ = change_ + start_impulse_ - impulse_ - 0.5 * pull_ * (u_before_ + u_);
  answer_.noalias() = effective_ * change_;
  if (change_.dot(left_) > kCurved * change_.dot(answer_)) match_secant(change_, left_, answer_);
}

// Energy that the linear force did not take from the motion, but the drift put into the body, e: |rate|^2 / 2 falls by
// it.
void StvkStep::limit_rate(VecX& rate) {
  place_ = 0.5 * (u_before_ + u_);
  change_ = u_ - free_;
  answer_ = impulse_ - change_;
  answer_.noalias() += effective_ * change_;
  answer_.noalias() -= step_ * damping_ * u_;
  const double taken = answer_.dot(place_);
  place_ = q_ - 0.5 * step_ * u_before_;
  const double before = body_.energy().value(place_, work_);
  place_ = q_ + 0.5 * step_ * u_;
  const double excess = body_.energy().value(place_, work_) - before - taken;
  const double moving = 0.5 * rate.squaredNorm();
  if (!(excess > 0) || moving == 0) return;
  rate *= std::sqrt(std::max(0.0, 1 - excess / moving));
}

void StvkStep::subtract_effective(const VecX& u, VecX& from) const {
  from.noalias() -= effective_ * u;
}

void StvkStep::solve_effective(VecX& x) const {
  factor_of_.solveInPlace(x);
}

void StvkStep::solve_effective(MatX& columns) const {
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    auto column = columns.col(k);
    factor_of_.solveInPlace(column);
  }
}

// E = C C^T: C^-T.
void StvkStep::set_inverse_root(Eigen::Ref<MatX> root) const {
  root.setIdentity();
  factor_of_.matrixU().solveInPlace(root);
}

double StvkStep::twice_elastic_energy(const VecX& q) {
  return 2 * body_.energy().value(q, work_);
}

double StvkStep::damping_power(const VecX& middle) {
  answer_.noalias() = damping_ * u_;
  return middle.dot(answer_);
}

}  // namespace stiction
