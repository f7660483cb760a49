#include "collision/convex/world_convex.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

void add_direction(ConvexTopology& topology, const Vec3& direction) {
  for (std::size_t d = 0; d < topology.edge_directions.size(); ++d) {
    if (topology.edge_directions[d].cross(direction).squaredNorm() > kSameDirection) continue;
    topology.edge_direction.push_back(static_cast<int>(d));
    topology.edge_sign.push_back(topology.edge_directions[d].dot(direction) > 0 ? 1 : -1);
    return;
  }
  topology.edge_direction.push_back(static_cast<int>(topology.edge_directions.size()));
  topology.edge_sign.push_back(1);
  topology.edge_directions.push_back(direction);
}

}  // namespace

ConvexTopology::ConvexTopology(const ConvexPolyhedron& source) : polyhedron(&source), loop_start{0} {
  std::map<std::pair<int, int>, int> edge_between;
  for (int e = 0; e < static_cast<int>(source.edges.size()); ++e) {
    const auto& edge = source.edges[e];
    edge_between[std::minmax(edge.vertex[0], edge.vertex[1])] = e;
    add_direction(*this, (source.vertices[edge.vertex[1]] - source.vertices[edge.vertex[0]]).normalized());
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
