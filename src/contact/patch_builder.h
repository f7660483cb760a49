// Finds the patches of an island's groups: contacts of two bodies that share a frame. Internal to this room.
#pragma once

#include "contact/island.h"

namespace stiction {

// Splits the groups of an island, whose contacts and groups are set, into patches.
void find_patches(const ContactProblem& problem, Island& island);
// B, R and the levers of a group; decides whether the group has patches: not where contacts do not act on both bodies
// at one point, or where frames are not orthonormal.
void fill_patches(const ContactProblem& problem, int group, Island& island);

}  // namespace stiction
