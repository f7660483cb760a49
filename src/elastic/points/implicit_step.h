// Linearly implicit Euler. With the effective mass S (effective_mass.h), the rates u of deformation, and T the rigid
// motion of the frame, which no elastic force resists,
//
//   v_free = T + S^-1 (M u + h f(y) + h M a),    a of gravity, force and torque                                 (1)
//
// that is S (v_free - v) = h (f + M a - h K u - C u). At rest in contact it gives v = 0 whatever K is: what the
// stiffness is taken about touches neither statics nor momentum. Of bodies with held nodes T is a part of u.
//
// K is that of the undeformed body, shared by all bodies of the kind, until elements have turned or stretched far from
// it; then that about the present places, until these have been left as far. A stale K is stable where the true one
// stays below twice it; kFar keeps it well there.
//
// A membrane resists bending little, and stretches once it has moved across itself: one linear step may take it far up
// its energy. Where (1) leaves more than a share of the energy's momentum unbalanced at the end of the step, Newton's
// method goes on from there, with K about that end where the old one does not do, as implicit Euler has it.
#pragma once

#include "elastic/points/points_step.h"

namespace stiction {

class ImplicitPointsStep final : public PointsStep {
 public:
  using PointsStep::PointsStep;

 private:
  static constexpr double kFar = 0.25;         // |Q - Q'| of InternalForces::Change from which K is taken anew
  static constexpr double kUnbalanced = 0.05;  // share of the energy that may be left over, and
  static constexpr double kNoise = 1e-9;       // of the size: places that are off by less are exact
  static constexpr double kSlow = 0.3;         // an iteration that leaves so much of it wants K anew
  static constexpr int kIterations = 12;       // most iterations then
  static constexpr double kBack = 0.18;        // and up to which that of the undeformed body is taken again

  void set_free(const BodyState& state) override;
  void set_contact_mass() override;
  void answer(const VecX& impulse, VecX& change) const override;
  void impulses_for(const VecX& change, VecX& impulse) const override;
  const Mat3& contact_axes() const override { return axes_; }
  Vec3 drift_spin(const Vec3& spin) const override;
  void keep(BodyState& state) const override;

  void choose_mass(const InternalForces::Change& change, bool at_rest);
  void load_reference(const BodyState& state);
  void set_unbalanced(const VecX& motion);
  void balance();
  double squared_momentum(const VecX& momentum) const;

  InternalForces::Work work_;
  VecX force_;
  VecX known_;                       // momentum that (1) starts from: S^-1 acts on it and on h f
  VecX unbalanced_, trial_, place_;  // momentum that a motion leaves over, and its step; see balance()
  VecX reference_;                   // places about which K is taken
  std::vector<double> elements_at_;  // Q there
  std::shared_ptr<const EffectiveMass> mass_;
  std::vector<int> factored_;                           // nodes that `factor` is of
  std::shared_ptr<const EffectiveMass> factored_mass_;  // and of which mass
  mutable VecX solve_work_;
};

}  // namespace stiction
