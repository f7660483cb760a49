// What of a surface is so near to each other without deformation that it does not collide: neighbours, and the two
// sides of a thin part, which look the same as a deep overlap.
#pragma once

#include "collision/deforming/bounded_tree.h"

namespace stiction {

// The tree must be prepared for self-contact.
bool near_at_rest(const BoundedTree& tree, int vertex, int triangle);
bool edges_near_at_rest(const BoundedTree& tree, int edge, int other);

}  // namespace stiction
