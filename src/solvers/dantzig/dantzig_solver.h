// Baraff's pivoting method at the level of velocities, the solver `dantzig`.
//
// Problem: contact/contact_problem.h on one island, in contact space (contact_space.h). Velocities take the place of
// accelerations, so that all friction is static friction of the paper (lcp/pivoting/friction_pivoting.h, which has
// source, departures and what can fail).
//
// Departure: BA (21) leaves open where friction of a sliding contact points, and with it what sticks: feet whose
// directions were frozen badly let a box slide down a slope on which it could stand. If the natural map of Coulomb's
// law is not met, Newton's method on the exact law turns the directions (exact_law/newton.h, from where pivoting
// ended), and pivoting starts again from the sets of its impulses, for few pivots: where contacts are on the border of
// their cones and do not move, sets are not that clear, and Newton's answer stands. Warm starts enter like its
// impulses, for as few pivots, and only where nothing comes of them pivoting starts from nothing. `iterations` counts
// the rounds, the first one from nothing is the paper's; `newton_steps` pivots and Newton's systems. Rungs:
// "directions" (as above), "pivot limit" (a round from nothing ended there), "ray" (the first round ended in one).
//
// Guaranteed where pivoting has the last word: Signorini's condition and the cone to about 1e-11; Newton's answers
// aim at 1e-9 for the former, and reach 1e-7 in wedges. Not guaranteed: an end of the pivoting, Coulomb's law where
// contacts slide. The best round is returned, status kIterationLimit then. kInfeasible only with a proof
// (contact_space.h); impulses are then those where pivoting came to a halt, not the least violation. Disk only.
// Cost: n^2 per pivot, n = 3 contacts; 1 to 12 pivots a contact; where a round from nothing does not end 30 and more.
// Memory 5 n^2.
#pragma once

#include <vector>

#include "lcp/pivoting/friction_pivoting.h"
#include "solvers/exact_law/predictor.h"
#include "solvers/islandwise_solver.h"

namespace stiction {

class DantzigDriver : public IslandDriver {
 public:
  explicit DantzigDriver(const SolverOptions& options) : options_(options) {}
  void solve(const Island& island, const DriverStart& start, const Deadline& deadline, DriverResult& result) override;

 private:
  void choose_start(const Island& island, const DriverStart& start);
  void search(const Island& island, const Deadline& deadline, DriverResult& result);  // from problem_.start, or nothing
  bool pivot(const Island& island, const Deadline& deadline, DriverResult& result);   // false: no use going on
  bool turn_directions(const Island& island, const Deadline& deadline, DriverResult& result);  // false: no better
  double natural_map(const Island& island, const VecX& z);                                     // keeps the best
  void keep(const VecX& z, double natural_map);
  bool meets(double natural_map) const { return natural_map <= kIslandShare * options_.tolerance; }

  SolverOptions options_;
  FrictionProblem problem_;
  LawPredictor law_;
  VecX u_;
  std::vector<double> best_, turned_;
  double least_ = 0;   // natural map of best_
  bool lost_ = false;  // pivoting left a start that met the tolerance, and found no answer
};

using DantzigSolver = IslandwiseSolverOf<DantzigDriver>;

}  // namespace stiction
