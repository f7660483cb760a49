// Nonlinear projected Gauss-Seidel, the solver `pgs`: what most engines do, on the exact friction law.
//
// Problem: contact/contact_problem.h. One sweep visits the contacts in order; each is solved exactly, normal and
// friction together, with all other impulses held (one_contact.h). Source: Jourdan, Alart, Jean 1998 (nonlinear
// Gauss-Seidel for Coulomb friction); engines differ from it by a box or a scalar row per direction. With
// `shock_propagation` the pass of shock_propagation.h follows whenever the sweeps have not met the tolerance.
//
// Guaranteed: impulses inside their cones; momentum is conserved (not with shock propagation). What it gets wrong:
// after a number of sweeps that anyone can afford errors that reach through the island remain, in tall stacks and high
// mass ratios most of all, and with them Signorini's condition: structures sink and creep. Disk only. Cost of a sweep:
// linear in contacts, no linear system; memory linear in contacts.
#pragma once

#include <vector>

#include "solvers/islandwise_solver.h"
#include "solvers/pgs/shock_propagation.h"
#include "solvers/pgs/sweeps.h"

namespace stiction {

class PgsDriver : public IslandDriver {
 public:
  explicit PgsDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  double choose_start(const Island& island, const DriverStart& start);  // its natural map

  SolverOptions options_;
  GaussSeidelSweeps sweeps_;
  ShockPropagation shock_;
  std::vector<double> zero_, best_, x_;
};

using PgsSolver = IslandwiseSolverOf<PgsDriver>;

}  // namespace stiction
