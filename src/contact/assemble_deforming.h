// The part of bodies that deform in the assembly of a contact problem. Internal to this room.
#pragma once

#include "contact/assemble.h"

namespace stiction {

// Free motion of all that are present and awake.
void predict_deforming(const Model& model, const State& state, double step, Prediction& prediction);

// Wide bodies of the problem; its rigid bodies have to be there already, and its contacts.
void assemble_deforming(const Model& model, const ContactSet& contacts, Prediction& prediction,
                        ContactProblem& problem);
// What the penalty method needs of contacts of vertices inside bodies, where contacts are such; after the other.
void add_point_contacts(const ContactSet& contacts, Prediction& prediction, ContactProblem& problem);
// Their sides of a contact, contact by contact.
void add_deforming_sides(const Contact& contact, int index, Prediction& prediction, ContactProblem& problem);

// What deforming bodies add to the normal velocity of a contact with its sides set, at the start of the step and after
// what acts without contacts [m/s].
struct NormalVelocities {
  double start = 0, free = 0;
};
NormalVelocities deforming_velocities(const Prediction& prediction, const ContactProblem& problem,
                                      const ContactBlock& contact);

}  // namespace stiction
