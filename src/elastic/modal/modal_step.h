// One step of a modal body.
//
// Velocities live between positions. The step from t to t + h first changes them at the configuration of t (a kick;
// contacts act in it), then moves positions by h times what came out (a drift), so that gaps are met exactly and rest
// is kept. What is known at t: the angular momentum L = I(q) w + H(q) u (body axes; I, H, N in inertia_integrals.h),
// which is the same for the u before and after the kick as far as the deformation alone changes, and so the angular
// velocity at the time of the kick,
//
//   w = I^-1 (L + h torque / 2 - H um),    um = (u- + u+) / 2 (1)
//
// With K = diag(omega^2), D = diag(d), and - and + for before and after, the kick of the modes is
//
//   u+ - u- + H^T h w' + 2 h Cor - h Cen + h K (q + (gamma - 1/2) h u- + beta h (u+ - u-))
//           + h D (theta u+ + (1 - theta) u-) = 0                                                              (2)
//   h w' = I^-1 (h torque - h w x L - h (sum_k um_k dI/dq_k) w - H (u+ - u-))                                  (3)
//   Cor_k = sum_l um_l w . N_lk,    Cen_k = w . dI/dq_k w / 2                                                  (4)
//
// Damping by halves, theta = 1/2, would turn the velocity of a mode with h d > 2 around in every step, and it would
// ring at the step's own frequency for as long. With theta = 1 / (1 - exp(-h d)) - 1 / (h d), from a half to one, mode
// by mode, a velocity that is damped and nothing else falls by exp(-h d), to second order still (gamma, if larger).
//
// Newmark's method as positions see it, with beta = (gamma + 1/2)^2 / 4, stable at any step; quadratic velocity terms
// are centred and found by a fixed point in u+. Then
//
//   x+ = x + h v+,   q+ = q + h u+,   R+ = R exp(h w_m)  (modal_spin.h, with I at q + h u+ / 2),   L+ = R+^T R L (5)
//
// Left at that, the energy in the middle of drifts, where velocities live, would walk about where modes are faster than
// the step. So (2) has one more term on its left, with lambda of the order of h^2 such that without contacts
//
//   lambda h um:    energy of the drift to come = energy of the last drift - h um . D u + h torque . w         (6)
//
// with u as D has it in (2) (not where gamma > 1/2 damps anyway). It vanishes for a body that does not turn, whose
// energy (2) keeps.
//
// Contacts meet the effective mass of (2), S = (I, H; H^T, 1 + theta h D + beta h^2 K); (3) and (4) stay those of the
// free motion. The state keeps u+ and the w that belongs to L+ at q+: linear and angular momentum change by forces and
// contacts alone, to rounding, and energy in free flight too. Free flight is second order and reversible (at gamma =
// 1/2 and without damping); contact is first order, as everywhere.
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
  double gained_speed(const VecX& velocity) const override;
  bool point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const override;
  void advance(const VecX& velocity, const VecX& impulse, BodyState& state) override;

 private:
  void set_effective_mass();
  void set_known();
  void solve_kick(const Vec3& momentum, const Vec3& torque);
  void set_residual(const Vec3& momentum, const Vec3& torque);
  double drift_energy(const VecX& u, const Vec3& momentum, double step);
  void keep_energy(const Vec3& momentum, const Vec3& torque);
  void set_factor();

  const ModalBody& body_;
  double step_ = 0;
  Vec3 center_ = Vec3::Zero(), fall_ = Vec3::Zero();  // h g
  Quat rotation_ = Quat::Identity();
  Mat3 axes_ = Mat3::Identity();  // of it
  double radius_ = 0;             // bound at the start [m]
  InertiaAt at_;                  // at the start
  Eigen::LLT<Mat3> inertia_;      // of it
  VecX q_, u_before_, u_;         // at the start; u- and u+
  VecX damped_after_;             // theta, mode by mode
  VecX effective_;                // diagonal 1 + theta h D + beta h^2 K
  VecX known_;                    // what (2) has of q and u- alone, on its right
  double pull_ = 0;               // h lambda: (2) has lambda h um on its left, see (6)
  VecX residual_, middle_, carried_;
  Eigen::Matrix<double, 3, Eigen::Dynamic> coriolis_;  // H at um
  Eigen::LLT<Mat3> schur_;                             // I - H S_qq^-1 H^T
  std::vector<TouchedPoint> points_;
};

}  // namespace stiction
