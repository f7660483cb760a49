// Impulses on fewer contacts with the same effect.
//
// Contacts of the same bodies that carry load give these the momentum p = sum_c J_c^T r_c, a combination of vectors
// g_c = J_c^T r_c with weights 1. If there are more of them than degrees of freedom, other weights w_c >= 0 give the
// same p, and some of them are zero (Caratheodory). Contacts with impulses w_c r_c move as before, and a positive
// factor takes an impulse neither out of its friction cone nor off its direction: what solved the contact problem still
// does. Weights are found as the simplex method does, by exchanges in a basis of the g_c.
#pragma once

#include <vector>

#include "contact/contact_problem.h"

namespace stiction {

class ImpulseConcentration {
 public:
  // Of the contacts [begin, end), which have the same bodies. Leaves impulses at no more contacts than these bodies
  // have degrees of freedom, but for what round-off forbids.
  void run(const ContactProblem& problem, int begin, int end, VecX& impulse);

 private:
  void set_columns(const ContactProblem& problem, const VecX& impulse);
  void find_basis();
  void exchange(int row, int column);
  void empty_column(int column);

  std::vector<int> loaded_;  // contacts
  MatX table_;               // g_c, then what they are in terms of the basis
  std::vector<int> basis_;   // the column of every row of the basis
  std::vector<char> in_basis_;
  std::vector<double> weight_;
};

}  // namespace stiction
