// The solver of recorded problems on one group of contacts that is coupled to nothing else.
//
//   sweeps              as long as they promise to arrive sooner than the rest (contact_sweeps.h)
//   central path        from nothing to 1e-4 .. 1e-7, at most 60 linear systems
//   proximal Newton     the rest; on jammed piles its residual wanders for hundreds of systems before it falls
//   further rounds      while time is left: Newton with another first rho, from the best impulses disturbed a little
//                       or from the solution of a problem with slightly other friction
//
// No round makes the impulses worse. Random numbers are the same in every run.
#pragma once

#include <cstdint>
#include <vector>

#include "recorded/contact_space_law.h"
#include "recorded/contact_sweeps.h"
#include "solvers/deadline.h"
#include "solvers/exact_law/interior_point.h"
#include "solvers/exact_law/newton.h"

namespace stiction {

class GroupSolver {
 public:
  GroupSolver(ContactSpaceLaw& law, const Deadline& deadline);
  void solve();
  bool solved() const { return solved_; }
  const std::vector<double>& impulse() const { return best_; }  // z: 3 per contact, scaled
  int iterations() const { return iterations_; }                // sweeps and linear systems

 private:
  void sweep(std::vector<double>& z);
  void path(std::vector<double>& z);
  void newton(double first_rho, std::vector<double>& z);
  void another_round(int round);
  void disturb(double size, std::vector<double>& z);
  void take(const std::vector<double>& z);  // if it is the best so far

  ContactSpaceLaw& law_;
  const Deadline& deadline_;
  ContactSweeps sweeps_;
  InteriorPoint interior_point_;
  ExactLawNewton newton_;
  std::vector<double> best_, z_, u_;
  double best_map_ = 0;
  bool solved_ = false;
  int iterations_ = 0;
  std::uint64_t random_ = 1;
};

}  // namespace stiction
