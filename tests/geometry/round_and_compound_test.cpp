// Mass and bounds of capsules, cylinders and compounds.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "geometry/mass_properties.h"

namespace stiction {
namespace {

using Profile = std::function<double(double)>;  // z [m] -> squared radius of the solid there [m^2]

// Five points of Gauss and Legendre: exact for polynomials up to the ninth degree, so for r^4 z^2 of a ball.
double integral(const Profile& f, double from, double to) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3, outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double near = (322 + 13 * std::sqrt(70.0)) / 900, far = (322 - 13 * std::sqrt(70.0)) / 900;
  const double middle = (from + to) / 2, half = (to - from) / 2;
  const auto at = [&](double x) { return f(middle + half * x); };
  return half * (128.0 / 225 * at(0) + near * (at(inner) + at(-inner)) + far * (at(outer) + at(-outer)));
}

// A stack of disks of squared radius s(z): mass pi rho s dz, moments m s/2 along and m (s/4 + z^2) across.
MassProperties revolved(const Profile& s, const std::vector<double>& cuts, double density) {
  MassProperties solid{0, Vec3::Zero(), Mat3::Zero()};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const auto sum = [&](const Profile& f) { return density * std::numbers::pi * integral(f, cuts[i], cuts[i + 1]); };
    const double across = sum([&](double z) { return s(z) * (s(z) / 4 + z * z); });
    const double along = sum([&](double z) { return s(z) * s(z) / 2; });
    solid.mass += sum(s);
    solid.inertia += Mat3(Vec3(across, across, along).asDiagonal());
  }
  return solid;
}

void expect_same(const MassProperties& one, const MassProperties& two, double tolerance) {
  EXPECT_NEAR(one.mass, two.mass, tolerance * two.mass);
  EXPECT_LT((one.center - two.center).norm(), tolerance);
  EXPECT_LT((one.inertia - two.inertia).norm(), tolerance * two.inertia.norm());
}

Pose random_pose(std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Quat turn(normal(random), normal(random), normal(random), normal(random));
  return {Vec3(normal(random), normal(random), normal(random)), turn.normalized()};
}

MassProperties moved(const MassProperties& mass, const Pose& pose) {
  const Mat3 rotation = pose.rotation.toRotationMatrix();
  return {mass.mass, pose.to_world(mass.center), rotation * mass.inertia * rotation.transpose()};
}

TEST(RoundMass, of_a_cylinder_is_that_of_its_disks) {
  for (const auto& [radius, length] : {std::pair(0.3, 1.7), {1.2, 0.1}, {2.0, 2.0}}) {
    const Profile disk = [r = radius](double) { return r * r; };
    expect_same(mass_properties(make_cylinder_shape(radius, length), 700),
                revolved(disk, {-length / 2, length / 2}, 700), 1e-13);
  }
}

TEST(RoundMass, of_a_capsule_is_that_of_its_disks) {
  for (const auto& [radius, length] : {std::pair(0.3, 1.7), {1.2, 0.1}, {0.5, 0.0}}) {
    const Profile disk = [r = radius, half = length / 2](double z) {
      const double beyond = std::max(std::abs(z) - half, 0.0);
      return r * r - beyond * beyond;
    };
    const double half = length / 2, end = half + radius;
    expect_same(mass_properties(make_capsule_shape(radius, length), 1.5), revolved(disk, {-end, -half, half, end}, 1.5),
                1e-13);
  }
}

TEST(CompoundMass, of_a_box_sawn_into_blocks_is_that_of_the_box) {
  // The block on the right is given on its side: its own x lies along the box's -y.
  const Pose left{Vec3(-0.3, 0, 0), Quat::Identity()};
  const Pose right{Vec3(0.2, 0, 0), Quat(Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ()))};
  const Shape sawn = make_compound_shape({{make_box_shape({0.4, 2, 3}), left}, {make_box_shape({2, 0.6, 3}), right}});
  expect_same(mass_properties(sawn, 5), mass_properties(make_box_shape({1, 2, 3}), 5), 1e-13);
}

TEST(CompoundMass, follows_its_parts_wherever_they_are_put_together) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<CompoundPart> parts = {{make_box_shape({0.2, 0.5, 1}), random_pose(random)},
                                             {make_capsule_shape(0.1, 0.7), random_pose(random)},
                                             {make_cylinder_shape(0.4, 0.1), random_pose(random)}};
    const Pose pose = random_pose(random);
    std::vector<CompoundPart> placed = parts;
    for (CompoundPart& part : placed) part.pose = combined(pose, part.pose);
    expect_same(mass_properties(make_compound_shape(placed), 3),
                moved(mass_properties(make_compound_shape(parts), 3), pose), 1e-12);
  }
}

TEST(CompoundMass, of_compounds_within_a_compound_is_that_of_all_parts) {
  std::mt19937 random(12);
  const CompoundShape inner = make_compound_shape(
      {{make_box_shape({0.2, 0.5, 1}), random_pose(random)}, {SphereShape{0.3}, random_pose(random)}});
  const Pose pose = random_pose(random);
  const MassProperties alone = mass_properties(inner, 2);
  expect_same(mass_properties(make_compound_shape({{inner, pose}}), 2), moved(alone, pose), 1e-13);
}

// Points of the surface, spread evenly enough to come near every side of its box.
std::vector<Vec3> surface_points(double radius, double half, bool round_ends, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i) {
    Vec3 direction(normal(random), normal(random), normal(random));
    direction.normalize();
    const double side = direction.z() < 0 ? -half : half;
    const Vec3 flat = Vec3(direction.x(), direction.y(), 0).normalized();
    points.emplace_back((round_ends ? Vec3(radius * direction) : Vec3(radius * flat)) + side * Vec3::UnitZ());
  }
  return points;
}

void expect_tight(const Shape& shape, const std::vector<Vec3>& surface, const Pose& pose) {
  const Aabb box = bounds(shape, pose);
  Aabb found;
  for (const Vec3& p : surface) found.include(pose.to_world(p));
  EXPECT_LE((box.min - found.min).maxCoeff(), 1e-12);
  EXPECT_LE((found.max - box.max).maxCoeff(), 1e-12);
  EXPECT_LT((found.min - box.min).maxCoeff(), 0.02);
  EXPECT_LT((box.max - found.max).maxCoeff(), 0.02);
}

TEST(RoundBounds, hold_the_placed_shape_tightly) {
  std::mt19937 random(13);
  const std::vector<Vec3> capsule = surface_points(0.4, 0.6, true, random);
  const std::vector<Vec3> cylinder = surface_points(0.4, 0.6, false, random);
  for (int trial = 0; trial < 20; ++trial) {
    const Pose pose = random_pose(random), part = random_pose(random);
    expect_tight(make_capsule_shape(0.4, 1.2), capsule, pose);
    expect_tight(make_cylinder_shape(0.4, 1.2), cylinder, pose);
    std::vector<Vec3> placed;
    placed.reserve(capsule.size());
    for (const Vec3& p : capsule) placed.push_back(part.to_world(p));
    expect_tight(make_compound_shape({{make_capsule_shape(0.4, 1.2), part}}), placed, pose);
  }
}

}  // namespace
}  // namespace stiction
