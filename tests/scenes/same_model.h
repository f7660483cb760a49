// Are two models the same, bit for bit?
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "geometry/solids/solid_kind.h"
#include "model/model.h"

namespace stiction {

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
template <class A, class B>
bool same_bits(const Eigen::DenseBase<A>& a, const Eigen::DenseBase<B>& b) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      if (!same_bits(a.derived()(i, j), b.derived()(i, j))) return false;
    }
  }
  return true;
}

inline void expect_same_pose(const Pose& a, const Pose& b) {
  EXPECT_TRUE(same_bits(a.position, b.position));
  EXPECT_TRUE(same_bits(a.rotation.coeffs(), b.rotation.coeffs()));
}

inline void expect_same_solid(const Solid& a, const Solid& b) {
  ASSERT_EQ(&a.kind(), &b.kind());
  for (int k = 0; k < static_cast<int>(a.kind().fields.size()); ++k) {
    EXPECT_TRUE(same_bits(a.vector(k), b.vector(k))) << a.kind().fields[k].key;
  }
  if (a.kind().has_seed) {
    EXPECT_EQ(a.seed, b.seed);
  }
  expect_same_pose(a.pose, b.pose);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) expect_same_solid(a.parts[i], b.parts[i]);
}

inline void expect_same_mesh(const MeshShape& a, const MeshShape& b) {
  const TriangleMesh& p = a.geometry->mesh();
  const TriangleMesh& q = b.geometry->mesh();
  ASSERT_EQ(p.vertices.size(), q.vertices.size());
  for (std::size_t i = 0; i < p.vertices.size(); ++i) ASSERT_TRUE(same_bits(p.vertices[i], q.vertices[i]));
  EXPECT_EQ(p.triangles, q.triangles);
  EXPECT_TRUE(same_bits(a.geometry->spacing(), b.geometry->spacing()));
  ASSERT_EQ(a.geometry->samples().size(), b.geometry->samples().size());
  for (std::size_t i = 0; i < a.geometry->samples().size(); ++i) {
    ASSERT_TRUE(same_bits(a.geometry->samples()[i].point, b.geometry->samples()[i].point));
  }
  EXPECT_TRUE(same_bits(a.cell, b.cell));
  ASSERT_EQ(a.recipe != nullptr, b.recipe != nullptr);
  if (a.recipe) expect_same_solid(*a.recipe, *b.recipe);
}

inline void expect_same_motion(const Motion& a, const Motion& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.body, b.body);
  EXPECT_TRUE(same_bits(a.start, b.start));
  EXPECT_TRUE(same_bits(a.end, b.end));
  EXPECT_TRUE(same_bits(a.velocity, b.velocity));
  EXPECT_TRUE(same_bits(a.angular_velocity, b.angular_velocity));
  EXPECT_TRUE(same_bits(a.direction, b.direction));
  EXPECT_TRUE(same_bits(a.amplitude, b.amplitude));
  EXPECT_TRUE(same_bits(a.frequency, b.frequency));
  ASSERT_EQ(a.keys.size(), b.keys.size());
  for (std::size_t i = 0; i < a.keys.size(); ++i) {
    EXPECT_TRUE(same_bits(a.keys[i].time, b.keys[i].time));
    expect_same_pose(a.keys[i].pose, b.keys[i].pose);
  }
}

inline void expect_same_hand(const Hand& a, const Hand& b) {
  EXPECT_EQ(a.body, b.body);
  EXPECT_TRUE(same_bits(a.coupling.stiffness, b.coupling.stiffness));
  EXPECT_TRUE(same_bits(a.coupling.damping, b.coupling.damping));
  EXPECT_TRUE(same_bits(a.coupling.angular_stiffness, b.coupling.angular_stiffness));
  EXPECT_TRUE(same_bits(a.coupling.angular_damping, b.coupling.angular_damping));
  EXPECT_TRUE(same_bits(a.coupling.max_force, b.coupling.max_force));
  EXPECT_TRUE(same_bits(a.coupling.max_torque, b.coupling.max_torque));
  ASSERT_EQ(a.path.size(), b.path.size());
  for (std::size_t i = 0; i < a.path.size(); ++i) {
    EXPECT_TRUE(same_bits(a.path[i].time, b.path[i].time));
    expect_same_pose(a.path[i].pose, b.path[i].pose);
  }
}

inline void expect_same_shape(const Shape& a, const Shape& b) {
  ASSERT_EQ(a.index(), b.index());
  if (const auto* plane = std::get_if<PlaneShape>(&a)) {
    EXPECT_TRUE(same_bits(plane->normal, std::get<PlaneShape>(b).normal));
    EXPECT_TRUE(same_bits(plane->offset, std::get<PlaneShape>(b).offset));
  } else if (const auto* sphere = std::get_if<SphereShape>(&a)) {
    EXPECT_TRUE(same_bits(sphere->radius, std::get<SphereShape>(b).radius));
  } else if (const auto* capsule = std::get_if<CapsuleShape>(&a)) {
    EXPECT_TRUE(same_bits(capsule->radius, std::get<CapsuleShape>(b).radius));
    EXPECT_TRUE(same_bits(capsule->length, std::get<CapsuleShape>(b).length));
  } else if (const auto* cylinder = std::get_if<CylinderShape>(&a)) {
    EXPECT_TRUE(same_bits(cylinder->radius, std::get<CylinderShape>(b).radius));
    EXPECT_TRUE(same_bits(cylinder->length, std::get<CylinderShape>(b).length));
  } else if (const auto* mesh = std::get_if<MeshShape>(&a)) {
    expect_same_mesh(*mesh, std::get<MeshShape>(b));
  } else if (const auto* compound = std::get_if<CompoundShape>(&a)) {
    const std::vector<CompoundPart>& parts = *std::get<CompoundShape>(b).parts;
    ASSERT_EQ(compound->parts->size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      expect_same_shape((*compound->parts)[i].shape, parts[i].shape);
      expect_same_pose((*compound->parts)[i].pose, parts[i].pose);
    }
  } else {
    const ConvexPolyhedron& p = *std::get<ConvexShape>(a).polyhedron;
    const ConvexPolyhedron& q = *std::get<ConvexShape>(b).polyhedron;
    ASSERT_EQ(p.vertices.size(), q.vertices.size());
    for (std::size_t i = 0; i < p.vertices.size(); ++i) EXPECT_TRUE(same_bits(p.vertices[i], q.vertices[i]));
    ASSERT_EQ(p.faces.size(), q.faces.size());
    for (std::size_t i = 0; i < p.faces.size(); ++i) EXPECT_EQ(p.faces[i].vertices, q.faces[i].vertices);
    EXPECT_TRUE(same_bits(std::get<ConvexShape>(a).box_size, std::get<ConvexShape>(b).box_size));
  }
}

inline void expect_same_body(const Body& a, const Body& b) {
  SCOPED_TRACE(a.name);
  EXPECT_EQ(a.name, b.name);
  expect_same_shape(a.shape, b.shape);
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.fixed, b.fixed);
  EXPECT_EQ(a.scripted, b.scripted);
  EXPECT_EQ(a.lock, b.lock);
  EXPECT_TRUE(same_bits(a.mass.mass, b.mass.mass));
  EXPECT_TRUE(same_bits(a.mass.center, b.mass.center));
  EXPECT_TRUE(same_bits(a.mass.inertia, b.mass.inertia));
  expect_same_pose(a.start, b.start);
  EXPECT_TRUE(same_bits(a.start_velocity, b.start_velocity));
  EXPECT_TRUE(same_bits(a.start_angular_velocity, b.start_angular_velocity));
  EXPECT_TRUE(same_bits(a.force, b.force));
  EXPECT_TRUE(same_bits(a.torque, b.torque));
  EXPECT_EQ(a.level, b.level);
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_TRUE(same_bits(a.appears_at, b.appears_at));
}

inline void expect_same_joint(const Joint& a, const Joint& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.bodies, b.bodies);
  EXPECT_TRUE(same_bits(a.anchor, b.anchor));
  if (a.kind == JointKind::kDistance) {
    EXPECT_TRUE(same_bits(a.anchor_b, b.anchor_b));
  }
  if (a.has_axis()) {
    EXPECT_TRUE(same_bits(a.axis, b.axis));
  }
  if (a.kind == JointKind::kUniversal) {
    EXPECT_TRUE(same_bits(a.axis_b, b.axis_b));
  }
  EXPECT_TRUE(same_bits(a.start, b.start));
  EXPECT_EQ(a.limits, b.limits);
  EXPECT_EQ(a.motor, b.motor);
  EXPECT_TRUE(same_bits(a.friction, b.friction));
  EXPECT_EQ(a.collide, b.collide);
}

inline void expect_same_model(const Model& a, const Model& b) {
  EXPECT_TRUE(same_bits(a.gravity, b.gravity));
  EXPECT_TRUE(same_bits(a.margin, b.margin));
  EXPECT_TRUE(same_bits(a.restitution_threshold, b.restitution_threshold));
  EXPECT_TRUE(same_bits(a.recovery, b.recovery));
  EXPECT_TRUE(same_bits(a.recovery_speed, b.recovery_speed));
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_TRUE(same_bits(a.materials[i].density, b.materials[i].density));
    EXPECT_TRUE(same_bits(a.materials[i].friction, b.materials[i].friction));
    EXPECT_TRUE(same_bits(a.materials[i].restitution, b.materials[i].restitution));
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].material_a, b.pairs[i].material_a);
    EXPECT_EQ(a.pairs[i].material_b, b.pairs[i].material_b);
    EXPECT_TRUE(same_bits(a.pairs[i].friction, b.pairs[i].friction));
    EXPECT_TRUE(same_bits(a.pairs[i].restitution, b.pairs[i].restitution));
  }
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same_body(a.bodies[i], b.bodies[i]);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].body, b.events[i].body);
    EXPECT_TRUE(same_bits(a.events[i].time, b.events[i].time));
    EXPECT_TRUE(same_bits(a.events[i].velocity, b.events[i].velocity));
    EXPECT_EQ(a.events[i].sets_velocity, b.events[i].sets_velocity);
  }
  ASSERT_EQ(a.motions.size(), b.motions.size());
  for (std::size_t i = 0; i < a.motions.size(); ++i) expect_same_motion(a.motions[i], b.motions[i]);
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) expect_same_joint(a.joints[i], b.joints[i]);
  ASSERT_EQ(a.hands.size(), b.hands.size());
  for (std::size_t i = 0; i < a.hands.size(); ++i) expect_same_hand(a.hands[i], b.hands[i]);
  EXPECT_EQ(a.ignored_pairs, b.ignored_pairs);
}

}  // namespace stiction
