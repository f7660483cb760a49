// The point of a triangle nearest to a given point, and on which side of the surface the given point lies.
#pragma once

#include "geometry/field/nearest_surface.h"
#include "geometry/mesh/mesh_topology.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// The nearest point of one triangle.
struct TriangleFoot {
  double distance2 = std::numeric_limits<double>::infinity();  // squared distance [m^2]
  int triangle = -1;
  MeshFeature feature = MeshFeature::kFace;
  int part = 0;  // kEdge: side of the triangle (corners part and part + 1), kVertex: corner
  Vec3 point = Vec3::Zero();
};

// Measures triangle t and keeps the result in `best` if it is nearer. Equal distances: faces before edges before
// vertices, then the lower index, so that the order of measuring does not matter. Two triangles that meet in an edge
// or vertex compute the same bits for it.
void measure_triangle(const TriangleMesh& mesh, const MeshTopology& topology, int t, const Vec3& p, TriangleFoot& best);

// The foot as an answer: sign by the pseudonormal of the feature (Baerentzen & Aanaes 2005), flat edges and vertices
// counted as faces. `foot` must be the nearest point of the whole surface.
NearestSurface resolve_foot(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleFoot& foot,
                            const Vec3& p);

// All triangles around the vertex lie in one plane.
bool is_flat_vertex(const TriangleMesh& mesh, const MeshTopology& topology, int vertex);

}  // namespace stiction
