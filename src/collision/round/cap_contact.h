// Contacts of a cylinder's cap: which points of the rim stand for it, and what it shares with faces and other caps.
#pragma once

#include <vector>

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"
#include "collision/round/primitives.h"

namespace stiction {

// Points of a rim that stand for the whole cap, exactly on it. While the cap lies (nearly) flat on the other surface
// they are fixed to the body, so that ids and places do not flicker at rest, with the lowest point of the rim beside
// them once there is one. On a tilted cap they go with its lowest point, so that it rolls on its rim without steps.
struct RimPoints {
  struct Point {
    Vec3 point;  // [m]
    std::uint64_t code;
  };
  static constexpr int kCount = 8;
  Point points[kCount + 1];
  int count = 0;
};
// side: +1 or -1, the cap at that end of the axis. surface_normal: unit, of the surface opposite, towards the cap.
RimPoints rim_points(const WorldCylinder& cylinder, double side, const Vec3& surface_normal);

class CapContact {
 public:
  // The cap towards `manifold.normal` (unit, from the cylinder) and a face of the polyhedron: rim points over the face,
  // corners of the face under the cap, crossings of both borders. Nothing is added if they do not overlap.
  void add_face(const WorldCylinder& cylinder, const WorldConvex& convex, int face, double tolerance, double margin,
                int samples, Manifold& manifold);
  // The caps of two cylinders that face each other along `manifold.normal`, which is a's axis up to sign.
  void add_caps(const WorldCylinder& a, const WorldCylinder& b, double tolerance, double margin, int samples,
                Manifold& manifold);
  // The cap against a plane; manifold.normal is the plane's.
  void add_plane(const WorldCylinder& cylinder, const WorldPlane& plane, double margin, int samples,
                 Manifold& manifold);

 private:
  void add(const Vec3& on_cap, double gap, std::uint64_t code, const Vec3& normal, double margin);
  void add_crossings(const WorldCylinder& cylinder, const Vec3& cap_center, const WorldConvex& convex, int face,
                     double tolerance, double margin, const Vec3& normal);
  void flush(const WorldCylinder& cylinder, std::uint64_t patch, double tolerance, int samples, Manifold& manifold);

  std::vector<PatchCorner> corners_;
};

}  // namespace stiction
