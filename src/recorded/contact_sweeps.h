// Nonlinear Gauss-Seidel on a recorded problem: each contact in turn is solved exactly with all others held.
//
// A sweep costs about as much as a product with W, a linear system of the Newton methods tens to thousands of times
// more. Where contacts are few or hang together loosely, sweeps arrive first; where errors have to travel through a
// pile they do not arrive at all. Which it is shows early: the rate at which the error falls says how many sweeps are
// left. They go on as long as this number costs less than half of what the central path would, and for a twentieth of
// it anyway. Costs are counted, not timed: the result is the same on every machine.
#pragma once

#include <vector>

#include "recorded/contact_space_law.h"
#include "solvers/deadline.h"
#include "solvers/exact_law/law_residual.h"
#include "solvers/pgs/one_contact.h"

namespace stiction {

class ContactSweeps {
 public:
  // Sweeps from z (3 per contact, scaled), in place. Returns the number of sweeps.
  int solve(ContactSpaceLaw& law, const Deadline& deadline, std::vector<double>& z);

 private:
  void start(const ContactSpaceLaw& law);
  void sweep(const ContactSpaceLaw& law, std::vector<double>& z) const;
  double error(const ContactSpaceLaw& law, const std::vector<double>& z);  // relative to what is allowed

  std::vector<OneContact> contacts_;
  std::vector<Mat3> diagonal_;  // of W, symmetric part
  LawResidual residual_;
};

}  // namespace stiction
