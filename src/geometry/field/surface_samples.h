// Points that stand for the surface of a mesh when it is tested against other bodies' distance fields.
#pragma once

#include <vector>

#include "geometry/field/nearest_surface.h"
#include "geometry/field/sphere_tree.h"
#include "geometry/mesh/mesh_topology.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// A point of the surface that may touch another body.
struct SurfaceSample {
  Vec3 point;           // [m]
  MeshFeature feature;  // vertices and edges that are features of the surface (not flat), points inside flat areas
  int index;            // of the vertex, edge or triangle
  double half_length;  // kEdge: the sample stands for the piece of the edge within this distance of `point` [m]; else 0
};

// Samples about `spacing` [m] apart, in this order:
//   vertices  that are not flat: sharp convex corners all, the others where none is nearer than 0.7 spacing;
//   edges     that are not flat: those longer than spacing in equal pieces of at most spacing; shorter ones whole if
//             they are convex and bend by more than 20 degrees (edges touch edges there);
//   faces     flat areas (coplanar neighbours together): a grid of at most spacing, not nearer than spacing / 4 to the
//             area's border.
// No two samples are at the same place.
std::vector<SurfaceSample> sample_surface(const TriangleMesh& mesh, const MeshTopology& topology, double spacing);

// The part of sample_surface for flat areas; appends.
void add_face_samples(const TriangleMesh& mesh, const MeshTopology& topology, double spacing,
                      std::vector<SurfaceSample>& samples);

// Brings the samples into the order of the leaves of the tree it returns. Its spheres hold the pieces of edges whole.
SphereTree build_sample_tree(const TriangleMesh& mesh, const MeshTopology& topology,
                             std::vector<SurfaceSample>& samples);

// A bound on the distance from any point of the surface to the nearest sample, at most spacing / 20 too large [m].
// looks: if not null, receives how many pieces of triangles were looked at.
double covering_radius(const TriangleMesh& mesh, const std::vector<SurfaceSample>& samples, const SphereTree& tree,
                       double spacing, long long* looks = nullptr);

}  // namespace stiction
