// Do two triangles meet where they should not? Internal to this folder.
#pragma once

#include <array>

#include "base/types.h"

namespace stiction {

using Corners = std::array<Vec3, 3>;

// All exact (exact_predicates.h, whose range of coordinates applies); the triangles must have area.

// Triangles without a common vertex: do they have a point in common?
bool triangles_meet(const Corners& s, const Corners& t);
// Triangles whose corners s[0] and t[0] are the same: do they have another point in common?
bool triangles_meet_beyond_corner(const Corners& s, const Corners& t);
// Triangles with the common edge s[0] s[1] = t[0] t[1]: do they lie in a plane and on the same side of that edge?
bool triangles_overlap_at_edge(const Corners& s, const Corners& t);

}  // namespace stiction
