#include "collision/round/simple_pairs.h"

#include <algorithm>

#include "base/hash.h"
#include "collision/convex/closest_features.h"
#include "collision/convex/patch_samples.h"

namespace stiction {
namespace {

constexpr double kOpposedTolerance = 1e-4;  // cosines of faces toward the plane that count as equal
constexpr double kTouching = 1e-12;         // [m] centres nearer than this define no direction
constexpr double kThinPatch = 1e-4;         // of the body's radius: thinner patches are segments

// Two bodies one of which is a sphere touch at one point, wherever it rolls: one id per pair.
const std::uint64_t kSphereCode = mix_hash(static_cast<std::uint64_t>(FeatureKind::kSphere), 0);

std::uint64_t vertex_code(int vertex) {
  return mix_hash(static_cast<std::uint64_t>(FeatureKind::kPlane), static_cast<std::uint64_t>(vertex));
}

}  // namespace

void collide_plane_sphere(const WorldPlane& plane, const WorldSphere& sphere, double margin, Manifold& manifold) {
  manifold.points.clear();
  const double gap = plane.normal.dot(sphere.center) - plane.offset - sphere.radius;
  if (!(gap <= margin)) return;
  manifold.normal = plane.normal;
  manifold.points.push_back({sphere.center - (sphere.radius + gap / 2) * plane.normal, gap, kSphereCode});
}

void collide_sphere_sphere(const WorldSphere& a, const WorldSphere& b, double margin, Manifold& manifold) {
  manifold.points.clear();
  const Vec3 between = b.center - a.center;
  const double distance = between.norm();
  const double gap = distance - a.radius - b.radius;
  if (!(gap <= margin)) return;
  manifold.normal = distance > kTouching ? Vec3(between.normalized()) : Vec3(Vec3::UnitZ());
  manifold.points.push_back({a.center + (a.radius + gap / 2) * manifold.normal, gap, kSphereCode});
}

void collide_sphere_convex(const WorldSphere& sphere, const WorldConvex& convex, double margin, Manifold& manifold) {
  manifold.points.clear();
  const SurfacePoint nearest = closest_surface_point(convex, sphere.center);
  const double gap = nearest.distance - sphere.radius;
  if (!(gap <= margin)) return;
  manifold.normal = -nearest.normal;
  manifold.points.push_back({nearest.point + gap / 2 * nearest.normal, gap, kSphereCode});
}

void collide_plane_convex(const WorldPlane& plane, const WorldConvex& convex, double margin, int samples,
                          std::vector<PatchCorner>& scratch, Manifold& manifold) {
  manifold.points.clear();
  scratch.clear();
  if (plane.normal.dot(convex.center) - plane.offset - convex.topology->radius > margin) return;
  manifold.normal = plane.normal;
  const auto corner_of = [&](int v, double x, double y) {
    const double gap = plane.normal.dot(convex.vertices[v]) - plane.offset;
    return PatchCorner{x, y, gap, convex.vertices[v] - gap / 2 * plane.normal, vertex_code(v)};
  };
  for (int v = 0; v < static_cast<int>(convex.vertices.size()); ++v) {
    const PatchCorner corner = corner_of(v, 0, 0);
    if (corner.gap <= margin) manifold.points.push_back({corner.point, corner.gap, corner.code});
  }
  if (samples <= 0 || manifold.points.size() < 2) return;
  const int face = most_opposed_face(convex, plane.normal, kOpposedTolerance);
  const ConvexTopology& shape = *convex.topology;
  for (int s = shape.loop_start[face]; s < shape.loop_start[face + 1]; ++s) {
    const ConvexTopology::Side& side = shape.sides[s];
    const PatchCorner corner = corner_of(side.vertex, side.x, side.y);
    if (corner.gap <= margin) scratch.push_back(corner);
  }
  const std::uint64_t patch = mix_hash(vertex_code(-1), static_cast<std::uint64_t>(face));
  if (scratch.empty()) return;
  add_patch_samples(scratch, patch_extent(scratch, kThinPatch * shape.radius), samples, patch, manifold);
}

}  // namespace stiction
