// Orientation of points, decided exactly. Internal to this folder.
//
// A double-precision determinant with a bound on its rounding error decides nearly always; where it cannot, the
// determinant is computed without error as a sum of non-overlapping doubles (Shewchuk, Adaptive Precision
// Floating-Point Arithmetic, 1997: bounds of section 4, expansions of section 2). Exact if no partial product
// underflows: coordinates must be 0 or within [2^-300, 2^300] in size (see normalised_vertices).
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

// Sign of det[a-d, b-d, c-d]: -1 if d sees a, b, c counter-clockwise (d is in front of the triangle), 1 if clockwise, 0
// if the four lie in a plane.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
// Sign of det[a-c, b-c]: 1 if a, b, c turn counter-clockwise, 0 if they lie on a line.
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

// The same if rounding leaves no doubt; 0 if the points may be coplanar (collinear).
int quick_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int quick_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

// The vertices scaled by a power of two to at most 1 in size; what is then smaller than 2^-300 becomes 0.
std::vector<Vec3> normalised_vertices(const std::vector<Vec3>& vertices);

}  // namespace stiction
