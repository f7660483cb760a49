// Do joints contradict each other?
#pragma once

#include <optional>

#include "model/model.h"

namespace stiction {

// A joint, if there is one, whose velocity cannot be what it asks for together with the others, at the start: motors of
// unlimited strength and scripted bodies that pull at the same links. Bodies have their masses; step [s].
std::optional<int> contradicted_joint(const Model& model, double step);

inline constexpr const char* kContradiction =
    "contradicts other joints: motors of unlimited strength, or scripted bodies, want velocities that they forbid; "
    "give "
    "the motor max_torque (hinge) or max_force (slider), or remove one of them";

// Throws InputError, naming the joint, if any joint of the model cannot be or contradicts others.
void require_joints(const Model& model, double step);

}  // namespace stiction
