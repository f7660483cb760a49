// The step of a body whose elastic force is a cubic polynomial (floating_step.h).
//
// The force acts at the mean place q^ = q + (gamma - 1/2) h u- + beta h (u+ - u-), at gamma = 1/2 that of the implicit
// midpoint rule: a step into a place where the body is much stiffer is not a leap. It is found by a quasi-Newton method
// that starts with the tangent at u+ = u-, takes forces alone and corrects E by the secant of each step (Broyden,
// Fletcher, Goldfarb, Shanno). Where a step leaves more than a share of what it was to solve, it is cut until it goes
// downhill, and the tangent is taken there.
// Where the tangent K is not positive definite (a body that is pressed, and may buckle), its negative eigenvalues are
// taken as zero in the matrix that is solved with, while the force stays what it is. Damping is a + b K, Rayleigh's
// with the tangent at q, so that it does not resist the turning of bent parts, and acts on u+ alone (theta = 1): stiff
// shapes that are damped do not ring at the step's frequency, slow ones lose a share h d / 2 less or more than they
// should.
//
// Contacts meet one matrix E, linear in what they change: that at the end of the iteration, corrected by one more
// secant, from the free motion to the motion u+ = u- that goes on as before. Both are then exact. So a body at rest
// under load, however far it is bent, stays as it is. In between the linear force is wrong; where that would leave the
// body more energy than it lost (an impact that bends it far within one step), the deformation's velocity is reduced by
// as much after the drift.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "elastic/modal/floating_step.h"
#include "elastic/stvk/quartic_form.h"

namespace stiction {

class StvkBody;

class StvkStep final : public FloatingStep {
 public:
  explicit StvkStep(const StvkBody& body);

 private:
  void set_elastic() override;
  bool linearise_again() override;
  void set_contact_mass() override;
  void limit_rate(VecX& rate) override;
  void subtract_effective(const VecX& u, VecX& from) const override;
  void solve_effective(VecX& x) const override;
  void solve_effective(MatX& columns) const override;
  void set_inverse_root(Eigen::Ref<MatX> root) const override;
  double twice_elastic_energy(const VecX& q) override;
  double damping_power(const VecX& middle) override;
  void make_semidefinite();
  void set_place(const VecX& u);
  void evaluate(const VecX& u);  // force_ and stiffness_ at q^
  void set_impulse(const VecX& u);
  void set_known(const VecX& u);
  void linearise_about(const VecX& u);
  void go_downhill();  // takes u_ back towards about_
  void match_secant(const VecX& s, const VecX& y, const VecX& E_s);

  const StvkBody& body_;
  QuarticForm::Work work_;
  VecX place_, force_;            // q^, f at the last linearisation
  MatX stiffness_, effective_;    // K where it was evaluated last, E
  MatX damping_;                  // D
  VecX impulse_, start_impulse_;  // of elasticity and damping at the last linearisation, and at u+ = u-
  VecX about_;                    // u+ of the last linearisation
  VecX free_;                     // u+ of the free motion
  VecX change_, answer_, left_, next_force_;
  Eigen::LLT<MatX> factor_of_, definite_;        // of E; of K, if it has one
  Eigen::Tridiagonalization<MatX> tridiagonal_;  // of K, if it is not definite
  VecX diagonal_, beside_, householder_;
  MatX vectors_, weighted_;
  Eigen::SelfAdjointEigenSolver<MatX> eigen_;
};

}  // namespace stiction
