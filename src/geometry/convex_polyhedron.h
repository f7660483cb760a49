// A convex polyhedron with explicit faces, edges and vertices: what face manifolds are clipped from.
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

struct ConvexPolyhedron {
  struct Face {
    std::vector<int> vertices;  // loop, counter-clockwise seen from outside
    Vec3 normal;                // unit, outward
    double offset;              // normal . x = offset on the face [m]
  };
  struct Edge {
    int vertex[2];
    int face[2];  // the two faces that meet here
  };

  std::vector<Vec3> vertices;  // [m]
  std::vector<Face> faces;     // coplanar triangles are merged into one polygon
  std::vector<Edge> edges;

  // Index of the vertex farthest along `direction`; ties go to the lowest index.
  int support(const Vec3& direction) const;
};

// size: full edge lengths [m]; centred at the origin.
ConvexPolyhedron make_box_polyhedron(const Vec3& size);

// Fills `edges` from the loops of `faces`, in the order in which the loops meet them.
void build_edges(ConvexPolyhedron& polyhedron);

// Convex hull with coplanar faces merged. Throws InputError (NaN, fewer than four points, all in a plane).
// Points nearer to each other than 1e-9 of the extent count as one. Vertices keep the order and the bits of the input;
// the hull is convex to about 1e-9 of its extent. looks: if not null, receives how often a point was held against a
// triangle.
ConvexPolyhedron convex_hull(const std::vector<Vec3>& points, long long* looks = nullptr);

}  // namespace stiction
