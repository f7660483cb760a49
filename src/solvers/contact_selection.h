// Which contacts of a problem need to be solved for: most of the contacts near bodies that fly, tumble or rattle stay
// open, and without them the bodies fall into smaller islands.
//
// A contact is left out if it was open in the warm start and neither the free velocities nor those of the warm start
// bring it near to touching. What was left out is looked at again after the solve: a contact that would be passed joins
// in. The solution is one of the whole problem, whatever was guessed.
#pragma once

#include <vector>

#include "contact/contact_problem.h"

namespace stiction {

class ContactSelection {
 public:
  // All contacts, or those to begin with where that leaves out most of them.
  void choose(const ContactProblem& problem);
  void take_all() { kept_.clear(); }
  // Adds the contacts that these velocities pass. False if there are none.
  bool add_passed(const ContactProblem& problem, const VecX& velocity);
  // Nothing was left out.
  bool all() const { return kept_.empty(); }
  // One per contact; empty: all of them.
  const std::vector<char>& kept() const { return kept_; }
  // Has add_passed() just added one of these (ascending)?
  bool was_added(const std::vector<int>& contacts) const;

 private:
  std::vector<char> kept_;
  std::vector<int> added_;
  std::vector<double> free_speed_;  // normal velocity over the bound, contact by contact [m/s]
  std::vector<double> approach_;    // of a body: the largest speed at which a contact of its closes [m/s]
  VecX warm_velocity_;
};

}  // namespace stiction
