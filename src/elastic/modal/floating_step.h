// One step of an elastic body in a floating frame.
//
// Velocities live between positions. The step from t to t + h first changes them at the configuration of t (a kick;
// contacts act in it), then moves positions by h times what came out (a drift), so that gaps are met exactly and rest
// is kept. What is known at t: the angular momentum L = I(q) w + H(q) u (body axes; I, H, N in inertia_integrals.h),
// which is the same for the u before and after the kick as far as the deformation alone changes, and so the angular
// velocity at the time of the kick,
//
//   w = I^-1 (L + h torque / 2 - H um),    um = (u- + u+) / 2 (1)
//
// With the elastic force f(q), its stiffness K, damping D, and - and + for before and after, the kick of the modes is
//
//   u+ - u- + H^T h w' + 2 h Cor - h Cen + h f(q) + h K ((gamma - 1/2) h u- + beta h (u+ - u-))
//           + h D (theta u+ + (1 - theta) u-) = 0                                                              (2)
//   h w' = I^-1 (h torque - h w x L - h (sum_k um_k dI/dq_k) w - H (u+ - u-))                                  (3)
//   Cor_k = sum_l um_l w . N_lk,    Cen_k = w . dI/dq_k w / 2                                                  (4)
//
// Of modal bodies f = K q, K = diag(omega^2), D = diag(d) (modal_step.h); of others f is taken at the mean place that K
// multiplies here, by iteration (stvk/stvk_step.h). This is Newmark's method as positions see it, with
// beta = (gamma + 1/2)^2 / 4, stable at any step where forces are linear; quadratic velocity terms are centred and
// found by a fixed point in u+. Then
//
//   x+ = x + h v+,   q+ = q + h u+,   R+ = R exp(h w_m)  (modal_spin.h, with I at q + h u+ / 2),   L+ = R+^T R L (5)
//
// Left at that, the energy in the middle of drifts, where velocities live, would walk about where modes are faster than
// the step. So (2) has one more term on its left, with lambda of the order of h^2 such that without contacts
//
//   lambda h um:    energy of the drift to come = energy of the last drift - h um . D u + h torque . w         (6)
//
// with u as D has it in (2) (not where gamma > 1/2 damps anyway). It vanishes for a linear body that does not turn,
// whose energy (2) keeps.
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

class FloatingBody;

class FloatingStep : public DeformableStep {
 public:
  explicit FloatingStep(const FloatingBody& body);

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override;
  bool is_finite() const override { return free_velocity.allFinite(); }
  void meet(const std::vector<TouchedPoint>& points) override { points_ = points; }
  void jacobian(std::size_t i, PointJacobian& jacobian) const override;
  double gained_speed(const VecX& velocity) const override;
  bool point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const override;
  bool surface_motion(const VecX& velocity, SurfaceMotion& motion) const override;
  void advance(const VecX& velocity, const VecX& impulse, BodyState& state) override;

 protected:
  // What deformation costs, at the step's start q_ and linearised about u+ = u_: sets known_, and E, what multiplies u+
  // in (2) but for the coupling with rotation, 1 + theta h D + beta h^2 K.
  virtual void set_elastic() = 0;
  // Linearises anew about u_; false if the old one was good enough.
  virtual bool linearise_again() { return false; }
  // Before contacts meet E: the free motion is u_.
  virtual void set_contact_mass() {}
  virtual void subtract_effective(const VecX& u, VecX& from) const = 0;  // from -= E u
  virtual void solve_effective(VecX& x) const = 0;                       // x = E^-1 x
  virtual void solve_effective(MatX& columns) const = 0;                 // likewise, three columns
  virtual void set_inverse_root(Eigen::Ref<MatX> root) const = 0;  // root root^T = E^-1, lower part zero or diagonal
  virtual double twice_elastic_energy(const VecX& q) = 0;          // [J]
  // The rate that stays after a drift with u_ that contacts had a part in.
  virtual void limit_rate(VecX& /*rate*/) {}
  virtual double damping_power(const VecX& middle) = 0;  // um . D u of (6), for u_ and the mean velocity um [W]

  // How exactly (2) and (6) are solved.
  struct Accuracy {
    double kick = 1e-15;    // change of u at the end of the fixed point, relative
    int kicks = 60;         // most iterations of it before the force is linearised again
    double energy = 1e-14;  // what (6) may be off by, against the energy
  };

  double pull_ = 0;          // h lambda: (2) has lambda h um on its left, see (6)
  double most_pull_ = 0.05;  // bound of it where it takes energy away
  Accuracy accuracy_;
  double step_ = 0;
  VecX q_, u_before_, u_;  // at the start; u- and u+
  VecX known_;             // what (2) has of q and u- alone, on its right
  InertiaAt at_;           // at the start

 private:
  void couple();
  bool solve_kick(const Vec3& momentum, const Vec3& torque, int most_iterations);  // false if cut short
  void set_residual(const Vec3& momentum, const Vec3& torque);
  double drift_energy(const VecX& u, const Vec3& momentum, double step);
  void keep_energy(const Vec3& momentum, const Vec3& torque);
  void set_factor();

  const FloatingBody& body_;
  Vec3 center_ = Vec3::Zero(), fall_ = Vec3::Zero();  // h g
  Quat rotation_ = Quat::Identity();
  Mat3 axes_ = Mat3::Identity();  // of it
  double radius_ = 0;             // bound at the start [m]
  Eigen::LLT<Mat3> inertia_;      // of at_
  VecX residual_, middle_, carried_;
  MatX coupling_;                                      // E^-1 H^T, or the factor's part of it, shapes x 3
  Eigen::Matrix<double, 3, Eigen::Dynamic> coriolis_;  // H at um
  Eigen::LLT<Mat3> schur_;                             // I - H S_qq^-1 H^T
  std::vector<TouchedPoint> points_;
};

}  // namespace stiction
