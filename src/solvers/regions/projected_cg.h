// Projected conjugate gradients on a contact region (RG Algorithm 2), as printed and with restarts.
//
// As printed, with its slip corrected (the update adds alpha times d, not alpha times lambda) and the residual taken at
// the projected impulses: the printed recursion goes on from the projected residual of the step before, and after the
// first projection no longer knows the velocities.
#pragma once

#include <vector>

#include "solvers/regions/region_problem.h"

namespace stiction {

class ProjectedCg {
 public:
  virtual ~ProjectedCg() = default;
  // From impulses in their cones. again: after a start that has not led to an answer.
  virtual void start(RegionProblem& region, const std::vector<double>& z, bool again) = 0;
  // One product with the operator, sometimes two. False: there is no way on from here.
  virtual bool iterate() = 0;
  // Whether impulses are in their cones and natural_map() belongs to them.
  virtual bool is_settled() const = 0;

  double natural_map() const { return natural_map_; }
  const std::vector<double>& impulse() const { return z_; }
  const std::vector<double>& velocity() const { return u_; }

 protected:
  RegionProblem* region_ = nullptr;
  std::vector<double> z_, u_;
  double natural_map_ = 0;
};

class PrintedCg : public ProjectedCg {
 public:
  explicit PrintedCg(Beta beta) : beta_(beta) {}
  void start(RegionProblem& region, const std::vector<double>& z, bool again) override;
  bool iterate() override;
  bool is_settled() const override { return true; }

 private:
  void find_residual();

  Beta beta_;
  std::vector<double> residual_, last_residual_, direction_, product_;
};

// The same method on a convex problem at a time. The sizes of the friction sets, mu r_n, are held while the projected
// residual falls to a share of what it was; then they follow the normal impulses. With sizes held the kinetic energy
// is a convex quadratic over a convex set: directions are conjugate as long as the same impulses are free, the energy
// falls in every step, and where A is singular nothing changes. It starts again from the residual when a step meets the
// boundary, or does not lead down; where most of the residual is at the boundary, the step is one along the projected
// gradient. A fixed point of the sizes is a solution of Coulomb's law; that they contract is not proven.
// From the second start on, friction that a disk holds back goes along the rim, conjugate as well: the rim's bend is
// added to the curvature, steps are taken back to the rim, which costs a second product, and count if the energy falls.
// On regions that are not hard the first way is the quicker one.
class RestartedCg : public ProjectedCg {
 public:
  explicit RestartedCg(Beta beta) : beta_(beta) {}
  void start(RegionProblem& region, const std::vector<double>& z, bool again) override;
  bool iterate() override;
  bool is_settled() const override { return held_ == 0; }

 private:
  void settle();  // sizes follow the normal impulses
  void split_residual();
  bool step_along_gradient();
  bool step_conjugate();
  void choose_direction();
  double curvature_of_direction();  // product_ = W d
  // The same step, friction at its rim going along it. False if the energy does not fall.
  bool step_along_rims();
  // Towards trial_, projected: as far as the energy falls. False if it does not.
  bool step_projected();

  Beta beta_;
  std::vector<double> size_;              // of the friction sets, contact_count
  std::vector<double> bend_;              // contact_count: of the rim that friction may go along, else 0
  std::vector<double> free_, last_free_;  // projected residual inside the sets and along rims
  std::vector<double> direction_, product_, trial_, step_;
  double free_squared_ = 0, last_free_squared_ = 0, boundary_squared_ = 0;
  double target_ = 0;  // of the projected residual, squared
  double length_ = 1;  // of steps along the gradient
  int held_ = 0;       // iterations with these sizes
  bool along_rims_ = false;
  bool restart_ = true;  // the next direction is the residual
};

}  // namespace stiction
