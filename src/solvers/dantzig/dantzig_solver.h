// Baraff's pivoting method at the level of velocities, the solver `dantzig`.
//
// Problem: contact/contact_problem.h on one island, in contact space: u = W z + q with W = A^T A dense (3 rows per
// contact). Velocities take the place of accelerations, so that all friction is static friction of the paper
// (lcp/pivoting/friction_pivoting.h, which has source, departures and what can fail).
//
// Departure: BA (21) leaves open where friction of a sliding contact points. Rounds follow: contacts that slide get the
// friction of dynamic contacts against the velocity they have, everything else is pivoted anew, until the natural map
// of Coulomb's law is met or no longer improves. They are counted as iterations; the first one is the paper's.
//
// Guaranteed of the first round: Signorini's condition and the cone to about 1e-11. Not guaranteed: maximal dissipation
// where contacts slide (rounds may fail to settle), an end of the pivoting itself. The best round is returned, status
// kIterationLimit then. A ray means that bounds contradict each other: kInfeasible. Disk only; no warm start: where
// redundant contacts leave several answers it picks a vertex, whatever the last step had.
// Cost: n^2 per pivot, about 6 n pivots a round, n = 3 contacts; memory 4 n^2. Meant for up to some hundred contacts.
#pragma once

#include "lcp/pivoting/friction_pivoting.h"
#include "solvers/islandwise_solver.h"

namespace stiction {

class DantzigDriver : public IslandDriver {
 public:
  explicit DantzigDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void assemble(const Island& island);
  double natural_map(const Island& island, const FrictionResult& pivoted);
  bool aim_at_motion(const FrictionResult& pivoted);  // false: nothing slides

  SolverOptions options_;
  FrictionProblem problem_;
  std::vector<double> z_, u_, best_;
};

using DantzigSolver = IslandwiseSolverOf<DantzigDriver>;

}  // namespace stiction
