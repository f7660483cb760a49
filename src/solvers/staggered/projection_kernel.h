// One kernel for all projections of Staggered Projections.
//
//   minimise 1/2 |A z|^2 + q . z  subject to z in K = product of small convex sets                              (1)
//
// i.e. the projection of the scaled predictor momentum onto an impulse set in the kinetic metric (SP eq. 21, 24, 25).
// Proximal point on z outside (augmented Lagrangian), semismooth Newton on x = A z inside:
//
//   z_{k+1} = P_K(z_k - rho (A^T x + q)),  x solves  g(x) = x - A P_K(z_k - rho (A^T x + q)) = 0                 (2)
//   (I + rho A P' A^T) dx = -g                                                                                  (3)
//
// g is the gradient of a convex function, so Newton with a line search on its derivative converges globally. rho is
// raised from rho_start to rho_end. Among the minimisers of (1), which are many when contacts are redundant, the
// proximal point stays near the z it started from: impulses do not jump from step to step.
//
// Guarantees: z in K exactly, x = A z to round-off. Returns the residual |z - P_K(z - (A^T x + q))| (2-norm, scaled
// units). Cost per Newton step: one factorisation of (3), two contact sweeps. With an unchanged active set the factor
// is reused, so that machine precision costs little more than a rough answer.
#pragma once

#include <limits>
#include <vector>

#include "contact/island.h"
#include "solvers/deadline.h"
#include "solvers/staggered/newton_system.h"
#include "solvers/staggered/separable_sets.h"

namespace stiction {

inline constexpr int kNoLimit = std::numeric_limits<int>::max();

struct KernelOptions {
  double tolerance = 0;  // absolute, on the residual
  // Slow progress at rho_end means eigenvalues of the Delassus operator below 1 / rho: contacts that are redundant up
  // to round-off. A residual up to this is then left as it is: squeezing it further moves z a long way along flat
  // directions for nothing. Above it rho is raised further.
  double good_enough = std::numeric_limits<double>::infinity();
  double infeasible = std::numeric_limits<double>::infinity();  // a residual that large and stuck: no feasible point
  double near = 0;         // a residual no larger than this at the start: rho_end from the start
  double rho_start = 100;  // dimensionless (unit Delassus diagonal)
  double rho_end = 1e4;
  int max_outer = 40;
  int max_newton = 40;  // per outer iteration
  int max_systems = kNoLimit;
  const Deadline* deadline = nullptr;  // looked at before every linear system; null: none
};

struct KernelResult {
  double residual = 0;
  int newton_steps = 0;
  bool converged = false;
  bool cut = false;  // by the deadline
};

class ProjectionKernel {
 public:
  void prepare(const Island& island, Form form);
  NewtonSystem& system() { return system_; }

  // q: contact_count x kCount; z likewise, start and result; x: velocity_size, result A z.
  KernelResult solve(const Island& island, const HalfLines& set, const double* q, double* z, double* x,
                     const KernelOptions& options);
  KernelResult solve(const Island& island, const FrictionDisks& set, const double* q, double* z, double* x,
                     const KernelOptions& options);
  KernelResult solve(const Island& island, const FrictionCones& set, const double* q, double* z, double* x,
                     const KernelOptions& options);

 private:
  template <class Set>
  struct Run;

  NewtonSystem system_;
  // Work vectors: u = A^T x + q, its change along dx, y and p of (2), P' of (3); x, dx, gradient.
  std::vector<double> u_, du_, y_, p_, derivative_, velocity_, direction_, gradient_;
};

}  // namespace stiction
