#include "scenes/gallery/arch_geometry.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "scenes/gallery/building.h"

namespace stiction {
namespace {

using Quad = std::array<Vec2, 4>;

double snapped(double length) {
  const double grid = std::ldexp(1.0, -46);  // [m]
  return std::round(length / grid) * grid;
}

Vec2 snapped(const Vec2& p) {
  return {snapped(p.x()), snapped(p.y())};
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

Vec2 centroid(const Quad& quad) {
  // Relative to the first corner, so that the areas keep their digits.
  double area = 0;
  Vec2 moment = Vec2::Zero();
  for (int i = 1; i < 3; ++i) {
    const Vec2 p = quad[i] - quad[0];
    const Vec2 q = quad[i + 1] - quad[0];
    const double twice = cross(p, q);
    area += twice;
    moment += twice * (p + q) / 3;
  }
  return quad[0] + moment / area;
}

// From the plane of the joints, and across it.
Vec3 in_space(const Vec2& p, double across, const ArchDesign& design) {
  return design.along_y ? Vec3(across, p.x(), p.y()) : Vec3(p.x(), across, p.y());
}

// A prism over the quad.
Body& add_prism(Model& model, const std::string& name, const Quad& quad, const ArchDesign& design) {
  const Vec2 center = snapped(centroid(quad));
  std::vector<Vec3> vertices;
  for (double across : {-design.depth / 2, design.depth / 2}) {
    for (const Vec2& corner : quad) vertices.push_back(in_space(corner - center, across, design));
  }
  Body& body = model.bodies.emplace_back();
  body.name = design.name + name;
  body.material = design.material;
  body.samples = design.samples;
  body.shape = make_convex_shape(vertices);
  body.start.position = in_space(center, 0, design) + design.place.unaryExpr([](double x) { return snapped(x); });
  return body;
}

// The joint moved along its own normal; `side` +1 towards the right.
ArchJoint prolonged(const ArchJoint& joint, double length, int side) {
  const Vec2 across = (joint.outer - joint.inner).normalized();
  const Vec2 along = side * length * Vec2(across.y(), -across.x());
  return {snapped(joint.inner + along), snapped(joint.outer + along)};
}

Quad quad_between(const ArchJoint& left, const ArchJoint& right) {
  return {left.inner, right.inner, right.outer, left.outer};
}

ArchJoint joint_at(const Vec2& center, const Vec2& normal, double ring) {
  return {snapped(center - ring / 2 * normal), snapped(center + ring / 2 * normal)};
}

}  // namespace

std::vector<ArchJoint> catenary_joints(int blocks, double a, double X, double ring) {
  std::vector<ArchJoint> joints;
  const double half_length = a * std::sinh(X / a);
  for (int k = 0; k <= blocks; ++k) {
    const double arc = half_length * (2 * k - blocks) / blocks;  // exactly antisymmetric in k
    const double u = std::asinh(arc / a);
    const Vec2 center(a * u, a * (std::cosh(X / a) - std::cosh(u)));
    joints.push_back(joint_at(center, Vec2(std::tanh(u), 1 / std::cosh(u)), ring));
  }
  return joints;
}

std::vector<ArchJoint> semicircle_joints(int blocks, double radius, double ring) {
  std::vector<ArchJoint> joints;
  for (int k = 0; k <= blocks; ++k) {
    const double angle = std::numbers::pi / 2 * (2 * k - blocks) / blocks;  // from the crown
    const Vec2 normal(std::sin(angle), std::abs(2 * k - blocks) == blocks ? 0 : std::cos(angle));
    joints.push_back(joint_at(radius * normal, normal, ring));
  }
  return joints;
}

void add_arch(Model& model, const std::vector<ArchJoint>& joints, const ArchDesign& design) {
  const int blocks = static_cast<int>(joints.size()) - 1;
  if (design.springer > 0) {
    const ArchJoint below = prolonged(joints.front(), design.springer, -1);
    add_prism(model, "springer-left", quad_between(below, joints.front()), design).fixed = true;
  }
  for (int i = 0; i < blocks; ++i) {
    add_prism(model, fmt::format("block{}", i), quad_between(joints[i], joints[i + 1]), design);
  }
  if (design.springer <= 0) return;
  add_prism(model, "springer-right", quad_between(joints.back(), prolonged(joints.back(), design.springer, 1)), design)
      .fixed = true;
}

Vec2 extrados(const std::vector<ArchJoint>& joints, int block) {
  return (joints[block].outer + joints[block + 1].outer) / 2;
}

}  // namespace stiction
