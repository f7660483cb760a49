// Optional sleep (model.sleep_after): bodies that have come to rest take no part in steps until something touches them.
//
// Bodies that carry each other fall asleep together, once every one of them has been slower than model.sleep_speed for
// model.sleep_after. Asleep they are as good as fixed. All that fell asleep together wakes together: at the touch of a
// body that is awake, when a scripted body that they touch moves anywhere or its surface runs, and whenever somebody
// changes one of them or what acts on it.
#pragma once

#include <vector>

#include "collision/collider.h"
#include "contact/assemble.h"

namespace stiction {

class Sleep {
 public:
  // Wakes what the contacts bring something moving to, as seen at the start of a step [s]. True if anything woke: then
  // prediction and contacts are out of date.
  bool wake_touched(const Model& model, const Prediction& prediction, const ContactSet& contacts, double step,
                    State& state) const;
  // Counts the steps [s] that bodies have been at rest, and puts those to sleep for which it is time. prediction,
  // contacts and impulse: of the step that led to the state. held: bodies that a hand holds stay awake.
  void fall_asleep(const Model& model, const Collider& collider, const Prediction& prediction,
                   const ContactSet& contacts, const VecX& impulse, const std::vector<char>& held, double step,
                   State& state);

 private:
  int find(int body);
  void count_rest(const Model& model, const Collider& collider, const std::vector<char>& held, int patience,
                  State& state) const;
  void join(const Model& model, const ContactSet& contacts, const VecX& impulse, const State& state);
  void disturb(const Model& model, const Prediction& prediction, const ContactSet& contacts, int patience,
               const State& state);

  std::vector<int> parent_;     // of bodies that carry each other
  std::vector<char> carried_;   // a contact presses on the body
  std::vector<char> restless_;  // by root: something of it moves, or not long enough at rest
};

// The body and all that fell asleep with it.
void wake(int body, State& state);
void wake_all(State& state);
int asleep_count(const State& state);

}  // namespace stiction
