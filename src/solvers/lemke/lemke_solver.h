// The linear complementarity problem of Stewart and Trinkle by Lemke's method, the solver `lemke`.
//
// Problem: contact/contact_problem.h on one island, in contact space (contact_space.h), with friction in the inscribed
// polygon that is declared; eight corners where the disk is (lcp/stewart_trinkle.h has the source). Then, by the
// judge's measure, it solves what sticks, and misses what slides between corners (rung "polygon").
//
// Guaranteed: nothing but that the answer was checked. In exact arithmetic Lemke's method ends with a solution whenever
// the bounds allow any motion; here it may fail by round-off ("ray", "pivot limit"): the impulses of the last basis,
// brought into their cones, are returned, or none if these are no better. kInfeasible only with a proof. No warm start:
// a basis is no use to another problem.
// Cost: 2 n^2 per pivot, n = (2 + corners) contacts, one to three n pivots; memory 3 n^2.
#pragma once

#include <vector>

#include "lcp/stewart_trinkle.h"
#include "solvers/islandwise_solver.h"

namespace stiction {

class LemkeDriver : public IslandDriver {
 public:
  explicit LemkeDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void bring_into_cones(VecX& z) const;

  SolverOptions options_;
  FrictionProblem problem_;
  VecX u_;
  std::vector<double> best_;
};

using LemkeSolver = IslandwiseSolverOf<LemkeDriver>;

}  // namespace stiction
