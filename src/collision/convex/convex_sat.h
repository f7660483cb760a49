// Separating axes of two convex polyhedra: the face normals of both, and the cross products of edge pairs that are
// supporting for some direction (their arcs cross on the Gauss map).
#pragma once

#include "collision/convex/world_convex.h"

namespace stiction {

struct FaceAxis {
  int face = -1;
  double separation = 0;  // least signed distance of the other body's vertices from the face [m]
};

struct EdgeAxis {
  int edge_a = -1;  // -1: no edge pair separates better than the faces
  int edge_b = -1;
  double separation = 0;       // [m]
  Vec3 normal = Vec3::Zero();  // unit, from a to b
};

// A face that has kept two bodies apart, and may do so again: asked first, it saves the rest.
struct SeparatingFace {
  int face = -1;  // -1: none is known
  bool of_b = false;
};

struct SatResult {
  bool apart = false;  // some axis separates by more than the margin; the rest is not filled
  FaceAxis face_a, face_b;
  EdgeAxis edges;
};

// Separation along one face's normal.
double face_separation(const WorldConvex& convex, int face, const WorldConvex& other);

// Do the bodies lie flush on both sides of a face plane that is not across `axis`? Then what they share is at most an
// edge, like tiles of a floor with a block on the next tile: they slide past each other, and a contact along `axis`
// would be a stumbling stone that is not there. tolerance [m].
bool slide_past(const WorldConvex& a, const WorldConvex& b, const Vec3& axis, double tolerance);

// bias [m]: faces of one body within it count as equal (the lowest index wins); an edge pair must beat the faces by it.
// `separating` is what the last call for this pair left there, or null. `scratch` is overwritten.
SatResult find_separating_axes(const WorldConvex& a, const WorldConvex& b, double margin, double bias,
                               SeparatingFace* separating, std::vector<int>& scratch);

}  // namespace stiction
