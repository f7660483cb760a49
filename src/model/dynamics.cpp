#include "model/dynamics.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

using SmallMat = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

constexpr double kTurnPerSubstep = 0.5;  // [rad]: (1) has one nearby root, and the Cayley map is accurate
constexpr int kMaxSubsteps = 64;
constexpr int kMaxNewtonIterations = 20;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

// exp of a rotation vector [rad] as a unit quaternion.
Quat exp_rotation(const Vec3& turn) {
  const double half = 0.5 * turn.norm();
  // sin(x)/x to double precision by its series where the quotient would be 0/0.
  const double sinc = half < 1e-4 ? 1 - half * half / 6 : std::sin(half) / half;
  const Vec3 v = 0.5 * sinc * turn;
  return Quat(std::cos(half), v.x(), v.y(), v.z());
}

// cay(turn) as a unit quaternion: (1, turn/2), normalised.
Quat cayley_rotation(const Vec3& turn) {
  return Quat(1, 0.5 * turn.x(), 0.5 * turn.y(), 0.5 * turn.z()).normalized();
}

// Solves (1) by Newton's method from w = w_0. False if it did not converge; w is then meaningless.
bool solve_midpoint(const Mat3& J, const Vec3& w0, double step, Vec3& w) {
  const Vec3 L0 = J * w0;
  w = w0;
  for (int i = 0; i < kMaxNewtonIterations; ++i) {
    const Vec3 L = J * w;
    const Vec3 residual = L + 0.5 * step * w.cross(L) - L0;
    const Mat3 derivative = J + 0.5 * step * (cross_matrix(w) * J - cross_matrix(L));
    const Vec3 change = derivative.inverse() * residual;  // cofactors: the cheapest for 3x3
    w -= change;
    // The error after a Newton step is of the order of the square of the step: this one leaves round-off.
    if (change.squaredNorm() <= 1e-17 * w.squaredNorm()) return true;
  }
  return false;
}

// One step of (1)-(3) from rotation q and body-axes angular velocity w.
void midpoint_step(const Mat3& J, double step, Quat& q, Vec3& w) {
  const Vec3 L = J * w;
  const bool steady = 0.5 * step * w.cross(L).norm() <= 4 * kEpsilon * L.norm();
  Vec3 midpoint;
  if (steady || !solve_midpoint(J, w, step, midpoint)) {
    q = (q * exp_rotation(step * w)).normalized();
    return;
  }
  q = (q * cayley_rotation(step * midpoint)).normalized();
  w = 2 * midpoint - w;
}

// Torque-free rotation over the step. On entry state.angular_velocity is that after the contact solve.
void rotate_freely(const Body& body, BodyState& state, double step) {
  const double turn = step * state.angular_velocity.norm();
  const double wanted = std::ceil(turn / kTurnPerSubstep);
  const int substeps = wanted <= kMaxSubsteps ? std::max(1, static_cast<int>(wanted)) : kMaxSubsteps;
  Vec3 w = state.rotation.conjugate() * state.angular_velocity;
  for (int i = 0; i < substeps; ++i) midpoint_step(body.mass.inertia, step / substeps, state.rotation, w);
  state.angular_velocity = state.rotation * w;
}

// A large coordinate would keep its bits by itself; with small ones beside it a body at rest would tremble by round-off
// of its forces. Then no step would find its contacts where the last one did, and none could take its impulses.
// Points of a body near the origin have coordinates of the size of the body.
bool moves(const Body& body, const BodyState& state, double step) {
  const double way = step * state.velocity.norm();
  if (way <= kPlaceRoundOff * state.center.lpNorm<Eigen::Infinity>()) return false;
  const double gyration_squared = body.mass.inertia.trace() / (2 * body.mass.mass);
  return !(way * way <= kPlaceRoundOff * kPlaceRoundOff * gyration_squared);
}

// S (S^T I S)^-1 S^T = F F^T with F = S U^-1, where S^T I S = U^T U (Cholesky).
Mat3 constrained_inverse_factor(const Body& body, const Quat& rotation, double added) {
  int axes[3];
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    if (!body.lock[3 + i]) axes[count++] = i;
  }
  Mat3 factor = Mat3::Zero();
  if (count == 0) return factor;
  const Mat3 R = rotation.toRotationMatrix();
  const Mat3 inertia = R * body.mass.inertia * R.transpose();
  SmallMat reduced(count, count);
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) reduced(i, j) = inertia(axes[i], axes[j]);
    reduced(i, i) += added;
  }
  const SmallMat inverse = Eigen::LLT<SmallMat>(reduced).matrixU().solve(SmallMat::Identity(count, count));
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) factor(axes[i], j) = inverse(i, j);
  }
  return factor;
}

}  // namespace

Vec3 inverse_mass_factor(const Body& body, double added) {
  if (body.fixed) return Vec3::Zero();
  const double factor = 1 / std::sqrt(body.mass.mass + added);
  return {body.lock[0] ? 0 : factor, body.lock[1] ? 0 : factor, body.lock[2] ? 0 : factor};
}

Mat3 inverse_inertia_factor(const Body& body, const Quat& rotation, double added) {
  if (body.fixed) return Mat3::Zero();
  if (body.locks_rotation() || added > 0) return constrained_inverse_factor(body, rotation, added);
  return rotation.toRotationMatrix() * body.inverse_inertia_factor;
}

Vec6 free_velocity(const Model& model, const Body& body, const BodyState& state, double step) {
  Vec6 velocity = Vec6::Zero();
  if (body.fixed) return velocity;
  velocity.head<3>() = state.velocity + step * (model.gravity + body.force / body.mass.mass);
  velocity.tail<3>() = state.angular_velocity;
  if (!body.torque.isZero(0)) {
    const Mat3 F = inverse_inertia_factor(body, state.rotation);
    velocity.tail<3>() += step * (F * (F.transpose() * body.torque));
  }
  for (int i = 0; i < 6; ++i) {
    if (body.lock[i]) velocity[i] = 0;
  }
  return velocity;
}

void advance(const Body& body, BodyState& state, const Vec6& velocity, double step) {
  if (body.fixed) return;
  for (int i = 0; i < 3; ++i) {
    state.velocity[i] = body.lock[i] ? 0 : velocity[i];
    state.angular_velocity[i] = body.lock[3 + i] ? 0 : velocity[3 + i];
  }
  if (moves(body, state, step)) {
    for (int i = 0; i < 3; ++i) {
      // A coordinate at rest keeps its bits (-0 + 0 would not).
      if (state.velocity[i] != 0) state.center[i] += step * state.velocity[i];
    }
  }
  if (step * state.angular_velocity.norm() <= kPlaceRoundOff) return;
  if (body.locks_rotation()) {
    state.rotation = (exp_rotation(step * state.angular_velocity) * state.rotation).normalized();
  } else {
    rotate_freely(body, state, step);
  }
}

}  // namespace stiction
