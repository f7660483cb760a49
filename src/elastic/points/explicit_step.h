// v' = v + h M^-1 f(x), the forward Euler step of RG: contacts meet mass points that nothing else couples.
#pragma once

#include "elastic/points/points_step.h"

namespace stiction {

class ExplicitPointsStep final : public PointsStep {
 public:
  using PointsStep::PointsStep;

 private:
  void set_free(const BodyState& state) override;
  void set_contact_mass() override;
  void answer(const VecX& impulse, VecX& change) const override;
  void impulses_for(const VecX& change, VecX& impulse) const override;
  const Mat3& contact_axes() const override { return world_; }

  InternalForces::Work work_;
  VecX force_;
  Mat3 world_ = Mat3::Identity();
};

}  // namespace stiction
