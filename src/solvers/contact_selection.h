// Which contacts of a problem need to be solved for: most of the contacts near bodies that fly, tumble or rattle stay
// open, and without them the bodies fall into smaller islands.
//
// A contact is left out if it was open in the warm start and neither the free velocities nor those of the warm start
// bring it near to touching. What was left out is looked at again after the solve: a contact that would be passed joins
// in. The solution is one of the whole problem, whatever was guessed.
//
// A deforming body may have hundreds of contacts and dozens of degrees of freedom. No more contacts than these need to
// carry load (impulse_concentration.h), and from step to step they are mostly the same: such contacts are left out
// unless they carried load, and of those that would be passed the worst join in, some at a time.
#pragma once

#include <vector>

#include "contact/contact_problem.h"
#include "solvers/impulse_concentration.h"

namespace stiction {

class ContactSelection {
 public:
  // All contacts, or those to begin with where that leaves out most of them.
  void choose(const ContactProblem& problem, double tolerance);
  void take_all() {
    kept_.clear();
    concentrated_ = false;
  }
  // Adds the contacts that these velocities pass. False if there are none.
  bool add_passed(const ContactProblem& problem, const VecX& velocity);
  // What to start from: the problem's warm start on fewer contacts.
  const VecX& start(const ContactProblem& problem) const { return concentrated_ ? start_ : problem.warm_impulse; }
  // After so many guesses that proved wrong every contact had better take part.
  int most_guesses() const { return concentrated_ ? kConcentratedGuesses : kGuesses; }
  // Nothing was left out.
  bool all() const { return kept_.empty(); }
  // One per contact; empty: all of them.
  const std::vector<char>& kept() const { return kept_; }
  // Has add_passed() just added one of these (ascending)?
  bool was_added(const std::vector<int>& contacts) const;

 private:
  static constexpr int kGuesses = 4, kConcentratedGuesses = 12;

  void choose_wide(const ContactProblem& problem);
  void add_worst(const ContactProblem& problem, int begin, int end);

  std::vector<char> kept_;
  std::vector<int> added_;
  std::vector<double> free_speed_;  // normal velocity over the bound, contact by contact [m/s]
  std::vector<double> approach_;    // of a body: the largest speed at which a contact of its closes [m/s]
  VecX warm_velocity_;
  double passed_ = 0;          // a contact of a wide body that is passed by more joins in, relative
  bool concentrated_ = false;  // contacts of wide bodies are chosen by the impulses in start_
  VecX start_;
  ImpulseConcentration concentration_;
};

}  // namespace stiction
