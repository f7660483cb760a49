// The part of mechanisms in the assembly of a contact problem. Internal to this room.
#pragma once

#include "contact/assemble.h"

namespace stiction {

// Blocks of all rigid bodies that are free, as prediction.is_free tells: lone ones, then links of mechanisms.
void order_blocks(const Model& model, const State& state, Prediction& prediction);

// Wide bodies of the problem, after those that deform.
void add_mechanisms(const Model& model, const State& state, double step, Prediction& prediction,
                    ContactProblem& problem);
// Their sides of a contact, contact by contact. Where joints let nothing move along the normal the contact has none:
// returns false.
bool add_mechanism_sides(const Model& model, const State& state, const Contact& contact, int index,
                         const Prediction& prediction, ContactProblem& problem);
// The rows of prediction.actions, from contact `first` on, which have to be there already.
void add_joint_rows(const Model& model, const State& state, int first, const Prediction& prediction,
                    ContactProblem& problem);

// What links add to the velocity of b against a at a contact with its sides set [m/s].
struct LinkVelocities {
  Vec3 start = Vec3::Zero();   // at the start of the step, world axes
  Vec3 offset = Vec3::Zero();  // with their degrees of freedom at rest, world axes
  double free_normal = 0;      // along the normal by their degrees of freedom, after what acts without contacts
};
LinkVelocities link_velocities(const State& state, const Prediction& prediction, const ContactProblem& problem,
                               const Contact& contact, const ContactBlock& block);

}  // namespace stiction
