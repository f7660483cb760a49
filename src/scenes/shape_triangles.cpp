#include "scenes/shape_triangles.h"

#include <cmath>
#include <numbers>

#include "elastic/elastic_spec.h"
#include "elastic/points/sheet_surface.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

// Radius and height of one ring of a solid of revolution about z [m].
struct Ring {
  double radius = 0;
  double z = 0;
};

// Poles at `bottom` and `top`, the rings between them from below.
TriangleMesh revolved(double bottom, const std::vector<Ring>& rings, double top, int segments) {
  TriangleMesh mesh;
  for (const Ring& ring : rings) {
    for (int k = 0; k < segments; ++k) {
      const double angle = 2 * std::numbers::pi * k / segments;
      mesh.vertices.emplace_back(ring.radius * std::cos(angle), ring.radius * std::sin(angle), ring.z);
    }
  }
  const int count = static_cast<int>(rings.size());
  const auto vertex = [&](int ring, int k) { return ring * segments + k % segments; };
  const int south = count * segments, north = south + 1;
  mesh.vertices.emplace_back(0, 0, bottom);
  mesh.vertices.emplace_back(0, 0, top);
  for (int k = 0; k < segments; ++k) {
    mesh.triangles.push_back({south, vertex(0, k + 1), vertex(0, k)});
    for (int ring = 0; ring + 1 < count; ++ring) {
      mesh.triangles.push_back({vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k + 1)});
      mesh.triangles.push_back({vertex(ring, k), vertex(ring + 1, k + 1), vertex(ring + 1, k)});
    }
    mesh.triangles.push_back({north, vertex(count - 1, k), vertex(count - 1, k + 1)});
  }
  return mesh;
}

// A sphere whose halves are moved apart by `length` [m].
TriangleMesh capsule_triangles(double radius, double length, int segments) {
  std::vector<Ring> rings;
  const int steps = segments / 4;  // from a pole to the equator
  const auto add = [&](int step, double shift) {
    const double latitude = 0.5 * std::numbers::pi * step / steps;
    rings.push_back({radius * std::cos(latitude), radius * std::sin(latitude) + shift});
  };
  for (int step = -steps + 1; step <= 0; ++step) add(step, -length / 2);
  for (int step = length > 0 ? 0 : 1; step < steps; ++step) add(step, length / 2);
  return revolved(-radius - length / 2, rings, radius + length / 2, segments);
}

struct Triangulate {
  int segments;

  TriangleMesh operator()(const PlaneShape&) const { return {}; }
  TriangleMesh operator()(const SphereShape& s) const { return capsule_triangles(s.radius, 0, segments); }
  TriangleMesh operator()(const CapsuleShape& s) const { return capsule_triangles(s.radius, s.length, segments); }
  TriangleMesh operator()(const CylinderShape& s) const {
    return revolved(-s.length / 2, {{s.radius, -s.length / 2}, {s.radius, s.length / 2}}, s.length / 2, segments);
  }
  TriangleMesh operator()(const MeshShape& s) const { return s.geometry->mesh(); }
  TriangleMesh operator()(const ConvexShape& s) const {
    TriangleMesh mesh{s.polyhedron->vertices, {}};
    for (const ConvexPolyhedron::Face& face : s.polyhedron->faces) {
      for (std::size_t i = 2; i < face.vertices.size(); ++i) {
        mesh.triangles.push_back({face.vertices[0], face.vertices[i - 1], face.vertices[i]});
      }
    }
    return mesh;
  }
  TriangleMesh operator()(const CompoundShape& s) const {
    TriangleMesh all;
    for (const CompoundPart& part : *s.parts) {
      const TriangleMesh mesh = std::visit(*this, part.shape);
      const int first = static_cast<int>(all.vertices.size());
      for (const Vec3& v : mesh.vertices) all.vertices.push_back(part.pose.to_world(v));
      for (const auto& [a, b, c] : mesh.triangles) all.triangles.push_back({first + a, first + b, first + c});
    }
    return all;
  }
};

}  // namespace

TriangleMesh shape_triangles(const Shape& shape, int segments) {
  return std::visit(Triangulate{segments}, shape);
}

TriangleMesh body_triangles(const Body& body) {
  if (body.elastic != nullptr && body.elastic->sheet != nullptr) {
    return sheet_surface(*body.elastic->sheet, body.elastic->points.thickness).mesh;
  }
  const bool has_tetrahedra = body.elastic != nullptr && body.elastic->mesh != nullptr;
  return has_tetrahedra ? tet_surface(*body.elastic->mesh).mesh : shape_triangles(body.shape);
}

}  // namespace stiction
