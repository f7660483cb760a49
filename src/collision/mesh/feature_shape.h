// A shape as vertices, edges and triangles with their normal cones: what exact contacts between polyhedral surfaces are
// found from. Meshes, convex polyhedra, spheres (one rounded vertex) and capsules (one rounded edge) all become one.
//
// The normal cone of a vertex holds the directions m with ray . m <= 0 for all edges that leave it; that of an edge the
// directions perpendicular to it with into . m <= 0 for both faces. A direction outside violates the cone by the
// greatest of these products, the sine of an angle. Concave edges have no cone and never touch.
#pragma once

#include <array>
#include <vector>

#include "geometry/convex_polyhedron.h"
#include "geometry/field/mesh_geometry.h"

namespace stiction {

struct FeatureShape {
  struct Edge {
    std::array<int, 2> vertex;
    std::array<int, 2> face{-1, -1};  // -1: a capsule's segment
    Vec3 direction;                   // unit, from vertex[0] to vertex[1]
    double length = 0;                // [m]
    std::array<Vec3, 2> into;         // unit, in the face, away from the edge
    bool flat = false;                // joins two triangles of one region
    bool sharp = false;               // convex and not flat: can touch other edges
  };
  struct Face {
    std::array<int, 3> vertex;
    std::array<int, 3> edge;   // edge k joins corners k and k + 1
    Vec3 normal;               // unit, outward
    double offset = 0;         // normal . x = offset [m]
    std::array<Vec3, 3> side;  // unit, in the face, inward
    std::array<double, 3> side_offset;
    int region = 0;  // triangles joined by flat edges share a region
  };
  // A leaf of the tree: a triangle, with those of its vertices and edges that no other item owns.
  struct Item {
    Vec3 center;
    double radius = 0;  // [m]
    int face = -1;
    int vertex_count = 0, edge_count = 0;
    std::array<int, 3> vertex{}, edge{};
  };

  std::vector<Vec3> vertices;
  std::vector<Edge> edges;
  std::vector<Face> faces;
  std::vector<int> ray_begin;  // rays[ray_begin[v] ...): unit directions of the edges that leave vertex v
  std::vector<Vec3> rays;
  std::vector<int> around_begin;  // around[around_begin[v] ...): one face of every region at vertex v
  std::vector<int> around;
  std::vector<char> touchable;  // per vertex: at least one sharp edge leaves it (or it has no edges at all)
  std::vector<Item> items;      // in the order of the tree's leaves
  SphereTree tree;
  double rounding = 0;                   // every feature is grown by this radius [m]
  Vec3 middle = Vec3::Zero();            // of the bounds [m]
  double size = 0;                       // radius about the middle, with the rounding [m]
  double shortest_edge = 0;              // among the sharp ones; infinite if there are none [m]
  bool convex = false;                   // all edges are sharp or flat
  const DistanceField* field = nullptr;  // of a mesh; outlives the shape
  const MeshGeometry* mesh = nullptr;    // that it was made of, likewise

  // How far m is outside the normal cone of a vertex or edge: the sine of the angle, negative inside.
  double vertex_violation(int vertex, const Vec3& m) const;
  double edge_violation(int edge, const Vec3& m, int* nearest_face = nullptr) const;
  // Signed distance: exact for a point inside; outside, any positive number will do.
  double depth(const Vec3& point) const;
  double lower_bound(const Vec3& point) const;  // of the signed distance
};

FeatureShape make_feature_shape(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles);
FeatureShape make_feature_shape(const MeshGeometry& geometry);  // the geometry must outlive the shape
FeatureShape make_feature_shape(const ConvexPolyhedron& polyhedron);
FeatureShape make_sphere_features(double radius);
FeatureShape make_capsule_features(double radius, double length);

}  // namespace stiction
