// Contacts of a deformed surface's convex edges with those of a rigid polyhedron or mesh, where they cross between the
// vertices of both (edge_contacts.h has the rule).
//
// The surface's tree is walked once, and every node takes along those rigid edges only that come near its sphere.
#pragma once

#include <vector>

#include "collision/deforming/edge_contacts.h"
#include "collision/placed_shapes.h"

namespace stiction {

class RigidEdges {
 public:
  // Appends contacts with gap <= margin [m] of part `index` of the other body, a polyhedron or a mesh; normals lead
  // from the surface to the part. The surface must be closed.
  void find(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
            std::vector<SurfaceContact>& contacts);

 private:
  struct Search {
    const PlacedSurface& surface;
    const PlacedPart& part;
    std::size_t index;
    double margin, depth, touching;  // depth: how far to look, at least the margin [m]
  };
  struct Visit {
    int node;
    std::size_t begin, end;  // in near_: the rigid edges that may reach the node
  };
  void gather_convex(const Search& search);
  void gather_mesh(const Search& search);
  void add_rigid(const Search& search, SharpEdge edge, const Vec3& left, const Vec3& right);
  void keep_near(const TreeSphere& sphere, double reach, Visit& visit);
  void cross_leaf(const Search& search, const Visit& visit, std::vector<SurfaceContact>& contacts);
  void cross(const Search& search, const SharpEdge& own, const Visit& visit, std::vector<SurfaceContact>& contacts);

  std::vector<SharpEdge> rigid_;
  std::vector<int> near_;  // indices in rigid_
  std::vector<Visit> stack_;
  std::vector<int> mesh_stack_;
  EdgeContacts edges_;
};

}  // namespace stiction
