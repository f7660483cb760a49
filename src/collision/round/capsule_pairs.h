// Contacts of capsules with planes, spheres, polyhedra and each other. The manifold's normal points from the first
// argument's body to the second's; it is cleared first. Gaps up to `margin` [m] count, and are exact distances.
// A capsule that lies on something touches in two points, the ends of the stretch that lies there (`samples` more
// between them); elsewhere in one. Ids stay while it rolls.
#pragma once

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"
#include "collision/round/primitives.h"

namespace stiction {

void collide_plane_capsule(const WorldPlane& plane, const WorldCapsule& capsule, double margin, int samples,
                           Manifold& manifold);
void collide_sphere_capsule(const WorldSphere& sphere, const WorldCapsule& capsule, double margin, Manifold& manifold);
void collide_capsule_capsule(const WorldCapsule& a, const WorldCapsule& b, double margin, int samples,
                             Manifold& manifold);

// Where the axis misses the polyhedron, by the closest points of the two; where it pierces it, along the axis of least
// penetration. A face within 1e-6 of the smaller body's size of the best choice is preferred, against noise at rest.
void collide_capsule_convex(const WorldCapsule& capsule, const WorldConvex& convex, double margin, int samples,
                            Manifold& manifold);

}  // namespace stiction
