#include "collision/convex/world_convex.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/hash.h"

namespace stiction {
namespace {

constexpr double kSameDirection = 1e-24;  // squared sine between edges that count as parallel

void add_loop(ConvexTopology& topology, int f, const std::map<std::pair<int, int>, int>& edge_between) {
  const ConvexPolyhedron& polyhedron = *topology.polyhedron;
  const ConvexPolyhedron::Face& face = polyhedron.faces[f];
  const int count = static_cast<int>(face.vertices.size());
  const Vec3 origin = polyhedron.vertices[face.vertices[0]];
  const Vec3 first_edge = polyhedron.vertices[face.vertices[1]] - origin;
  const Vec3 axis = (first_edge - face.normal.dot(first_edge) * face.normal).normalized();
  const Vec3 axis_y = face.normal.cross(axis);
  topology.face_axis.push_back(axis);
  for (int i = 0; i < count; ++i) {
    const int v = face.vertices[i];
    const int next = face.vertices[(i + 1) % count];
    const Vec3 p = polyhedron.vertices[v] - origin;
    const Vec3 along = polyhedron.vertices[next] - polyhedron.vertices[v];
    const double x = axis.dot(p), y = axis_y.dot(p);
    const double dx = axis.dot(along), dy = axis_y.dot(along);
    const double length = std::hypot(dx, dy);
    const double nx = dy / length, ny = -dx / length;
    topology.sides.push_back({v, edge_between.at(std::minmax(v, next)), x, y, nx, ny, nx * x + ny * y});
  }
  topology.loop_start.push_back(static_cast<int>(topology.sides.size()));
}

// Numbers unit vectors, those that are parallel up to sign as one. Of the first few each is compared; all are kept by
// cells of a grid, coarse against what counts as parallel.
class DirectionIndex {
 public:
  explicit DirectionIndex(std::vector<Vec3>& directions) : directions_(directions) {}

  int number(const Vec3& direction) {
    int found = -1;
    if (directions_.size() <= kFew) {
      for (int d = static_cast<int>(directions_.size()); d-- > 0;) keep_first(d, direction, found);
    } else {
      for (int i = 0; i < 54; ++i) {
        const auto cell = cells_.find(key(i < 27 ? direction : Vec3(-direction), i % 27));
        if (cell == cells_.end()) continue;
        for (const int d : cell->second) keep_first(d, direction, found);
      }
    }
    if (found >= 0) return found;
    const int number = static_cast<int>(directions_.size());
    directions_.push_back(direction);
    cells_[key(direction, kMiddle)].push_back(number);
    return number;
  }

 private:
  static constexpr std::size_t kFew = 32;
  static constexpr int kMiddle = 13;  // of the 27 cells around
  static constexpr double kCell = 1e-6;

  void keep_first(int d, const Vec3& direction, int& found) const {
    if (found >= 0 && found < d) return;
    if (!(directions_[d].cross(direction).squaredNorm() > kSameDirection)) found = d;
  }
  static std::uint64_t key(const Vec3& p, int neighbour) {
    const auto at = [&](int axis, int shift) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(p[axis] / kCell)) + shift);
    };
    const std::uint64_t xy = mix_hash(at(0, neighbour % 3 - 1), at(1, neighbour / 3 % 3 - 1));
    return mix_hash(xy, at(2, neighbour / 9 - 1));  // a collision only costs time
  }

  std::vector<Vec3>& directions_;
  std::unordered_map<std::uint64_t, std::vector<int>> cells_;
};

}  // namespace

ConvexTopology::ConvexTopology(const ConvexPolyhedron& source) : polyhedron(&source), loop_start{0} {
  std::map<std::pair<int, int>, int> edge_between;
  DirectionIndex index(edge_directions);
  for (int e = 0; e < static_cast<int>(source.edges.size()); ++e) {
    const auto& edge = source.edges[e];
    edge_between[std::minmax(edge.vertex[0], edge.vertex[1])] = e;
    const Vec3 direction = (source.vertices[edge.vertex[1]] - source.vertices[edge.vertex[0]]).normalized();
    edge_direction.push_back(index.number(direction));
    edge_sign.push_back(edge_directions[edge_direction.back()].dot(direction) > 0 ? 1 : -1);
  }
  for (int f = 0; f < static_cast<int>(source.faces.size()); ++f) add_loop(*this, f, edge_between);
  center.setZero();
  for (const Vec3& v : source.vertices) center += v / static_cast<double>(source.vertices.size());
  radius = 0;
  for (const Vec3& v : source.vertices) radius = std::max(radius, (v - center).norm());
}

void WorldConvex::place(const Pose& pose) {
  const ConvexPolyhedron& polyhedron = *topology->polyhedron;
  const Mat3 rotation = pose.rotation.normalized().toRotationMatrix();
  vertices.resize(polyhedron.vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] = rotation * polyhedron.vertices[v] + pose.position;
  const std::size_t face_count = polyhedron.faces.size();
  normals.resize(face_count);
  offsets.resize(face_count);
  face_axis.resize(face_count);
  for (std::size_t f = 0; f < face_count; ++f) {
    normals[f] = (rotation * polyhedron.faces[f].normal).normalized();
    offsets[f] = polyhedron.faces[f].offset + normals[f].dot(pose.position);
    face_axis[f] = rotation * topology->face_axis[f];
  }
  edge_directions.resize(topology->edge_directions.size());
  for (std::size_t d = 0; d < edge_directions.size(); ++d) {
    edge_directions[d] = rotation * topology->edge_directions[d];
  }
  center = rotation * topology->center + pose.position;
}

int most_opposed_face(const WorldConvex& convex, const Vec3& direction, double tolerance) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& normal : convex.normals) least = std::min(least, normal.dot(direction));
  int face = 0;
  while (!(convex.normals[face].dot(direction) <= least + tolerance)) ++face;
  return face;
}

}  // namespace stiction
