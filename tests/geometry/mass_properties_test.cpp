#include "geometry/mass_properties.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace stiction {
namespace {

std::vector<Vec3> random_points(std::mt19937& random, int count) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points(count);
  for (Vec3& p : points) p = Vec3(normal(random), normal(random), normal(random));
  return points;
}

void expect_same(const MassProperties& one, const MassProperties& two, double tolerance) {
  EXPECT_NEAR(one.mass, two.mass, tolerance * one.mass);
  EXPECT_LT((one.center - two.center).norm(), tolerance);
  EXPECT_LT((one.inertia - two.inertia).norm(), tolerance * one.inertia.norm());
}

TEST(MassProperties, of_a_box_and_a_sphere_are_the_closed_forms) {
  const MassProperties box = mass_properties(make_box_shape({1, 2, 3}), 10);
  EXPECT_DOUBLE_EQ(box.mass, 60);
  EXPECT_DOUBLE_EQ(box.inertia(0, 0), 60.0 / 12 * (4 + 9));
  EXPECT_DOUBLE_EQ(box.inertia(1, 1), 60.0 / 12 * (1 + 9));
  EXPECT_DOUBLE_EQ(box.inertia(2, 2), 60.0 / 12 * (1 + 4));
  EXPECT_EQ(box.inertia(0, 1), 0);
  const MassProperties sphere = mass_properties(SphereShape{2}, 3);
  EXPECT_NEAR(sphere.mass, 32 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(sphere.inertia(1, 1), 0.4 * sphere.mass * 4, 1e-11);
}

TEST(MassProperties, of_a_tetrahedron_are_the_closed_form) {
  const MassProperties corner = mass_properties(make_convex_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), 1);
  EXPECT_NEAR(corner.mass, 1.0 / 6, 1e-15);
  EXPECT_LT((corner.center - Vec3::Constant(0.25)).norm(), 1e-15);
  EXPECT_NEAR(corner.inertia(0, 0), 1.0 / 80, 1e-15);   // 1/30 about the corner, minus m (2/16)
  EXPECT_NEAR(corner.inertia(0, 1), 1.0 / 480, 1e-15);  // -1/120 about the corner, plus m/16
}

TEST(MassProperties, of_the_hull_of_a_box_equal_those_of_the_box) {
  const Vec3 size(0.6, 0.9, 0.02);
  expect_same(mass_properties(make_box_shape(size), 700),
              mass_properties(make_convex_shape(make_box_polyhedron(size).vertices), 700), 1e-13);
}

TEST(MassProperties, follow_a_rigid_motion_of_the_vertices) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Vec3> points = random_points(random, 20);
    const Quat turn(Eigen::AngleAxisd(trial, random_points(random, 1)[0].normalized()));
    const Vec3 shift = 10 * random_points(random, 1)[0];
    const MassProperties before = mass_properties(make_convex_shape(points), 2);
    for (Vec3& p : points) p = turn * p + shift;
    const MassProperties after = mass_properties(make_convex_shape(points), 2);
    const Mat3 rotation = turn.toRotationMatrix();
    expect_same(after, {before.mass, turn * before.center + shift, rotation * before.inertia * rotation.transpose()},
                1e-11);
  }
}

TEST(MassProperties, of_two_halves_add_up_by_the_parallel_axis_theorem) {
  std::vector<Vec3> left, right;
  for (const Vec3& v : make_box_polyhedron({1, 2, 3}).vertices) {
    const double cut = 0.1 * v.y() + 0.05 * v.z();  // an oblique cut through the box
    left.push_back(v.x() < 0 ? v : Vec3(cut, v.y(), v.z()));
    right.push_back(v.x() > 0 ? v : Vec3(cut, v.y(), v.z()));
  }
  const MassProperties a = mass_properties(make_convex_shape(left), 5);
  const MassProperties b = mass_properties(make_convex_shape(right), 5);
  const Vec3 center = (a.mass * a.center + b.mass * b.center) / (a.mass + b.mass);
  Mat3 inertia = a.inertia + b.inertia;
  for (const MassProperties* part : {&a, &b}) {
    const Vec3 d = part->center - center;
    inertia += part->mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  expect_same(mass_properties(make_box_shape({1, 2, 3}), 5), {a.mass + b.mass, center, inertia}, 1e-13);
}

TEST(MassProperties, volume_agrees_with_the_divergence_theorem) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const ConvexShape shape = make_convex_shape(random_points(random, 30));
    double volume = 0;  // one third of the sum of face area times face offset
    for (const auto& face : shape.polyhedron->faces) {
      Vec3 area = Vec3::Zero();
      for (std::size_t i = 0; i < face.vertices.size(); ++i) {
        area += shape.polyhedron->vertices[face.vertices[i]].cross(
            shape.polyhedron->vertices[face.vertices[(i + 1) % face.vertices.size()]]);
      }
      volume += area.dot(face.normal) / 2 * face.offset / 3;
    }
    EXPECT_NEAR(mass_properties(shape, 1).mass, volume, 1e-12 * volume);
  }
}

TEST(MassProperties, agree_with_counting_random_points) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<Vec3> points = random_points(random, 12);
  for (Vec3& p : points) p = p.cwiseMax(-2).cwiseMin(2);
  const ConvexShape shape = make_convex_shape(points);
  const int count = 200000;
  int inside = 0;
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < count; ++i) {
    const Vec3 p(uniform(random), uniform(random), uniform(random));
    bool in = true;
    for (const auto& face : shape.polyhedron->faces) in = in && face.normal.dot(p) <= face.offset;
    inside += in;
    if (in) sum += p;
  }
  const MassProperties exact = mass_properties(shape, 1);
  EXPECT_NEAR(64.0 * inside / count, exact.mass, 0.02 * exact.mass);
  EXPECT_LT((sum / inside - exact.center).norm(), 0.02);
}

}  // namespace
}  // namespace stiction
