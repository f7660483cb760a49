#include "collision/convex/face_clipper.h"

#include <algorithm>
#include <utility>

namespace stiction {
namespace {

constexpr std::uint64_t kCrossing = 1ULL << 60;
constexpr std::uint64_t kReferenceCorner = 2ULL << 60;

std::uint64_t crossing_code(std::int64_t edge, int reference_edge) {
  if (edge >= 0) return kCrossing | static_cast<std::uint64_t>(reference_edge) << 28 | static_cast<std::uint64_t>(edge);
  const std::int64_t other_edge = -1 - edge;
  const std::int64_t low = std::min<std::int64_t>(other_edge, reference_edge);
  const std::int64_t high = std::max<std::int64_t>(other_edge, reference_edge);
  return kReferenceCorner | static_cast<std::uint64_t>(low) << 28 | static_cast<std::uint64_t>(high);
}

}  // namespace

void FaceClipper::load(const WorldConvex& reference, int reference_face, const WorldConvex& incident,
                       int incident_face) {
  const Vec3& normal = reference.normals[reference_face];
  const Vec3& axis_x = reference.face_axis[reference_face];
  const Vec3 axis_y = normal.cross(axis_x);
  const ConvexTopology& frame = *reference.topology;
  const Vec3& origin = reference.vertices[frame.sides[frame.loop_start[reference_face]].vertex];
  const ConvexTopology& shape = *incident.topology;
  polygon_.clear();
  // Seen from the reference face the incident loop runs clockwise; reversed, it runs like the reference loop.
  const int begin = shape.loop_start[incident_face];
  const int end = shape.loop_start[incident_face + 1];
  for (int s = end - 1; s >= begin; --s) {
    const ConvexTopology::Side& before = shape.sides[s > begin ? s - 1 : end - 1];
    const Vec3 p = incident.vertices[shape.sides[s].vertex] - origin;
    polygon_.push_back(
        {axis_x.dot(p), axis_y.dot(p), normal.dot(p), static_cast<std::uint64_t>(shape.sides[s].vertex), before.edge});
  }
}

void FaceClipper::clip_side(const ConvexTopology::Side& side, double tolerance) {
  const std::size_t count = polygon_.size();
  distance_.resize(count);
  bool any_outside = false;
  for (std::size_t i = 0; i < count; ++i) {
    distance_[i] = side.nx * polygon_[i].x + side.ny * polygon_[i].y - side.off;
    any_outside = any_outside || distance_[i] > tolerance;
  }
  if (!any_outside) return;
  clipped_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = i + 1 < count ? i + 1 : 0;
    const Vertex& from = polygon_[i];
    const Vertex& to = polygon_[j];
    const bool from_out = distance_[i] > tolerance;
    const bool to_out = distance_[j] > tolerance;
    if (!from_out) {
      clipped_.push_back(from);
      if (to_out) clipped_.back().edge = -1 - side.edge;  // the border turns onto the side here or at the crossing
    }
    // Only an edge that leads from clearly inside to clearly outside crosses; others end in a corner on the side.
    const bool leaves = distance_[i] < -tolerance && to_out;
    const bool enters = from_out && distance_[j] < -tolerance;
    if (!leaves && !enters) continue;
    if (leaves) clipped_.back().edge = from.edge;
    const double t = distance_[i] / (distance_[i] - distance_[j]);
    clipped_.push_back({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), from.gap + t * (to.gap - from.gap),
                        crossing_code(from.edge, side.edge), leaves ? -1 - side.edge : from.edge});
  }
  std::swap(polygon_, clipped_);
}

void FaceClipper::make_codes_unique() {
  for (std::size_t i = 1; i < kept_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (kept_[j].code != kept_[i].code) continue;
      kept_[i].code += 1ULL << 57;  // never seen on well-formed faces; compared again with all before it
      j = static_cast<std::size_t>(-1);
    }
  }
}

const std::vector<PatchCorner>& FaceClipper::clip(const WorldConvex& reference, int reference_face,
                                                  const WorldConvex& incident, int incident_face, double tolerance,
                                                  double margin) {
  load(reference, reference_face, incident, incident_face);
  const ConvexTopology& shape = *reference.topology;
  const int begin = shape.loop_start[reference_face];
  const int end = shape.loop_start[reference_face + 1];
  for (int s = begin; s < end && !polygon_.empty(); ++s) clip_side(shape.sides[s], tolerance);

  kept_.clear();
  const Vec3& normal = reference.normals[reference_face];
  const Vec3& axis_x = reference.face_axis[reference_face];
  const Vec3 axis_y = normal.cross(axis_x);
  const Vec3& origin = reference.vertices[shape.sides[begin].vertex];
  for (const Vertex& v : polygon_) {
    if (!(v.gap <= margin)) continue;
    kept_.push_back({v.x, v.y, v.gap, origin + v.x * axis_x + v.y * axis_y + v.gap / 2 * normal, v.code});
  }
  make_codes_unique();
  return kept_;
}

}  // namespace stiction
