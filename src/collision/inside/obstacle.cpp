#include "collision/inside/obstacle.h"

#include <algorithm>
#include <array>
#include <limits>

namespace stiction {
namespace {

constexpr double kBack = -0.9;      // cosine: faces that look back
constexpr double kSlack = 1e-8;     // of a part's size
constexpr double kTouching = 1e-7;  // of a part's size: as near count parts as joined

Vec3 middle_of(const ConvexPolyhedron& polyhedron) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : polyhedron.vertices) sum += v;
  return sum / static_cast<double>(polyhedron.vertices.size());
}

// Faces as fans of triangles, and tetrahedra from there to the middle.
std::shared_ptr<const FillingTopology> corners_of(const ConvexPolyhedron& polyhedron) {
  TriangleMesh surface;
  surface.vertices = polyhedron.vertices;
  SurfaceFilling filling;
  filling.inner_count = 1;
  const int middle = static_cast<int>(polyhedron.vertices.size());
  for (const ConvexPolyhedron::Face& face : polyhedron.faces) {
    for (std::size_t k = 2; k < face.vertices.size(); ++k) {
      const int a = face.vertices[0], b = face.vertices[k - 1], c = face.vertices[k];
      surface.triangles.push_back({a, b, c});
      filling.tets.push_back({a, c, b, middle});
    }
  }
  return std::make_shared<const FillingTopology>(surface, filling);
}

double size_of(const ConvexPart& part) {
  return (part.box.max - part.box.min).norm();
}

bool touches(const ConvexPart& part, const Vec3& p) {
  const double near = kTouching * size_of(part);
  return std::all_of(part.faces.begin(), part.faces.end(), [&](const HalfSpace& f) { return f.height(p) < near; });
}

}  // namespace

bool Obstacle::takes(const Shape& shape) {
  if (const auto* compound = std::get_if<CompoundShape>(&shape)) {
    return std::all_of(compound->parts->begin(), compound->parts->end(),
                       [](const CompoundPart& part) { return std::holds_alternative<ConvexShape>(part.shape); });
  }
  return std::holds_alternative<PlaneShape>(shape) || std::holds_alternative<ConvexShape>(shape);
}

Obstacle::Obstacle(const Shape& shape) {
  if (const auto* compound = std::get_if<CompoundShape>(&shape)) {
    for (const CompoundPart& part : *compound->parts) add(part.shape, part.pose);
  } else {
    add(shape, Pose{});
  }
  leave_out_joints();
}

void Obstacle::add(const Shape& shape, const Pose& local) {
  ConvexPart& part = parts_.emplace_back();
  part.local = local;
  if (const auto* plane = std::get_if<PlaneShape>(&shape)) {
    part.plane = *plane;
    part.faces.resize(1);
    return;
  }
  part.polyhedron = std::get<ConvexShape>(shape).polyhedron.get();
  part.corners = corners_of(*part.polyhedron);
  part.faces.resize(part.polyhedron->faces.size());
  part.takes_part.assign(part.polyhedron->vertices.size(), 1);
  Aabb box;
  for (const Vec3& v : part.polyhedron->vertices) box.include(v);
  part.slack = kSlack * (box.max - box.min).norm();
}

void Obstacle::leave_out_joints() {
  if (parts_.size() < 2) return;
  place({}, {});
  for (ConvexPart& part : parts_) {
    for (std::size_t v = 0; v < part.takes_part.size(); ++v) {
      part.takes_part[v] = std::none_of(parts_.begin(), parts_.end(), [&](const ConvexPart& other) {
        return &other != &part && touches(other, part.places[v]);
      });
    }
  }
}

void Obstacle::place(const Pose& start, const Pose& end) {
  start_ = start;
  end_ = end;
  moves_ = start.position != end.position || start.rotation.coeffs() != end.rotation.coeffs();
  box_ = Aabb{};
  for (ConvexPart& part : parts_) {
    const Pose pose = combined(end, part.local);
    if (part.is_plane()) {
      const Vec3 normal = (pose.rotation * part.plane.normal).normalized();
      part.faces[0] = {normal, part.plane.offset + normal.dot(pose.position)};
      continue;
    }
    part.box = Aabb{};
    const ConvexPolyhedron& shape = *part.polyhedron;
    part.places.resize(shape.vertices.size() + 1);
    for (std::size_t v = 0; v < shape.vertices.size(); ++v) {
      part.places[v] = pose.to_world(shape.vertices[v]);
      part.box.include(part.places[v]);
    }
    part.box = part.box.grown(part.slack);
    part.places.back() = pose.to_world(middle_of(shape));
    for (std::size_t f = 0; f < part.faces.size(); ++f) {
      const Vec3 normal = (pose.rotation * shape.faces[f].normal).normalized();
      part.faces[f] = {normal, shape.faces[f].offset + normal.dot(pose.position)};
    }
    box_.include(part.box);
  }
}

bool ConvexEnclosure::leave(int /*cell*/, const Vec3& p, const Vec3& direction, double most, Exit& exit) const {
  const HalfSpace* last = nullptr;
  double length = most;
  const ConvexPart& part = obstacle_.parts()[part_];
  for (const HalfSpace& face : part.faces) {
    const double rate = face.normal.dot(direction);
    if (!(rate > 0)) continue;
    const double height = face.height(p);
    if (height >= -part.slack && is_grazing(rate, face.normal, direction)) continue;
    const double here = std::max(-height / rate, 0.0);
    if (!(here < length || (last == nullptr && here <= length))) continue;
    last = &face;
    length = here;
  }
  if (last == nullptr) return false;
  exit = {length, last->normal, {}};
  return true;
}

bool ConvexEnclosure::is_outer(const Vec3& place, const Exit& exit) const {
  const std::vector<ConvexPart>& parts = obstacle_.parts();
  if (parts.size() < 2) return true;
  const Vec3 beyond = place + 2 * kTouching * size_of(parts[part_]) * exit.normal;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (static_cast<int>(i) != part_ && touches(parts[i], beyond)) return false;
  }
  return true;
}

// How much farther it is from just beyond a face where another part goes on: out of that part, not back through the
// face that they share.
double ConvexEnclosure::further(const Vec3& place, const Vec3& normal) const {
  const std::vector<ConvexPart>& parts = obstacle_.parts();
  const Vec3 beyond = place + 2 * kTouching * size_of(parts[part_]) * normal;
  double most = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (static_cast<int>(i) == part_ || !touches(parts[i], beyond)) continue;
    double way = std::numeric_limits<double>::infinity();
    for (const HalfSpace& face : parts[i].faces) {
      if (face.normal.dot(normal) > kBack) way = std::min(way, std::max(-face.height(beyond), 0.0));
    }
    most = std::max(most, way);
  }
  return most;
}

bool ConvexEnclosure::nearest(const Vec3& p, double most, NearestExit& exit) const {
  double best = std::numeric_limits<double>::infinity();
  for (const HalfSpace& face : obstacle_.parts()[part_].faces) {
    const double depth = std::max(-face.height(p), 0.0);
    const Vec3 place = p + depth * face.normal;
    const double way = depth + further(place, face.normal);
    if (!(way < best)) continue;
    best = way;
    exit = {place, face.normal, {}};
  }
  return best < std::numeric_limits<double>::infinity();
}

}  // namespace stiction
