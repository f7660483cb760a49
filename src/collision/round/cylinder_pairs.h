// Contacts of cylinders. The manifold's normal points from the first argument's body to the second's; it is cleared
// first. Gaps up to `margin` [m] count.
//
// Cylinders are round: directions and gaps are those of the true surface, there are no facets. A cylinder that lies
// touches with the two ends of the line on which it rolls; one that stands with eight points of its rim, or with what
// its cap shares with a smaller face or cap; one that is tilted with the lowest point of its rim. A face or cap within
// 1e-6 of the smaller body's size of the best direction is preferred, against noise at rest.
#pragma once

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"
#include "collision/round/cap_contact.h"
#include "collision/round/cylinder_axes.h"
#include "collision/round/primitives.h"

namespace stiction {

void collide_sphere_cylinder(const WorldSphere& sphere, const WorldCylinder& cylinder, double margin,
                             Manifold& manifold);

// The pairs that need memory of their own.
class CylinderPairs {
 public:
  void collide_plane(const WorldPlane& plane, const WorldCylinder& cylinder, double margin, int samples,
                     Manifold& manifold);
  void collide_capsule(const WorldCapsule& capsule, const WorldCylinder& cylinder, double margin, int samples,
                       Manifold& manifold);
  void collide_cylinders(const WorldCylinder& a, const WorldCylinder& b, double margin, int samples,
                         Manifold& manifold);
  void collide_convex(const WorldCylinder& cylinder, const WorldConvex& convex, double margin, int samples,
                      Manifold& manifold);

 private:
  // Normals from the (first) cylinder, as in RoundAxis. Nothing is added if the flat features do not overlap.
  void cap_on_cylinder(const WorldCylinder& a, const WorldCylinder& b, double bias, double margin, int samples,
                       Manifold& manifold);
  void flat_on_cylinder(const WorldCylinder& a, const WorldCylinder& b, const RoundAxis& axis, double bias,
                        double margin, int samples, Manifold& manifold);
  void flat_on_convex(const WorldCylinder& cylinder, const WorldConvex& convex, const RoundAxis& axis, double bias,
                      double margin, int samples, Manifold& manifold);

  CapContact caps_;
};

}  // namespace stiction
