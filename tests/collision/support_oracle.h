// Placed shapes known by their support function and their own signed distance alone: an oracle that shares nothing with
// the narrow phase. A direction n and a pair of surface points prove a distance: s(n) <= distance <= |x - y|.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "collision/collider.h"
#include "placing.h"

namespace stiction {

struct OracleShape {
  Shape shape;
  Pose pose;

  // A random point among those of the body that are farthest along n (unit, world).
  Vec3 support(const Vec3& n, std::mt19937& random) const {
    const Vec3 d = pose.rotation.conjugate() * n;
    return pose.to_world(local_support(d, random));
  }
  double reach(const Vec3& n) const {
    std::mt19937 random(1);
    return n.dot(support(n, random));
  }
  // Signed distance of a point; for polyhedra a lower bound outside, exact inside.
  double distance(const Vec3& world) const {
    const Vec3 p = pose.to_local(world);
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return p.norm() - sphere->radius;
    if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
      const double z = std::clamp(p.z(), -capsule->length / 2, capsule->length / 2);
      return (p - Vec3(0, 0, z)).norm() - capsule->radius;
    }
    if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) {
      const double side = std::hypot(p.x(), p.y()) - cylinder->radius, cap = std::abs(p.z()) - cylinder->length / 2;
      return std::max(side, cap) > 0 ? std::hypot(std::max(side, 0.0), std::max(cap, 0.0)) : std::max(side, cap);
    }
    if (const auto* plane = std::get_if<PlaneShape>(&shape)) return plane->normal.dot(p) - plane->offset;
    double greatest = -std::numeric_limits<double>::infinity();
    for (const auto& face : std::get<ConvexShape>(shape).polyhedron->faces) {
      greatest = std::max(greatest, face.normal.dot(p) - face.offset);
    }
    return greatest;
  }

  // A direction (world, unit) that touches a feature of random kind: any, face, edge; cap, side, rim.
  Vec3 random_direction(std::mt19937& random) const {
    const Vec3 any = random_vector(random).normalized();
    Vec3 local = any;
    const int choice = static_cast<int>(random() % 3);
    if (const auto* convex = std::get_if<ConvexShape>(&shape)) {
      const ConvexPolyhedron& polyhedron = *convex->polyhedron;
      if (choice == 0) local = polyhedron.faces[random() % polyhedron.faces.size()].normal;
      if (choice == 1) {
        const auto& edge = polyhedron.edges[random() % polyhedron.edges.size()];
        const double share = random_number(random, 0.05, 0.95);
        local = share * polyhedron.faces[edge.face[0]].normal + (1 - share) * polyhedron.faces[edge.face[1]].normal;
      }
    } else if (std::holds_alternative<PlaneShape>(shape)) {
      local = std::get<PlaneShape>(shape).normal;
    } else if (!std::holds_alternative<SphereShape>(shape)) {
      if (choice == 0) local.z() = 0;
      if (choice == 1) local = (random() % 2 ? 1.0 : -1.0) * Vec3::UnitZ();
    }
    return pose.rotation * local.normalized();
  }

 private:
  Vec3 local_support(const Vec3& d, std::mt19937& random) const {
    const Vec3 along_z(0, 0, std::abs(d.z()) < 1e-12 ? random_number(random, -1, 1) : d.z() > 0 ? 1 : -1);
    if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius * d;
    if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
      return capsule->length / 2 * along_z + capsule->radius * d;
    }
    if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) {
      const double across = std::hypot(d.x(), d.y());
      Vec3 radial(d.x() / across, d.y() / across, 0);
      if (across < 1e-12) {
        const double angle = random_number(random, 0, 6.28);
        radial = std::sqrt(random_number(random, 0, 1)) * Vec3(std::cos(angle), std::sin(angle), 0);
      }
      return cylinder->length / 2 * along_z + cylinder->radius * radial;
    }
    if (const auto* plane = std::get_if<PlaneShape>(&shape)) return plane->offset * plane->normal;
    const auto& vertices = std::get<ConvexShape>(shape).polyhedron->vertices;
    double greatest = -std::numeric_limits<double>::infinity();
    for (const Vec3& v : vertices) greatest = std::max(greatest, d.dot(v));
    Vec3 sum = Vec3::Zero();
    double weights = 0;
    for (const Vec3& v : vertices) {
      if (d.dot(v) < greatest - 1e-9) continue;
      const double weight = random_number(random, 0.05, 1);
      sum += weight * v;
      weights += weight;
    }
    return sum / weights;
  }
};

// s(n): how far the bodies are apart along n, from a to b.
inline double separation(const OracleShape& a, const OracleShape& b, const Vec3& n) {
  return -b.reach(-n) - a.reach(n);
}

// The pair as a model of two bodies, collided up to `margin` [m].
inline ContactSet contacts_between(const OracleShape& a, const OracleShape& b, double margin, int samples = 0) {
  Model model;
  model.gravity.setZero();
  model.margin = margin;
  for (const OracleShape* s : {&a, &b}) {
    Body body;
    body.shape = s->shape;
    body.start = s->pose;
    body.fixed = std::holds_alternative<PlaneShape>(s->shape);
    body.samples = samples;
    model.bodies.push_back(body);
  }
  compute_masses(model);
  ContactSet contacts;
  Collider(model).collide(initial_state(model), 0.01, contacts);
  return contacts;
}

inline double least_gap(const ContactSet& contacts) {
  double least = std::numeric_limits<double>::infinity();
  for (const Contact& c : contacts) least = std::min(least, c.gap);
  return least;
}

enum class ShapeKind { kPlane, kSphere, kCapsule, kCylinder, kBox, kHull };
inline const std::vector<ShapeKind> kSolidKinds = {ShapeKind::kSphere, ShapeKind::kCapsule, ShapeKind::kCylinder,
                                                   ShapeKind::kBox, ShapeKind::kHull};

inline Shape random_shape_of(ShapeKind kind, std::mt19937& random) {
  const auto size = [&](double low, double high) { return random_number(random, low, high); };
  const double r = size(0.1, 0.5), l = size(0.1, 1), w = size(0.2, 1);
  switch (kind) {
    case ShapeKind::kPlane:
      return PlaneShape{random_vector(random).normalized(), size(-1, 1)};
    case ShapeKind::kSphere:
      return SphereShape{r};
    case ShapeKind::kCapsule:
      return make_capsule_shape(r, l);
    case ShapeKind::kCylinder:
      return make_cylinder_shape(r, l);
    case ShapeKind::kBox:
      return make_box_shape({w, l, r});
    case ShapeKind::kHull:
      break;
  }
  std::vector<Vec3> points(6 + random() % 12);
  for (Vec3& p : points) p = 0.4 * random_vector(random);
  return make_convex_shape(points);
}

// Two bodies whose features touch along a known direction, `gap` [m] apart (or overlapping): for gap >= 0 that is their
// exact distance. Half of the pairs have their axes aligned as well: parallel, or at right angles.
struct TouchingPair {
  TouchingPair(ShapeKind kind_a, ShapeKind kind_b, double gap, std::mt19937& random)
      : a{random_shape_of(kind_a, random), {random_vector(random), random_rotation(random)}},
        b{random_shape_of(kind_b, random), {Vec3::Zero(), Quat::Identity()}} {
    normal = a.random_direction(random);
    const Vec3 towards = b.random_direction(random);
    Quat turn = Quat::FromTwoVectors(towards, -normal);
    double twist = random_number(random, 0, 6.28);
    if (random() % 2) {  // bring the z axes into line as seen along the normal
      const Vec3 za = a.pose.rotation * Vec3::UnitZ(), zb = turn * Vec3::UnitZ();
      const Vec3 pa = za - normal.dot(za) * normal, pb = zb - normal.dot(zb) * normal;
      twist = std::atan2(normal.dot(pb.cross(pa)), pb.dot(pa)) + (random() % 2 ? std::numbers::pi / 2 : 0);
    }
    b.pose.rotation = (Quat(Eigen::AngleAxisd(twist, normal)) * turn).normalized();
    b.pose.position = a.support(normal, random) + gap * normal - b.support(-normal, random);
  }
  OracleShape a, b;
  Vec3 normal;  // from a to b
};

}  // namespace stiction
