// The step of a body whose elastic force is linear and diagonal in its modes: f = K q (floating_step.h).
//
// Damping by halves, theta = 1/2, would turn the velocity of a mode with h d > 2 around in every step, and it would
// ring at the step's own frequency for as long. With theta = 1 / (1 - exp(-h d)) - 1 / (h d), from a half to one, mode
// by mode, a velocity that is damped and nothing else falls by exp(-h d), to second order still (gamma, if larger).
#pragma once

#include "elastic/modal/floating_step.h"

namespace stiction {

class ModalBody;

class ModalStep final : public FloatingStep {
 public:
  explicit ModalStep(const ModalBody& body);

 private:
  void set_elastic() override;
  void subtract_effective(const VecX& u, VecX& from) const override;
  void solve_effective(VecX& x) const override;
  void solve_effective(MatX& columns) const override;
  void set_inverse_root(Eigen::Ref<MatX> root) const override;
  double twice_elastic_energy(const VecX& q) override;
  double damping_power(const VecX& middle) override;

  const ModalBody& body_;
  VecX damped_after_;         // theta, mode by mode
  VecX effective_, inverse_;  // diagonal 1 + theta h D + beta h^2 K, and of its inverse
  VecX damped_;
};

}  // namespace stiction
