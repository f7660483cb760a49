// A convex polyhedron placed in the world, computed once per body and step and read by all its pairs.
#pragma once

#include <vector>

#include "base/types.h"
#include "geometry/convex_polyhedron.h"

namespace stiction {

// What clipping needs of a polyhedron and no pose changes. Every face has plane coordinates (x, y): origin at the
// loop's first vertex, x along its first edge, y to the left of it seen from outside.
struct ConvexTopology {
  explicit ConvexTopology(const ConvexPolyhedron& source);

  struct Side {          // one step of a face's loop: from `vertex` along `edge` to the next vertex
    int vertex;          // index in the polyhedron
    int edge;            // index in the polyhedron
    double x, y;         // the vertex in the face's plane coordinates [m]
    double nx, ny, off;  // outward unit normal of the side line and its offset: inside where nx x + ny y <= off
  };

  const ConvexPolyhedron* polyhedron;
  std::vector<int> loop_start;  // face_count + 1: where a face's loop starts in `sides`
  std::vector<Side> sides;
  std::vector<Vec3> face_axis;        // per face: unit x axis, body coordinates
  std::vector<Vec3> edge_directions;  // unit, up to sign distinct: a box has three
  std::vector<int> edge_direction;    // per edge: index in edge_directions
  std::vector<double> edge_sign;      // per edge: +1 if the direction leads from vertex[0] to vertex[1], else -1
  Vec3 center;                        // mean of the vertices, an inner point, body coordinates [m]
  double radius;                      // about `center` [m]

  int face_count() const { return static_cast<int>(loop_start.size()) - 1; }
  int edge_count() const { return static_cast<int>(edge_direction.size()); }
};

struct WorldConvex {
  explicit WorldConvex(const ConvexTopology& shape) : topology(&shape) {}
  void place(const Pose& pose);

  const ConvexTopology* topology;
  std::vector<Vec3> vertices;         // [m]
  std::vector<Vec3> normals;          // unit, outward
  std::vector<double> offsets;        // normal . x = offset on the face [m]
  std::vector<Vec3> face_axis;        // unit x axis of the face's plane coordinates
  std::vector<Vec3> edge_directions;  // unit
  Vec3 center;                        // an inner point [m]

  const ConvexPolyhedron::Edge& edge(int e) const { return topology->polyhedron->edges[e]; }
  // From vertex[0] to vertex[1], unit; equals the direction of normals[face[0]] x normals[face[1]].
  Vec3 edge_direction(int e) const { return topology->edge_sign[e] * edge_directions[topology->edge_direction[e]]; }
};

// Index of the face whose normal is most against `direction`. Faces within `tolerance` of the least cosine count as
// equal, and the lowest index wins: noise in the pose does not change the answer at an exact tie.
int most_opposed_face(const WorldConvex& convex, const Vec3& direction, double tolerance);

}  // namespace stiction
