#include "render/picture_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr std::size_t kManyTriangles = 150;  // of a flat-faced body

Vec3 upwards(const Vec3& gravity) {
  if (!(gravity.norm() > 0)) return Vec3::UnitZ();
  int axis = 0;
  gravity.cwiseAbs().maxCoeff(&axis);
  Vec3 up = Vec3::Zero();
  up[axis] = gravity[axis] > 0 ? -1 : 1;
  return up;
}

// Vertices on a sphere about the origin?
bool is_sphere(const ShownSurface& surface) {
  float least = std::numeric_limits<float>::infinity(), most = 0;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) {
    const float radius = Vec3f(surface.vertices.data() + 3 * v).norm();
    least = std::min(least, radius);
    most = std::max(most, radius);
  }
  return surface.smooth && most - least < 1e-3F * most;
}

ShapeKind kind_of(const ShownSurface& surface) {
  if (is_sphere(surface)) return ShapeKind::kSphere;
  if (surface.smooth) return ShapeKind::kRound;
  return surface.triangle_count() > kManyTriangles ? ShapeKind::kMesh : ShapeKind::kFlat;
}

PictureBody picture_body(const RecordingInfo& info, const RecordedBody& body) {
  PictureBody drawn;
  drawn.fixed = body.fixed;
  ShapeKind kind = ShapeKind::kFlat;
  if (body.plane) {
    drawn.is_plane = true;
    drawn.plane = *body.plane;
  } else if (body.surface >= 0) {
    const ShownSurface& surface = info.surfaces[static_cast<std::size_t>(body.surface)];
    drawn.mesh = surface_mesh(surface);
    kind = kind_of(surface);
  }
  drawn.color = body_color(info.materials[static_cast<std::size_t>(body.material)].name, kind, body.name, body.fixed);
  return drawn;
}

}  // namespace

PictureBodies picture_bodies(const RecordingInfo& info) {
  PictureBodies result;
  result.up = upwards(info.gravity);
  std::size_t deforming = 0;
  for (const RecordedBody& body : info.bodies) {
    result.bodies.push_back(picture_body(info, body));
    result.bodies.back().deforms = body.deforming > 0;
    result.bodies.back().first_deforming = deforming;
    deforming += body.deforming;
  }
  return result;
}

}  // namespace stiction
