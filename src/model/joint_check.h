// What joints must be like.
#pragma once

#include <string>

#include "model/model.h"

namespace stiction {

// "hinge" and the like, as scenes name them; and back, nothing for other texts.
const char* joint_kind_name(JointKind kind);
std::optional<JointKind> joint_kind(const std::string& name);

// Throws InputError, with the reason and a remedy, if the joint cannot be. Bodies have to be there.
void require_sound(const Model& model, const Joint& joint);

// The model with the pairs of joints that do not collide among its ignored ones.
Model without_jointed_pairs(Model model);

}  // namespace stiction
