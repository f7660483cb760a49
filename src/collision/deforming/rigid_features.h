// Features of rigid parts that touch a deformed surface between its vertices: corners and edges of polyhedra and
// meshes, balls, capsules, rims of cylinders.
#pragma once

#include <vector>

#include "collision/deforming/edge_contacts.h"
#include "collision/deforming/rigid_edges.h"
#include "collision/deforming/surface_contact.h"
#include "collision/deforming/surface_feet.h"
#include "collision/placed_shapes.h"

namespace stiction {

class RigidFeatures {
 public:
  // Appends contacts with gap <= margin [m] of part `index` of the other body; normals lead from the surface to the
  // part. Those at the surface's own vertices are left to VertexContacts. The surface must be closed.
  void find(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
            std::vector<SurfaceContact>& contacts);

 private:
  struct RigidPoint {
    Vec3 place;
    double radius;  // of a ball about it [m]
    std::uint64_t code;
    const PlacedPart* part;
    int mesh_vertex = -1;   // of a mesh
    bool is_corner = true;  // points out of the part: has a side that does not touch

    double pointing_away(const Vec3& normal) const;
  };
  static void choose_touched_face(const PlacedSurface& surface, const RigidPoint& point, double touching,
                                  SurfaceFoot& foot);
  void add_point(const PlacedSurface& surface, const RigidPoint& point, double margin,
                 std::vector<SurfaceContact>& contacts);
  void add_rims(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                std::vector<SurfaceContact>& contacts);
  void add_mesh(const PlacedSurface& surface, const PlacedPart& part, std::size_t index, double margin,
                std::vector<SurfaceContact>& contacts);

  SurfaceFeet feet_;
  std::vector<SurfaceFoot> found_;
  std::vector<int> stack_;
  EdgeContacts edges_;
  RigidEdges rigid_edges_;
};

}  // namespace stiction
