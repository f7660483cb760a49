// One step of a modal body.
//
// Momenta are those of the kinetic energy (inertia_integrals.h): p = m v, L = I(q) w + H(q) u, and
// pi = u + H(q)^T w of the modes (body axes). Velocities live between positions: the step from t to t + h first changes
// momenta at the configuration of t (a kick; contacts act in it), then moves positions by h times the velocities that
// came out of it (a drift), so that gaps are met exactly. K = diag(omega^2), D = diag(d); - and + before and after:
//
//   v+ = v- + h (g + F / m)
//   I w + H u+ = L- + h torque,   w turned into the mean w_m of the free turn                    (modal_spin.h) (1) u+
//   + H^T w_m = pi- + h Q(q, w_m, u+) - h K (q + (gamma - 1/2) h u- + beta h (u+ - u-))
//                  - h D (gamma u+ + (1 - gamma) u-) (2)
//   Q_k = w_m . dI/dq_k w_m / 2 + sum_j w_m . N_kj u+_j      centrifugal and Coriolis forces (3) x+ = x + h v+,   q+ =
//   q + h u+,   R+ = R exp(h w_m),   L+ = R+^T R L,   pi+ = u+ + H(q)^T w_m                      (4)
//
// (2) is Newmark's method as its positions see it, at beta = (gamma + 1/2)^2 / 4: stable at any step. (1) and (2) are
// solved together by a fixed point in u+. Contacts add J^T r on the right of (1) and (2); they meet the effective mass
// S = (I, H; H^T, 1 + gamma h D + beta h^2 K), (3) stays that of the free motion. The state keeps the velocities that
// belong to the momenta (4) at the new configuration: linear and angular momentum change by forces and contacts alone,
// to rounding. Without spin and coupling (2) is second order; the whole is first order in contact, as everywhere.
//
// The body's force and torque act as if spread over its mass like inertia forces of a rigid body: they do not deform
// it.
#pragma once

#include <Eigen/Cholesky>

#include "elastic/modal/inertia_integrals.h"
#include "elastic/modal/modal_spin.h"
#include "model/deformable.h"

namespace stiction {

class ModalBody;

class ModalStep final : public DeformableStep {
 public:
  explicit ModalStep(const ModalBody& body);

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override;
  bool is_finite() const override { return free_velocity.allFinite(); }
  void meet(const std::vector<TouchedPoint>& points) override { points_ = points; }
  void jacobian(std::size_t i, PointJacobian& jacobian) const override;
  double fastest_point(const VecX& velocity) const override;
  void advance(const VecX& velocity, const VecX& impulse, BodyState& state) override;

 private:
  void set_effective_mass();
  void set_known_momentum(const VecX& u);
  FreeTurn solve_free_motion(const Vec3& momentum, VecX& u);
  void set_residual(const Vec3& w, const VecX& u);
  void set_factor();

  const ModalBody& body_;
  double step_ = 0;
  Vec3 center_ = Vec3::Zero();
  Quat rotation_ = Quat::Identity();
  double radius_ = 0;  // bound at the start [m]
  InertiaAt at_start_, at_end_;
  VecX q_, effective_;  // amplitudes; diagonal 1 + gamma h D + beta h^2 K
  VecX known_;          // right-hand side of (2) without Q
  VecX u_, residual_, carried_;
  Eigen::Matrix<double, 3, Eigen::Dynamic> coriolis_;  // H at u
  Eigen::LLT<Mat3> schur_;                             // I - H S_qq^-1 H^T
  std::vector<TouchedPoint> points_;
};

}  // namespace stiction
