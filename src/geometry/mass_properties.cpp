#include "geometry/mass_properties.h"

#include <cassert>
#include <numbers>

namespace stiction {
namespace {

MassProperties box_mass(const Vec3& size, double density) {
  const double mass = density * size.prod();
  const Vec3 squares = size.cwiseAbs2();
  const Vec3 moments = mass / 12 * (Vec3::Constant(squares.sum()) - squares);
  return {mass, Vec3::Zero(), moments.asDiagonal()};
}

MassProperties sphere_mass(double radius, double density) {
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  return {mass, Vec3::Zero(), 0.4 * mass * radius * radius * Mat3::Identity()};
}

MassProperties cylinder_mass(double radius, double length, double density) {
  const double mass = density * std::numbers::pi * radius * radius * length;
  const double across = mass * (radius * radius / 4 + length * length / 12);
  return {mass, Vec3::Zero(), Vec3(across, across, mass * radius * radius / 2).asDiagonal()};
}

// A cylinder and two half balls, whose own centres of mass are 3/8 radius from their flat sides.
MassProperties capsule_mass(double radius, double length, double density) {
  const MassProperties straight = cylinder_mass(radius, length, density);
  const double caps = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  const double along = straight.inertia(2, 2) + 0.4 * caps * radius * radius;
  const double across =
      straight.inertia(0, 0) + caps * (0.4 * radius * radius + 0.375 * radius * length + length * length / 4);
  return {straight.mass + caps, Vec3::Zero(), Vec3(across, across, along).asDiagonal()};
}

// Volume and moments of a solid as a sum over tetrahedra between the origin and the triangles of its surface. For a
// tetrahedron (0, a, b, c) with d = a . (b x c): volume d/6, first moment d/24 s, second moment
// d/120 (s s^T + a a^T + b b^T + c c^T), s = a + b + c.
class TetrahedronSum {
 public:
  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double d = a.dot(b.cross(c));
    const Vec3 s = a + b + c;
    volume_ += d / 6;
    first_ += d / 24 * s;
    second_ += d / 120 * (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  // `origin`: where the tetrahedra's common corner lies, in body coordinates.
  MassProperties result(const Vec3& origin, double density) const {
    const Vec3 center = first_ / volume_;
    const Mat3 about_center = density * (second_ - volume_ * center * center.transpose());
    const Mat3 inertia = about_center.trace() * Mat3::Identity() - about_center;
    return {density * volume_, origin + center, (inertia + inertia.transpose()) / 2};
  }

 private:
  double volume_ = 0;
  Vec3 first_ = Vec3::Zero();
  Mat3 second_ = Mat3::Zero();
};

Vec3 mean(const std::vector<Vec3>& points) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : points) sum += p / static_cast<double>(points.size());
  return sum;
}

// A fan of triangles over every face.
MassProperties polyhedron_mass(const ConvexPolyhedron& polyhedron, double density) {
  const Vec3 inner = mean(polyhedron.vertices);
  TetrahedronSum sum;
  for (const auto& face : polyhedron.faces) {
    const Vec3 a = polyhedron.vertices[face.vertices[0]] - inner;
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      sum.add(a, polyhedron.vertices[face.vertices[i]] - inner, polyhedron.vertices[face.vertices[i + 1]] - inner);
    }
  }
  return sum.result(inner, density);
}

MassProperties mesh_mass(const TriangleMesh& mesh, double density) {
  const Vec3 inner = mean(mesh.vertices);
  TetrahedronSum sum;
  for (const auto& [a, b, c] : mesh.triangles) {
    sum.add(mesh.vertices[a] - inner, mesh.vertices[b] - inner, mesh.vertices[c] - inner);
  }
  return sum.result(inner, density);
}

// Parallel axes: a mass m moved by d adds m (|d|^2 1 - d d^T).
Mat3 moved_inertia(double mass, const Vec3& by) {
  return mass * (by.squaredNorm() * Mat3::Identity() - by * by.transpose());
}

MassProperties compound_mass(const std::vector<CompoundPart>& parts, double density) {
  std::vector<MassProperties> placed;
  MassProperties whole;
  for (const CompoundPart& part : parts) {
    MassProperties mass = mass_properties(part.shape, density);
    const Mat3 rotation = part.pose.rotation.toRotationMatrix();
    mass.center = part.pose.to_world(mass.center);
    mass.inertia = rotation * mass.inertia * rotation.transpose();
    whole.mass += mass.mass;
    whole.center += mass.mass * mass.center;
    placed.push_back(mass);
  }
  whole.center /= whole.mass;
  for (const MassProperties& mass : placed) {
    whole.inertia += mass.inertia + moved_inertia(mass.mass, mass.center - whole.center);
  }
  whole.inertia = ((whole.inertia + whole.inertia.transpose()) / 2).eval();
  return whole;
}

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  assert(density > 0);
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere_mass(sphere->radius, density);
  if (const auto* convex = std::get_if<ConvexShape>(&shape)) {
    return convex->is_box() ? box_mass(convex->box_size, density) : polyhedron_mass(*convex->polyhedron, density);
  }
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
    return capsule_mass(capsule->radius, capsule->length, density);
  }
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) {
    return cylinder_mass(cylinder->radius, cylinder->length, density);
  }
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh_mass(mesh->geometry->mesh(), density);
  if (const auto* compound = std::get_if<CompoundShape>(&shape)) return compound_mass(*compound->parts, density);
  assert(false && "a plane has no mass");
  return {};
}

}  // namespace stiction
