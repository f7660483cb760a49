// How the two sides of a contact move against each other.
#pragma once

#include <optional>
#include <vector>

#include "collision/courses.h"
#include "contact/assemble.h"

namespace stiction {

// Velocity of b relative to a that scripted bodies impose at the contact, world [m/s].
Vec3 scripted_velocity(const Model& model, const Prediction& prediction, const State& state, const Contact& contact);

// Of all bodies that contacts can move.
struct FreeVelocities {
  VecX rigid;                   // 6 x block_count
  std::vector<VecX> deforming;  // of Prediction::deforming; empty: does not take part, or is not known
};

// At which the sides part, negative where they come together [m/s]. None where a body that deforms cannot tell.
std::optional<double> normal_velocity(const Model& model, const Prediction& prediction, const State& state,
                                      const FreeVelocities& velocities, const Contact& contact);

// The same motion of all bodies, in the order of the model. Not known of scripted bodies, whose points do not keep
// their velocities, and of those that cannot tell.
void set_course(const Prediction& prediction, const FreeVelocities& velocities, std::vector<BodyCourse>& course);

}  // namespace stiction
