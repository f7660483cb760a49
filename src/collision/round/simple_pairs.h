// Contacts of planes and spheres with each other and with polyhedra. The manifold's normal points from the first
// argument's body to the second's; it is cleared first. Gaps up to `margin` [m] count.
#pragma once

#include <vector>

#include "collision/convex/world_convex.h"
#include "collision/manifold.h"
#include "collision/round/primitives.h"

namespace stiction {

void collide_plane_sphere(const WorldPlane& plane, const WorldSphere& sphere, double margin, Manifold& manifold);
void collide_sphere_sphere(const WorldSphere& a, const WorldSphere& b, double margin, Manifold& manifold);
void collide_sphere_convex(const WorldSphere& sphere, const WorldConvex& convex, double margin, Manifold& manifold);

// All vertices within the margin; samples on the polygon (or segment) that those of the face toward the plane span.
// `scratch` is overwritten.
void collide_plane_convex(const WorldPlane& plane, const WorldConvex& convex, double margin, int samples,
                          std::vector<PatchCorner>& scratch, Manifold& manifold);

}  // namespace stiction
