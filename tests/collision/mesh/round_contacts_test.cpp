// Balls, capsules and cylinders against meshes: the same answer as from analytic convex bodies.
#include <gtest/gtest.h>

#include "collision/convex/closest_features.h"
#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/meshes.h"

namespace stiction {
namespace {

double least_gap(const std::vector<PairPoint>& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const PairPoint& p : points) least = std::min(least, p.gap);
  return least;
}

struct RandomBox {
  explicit RandomBox(std::mt19937& random)
      : size(random_number(random, 0.2, 1), random_number(random, 0.2, 1), random_number(random, 0.05, 1)),
        features(make_feature_shape(box_mesh(size).vertices, box_mesh(size).triangles)),
        placed(make_box_shape(size), Pose{}) {
    pose.rotation = random_rotation(random);
    pose.position = random_vector(random);
    placed.move(pose);
  }
  // Signed distance of a point from the box.
  double distance(const Vec3& point) const { return closest_surface_point(placed.world, point).distance; }
  Vec3 size;
  FeatureShape features;
  Placed placed;
  Pose pose;
};

Pose near_box(const RandomBox& box, double reach, std::mt19937& random) {
  Pose pose;
  pose.rotation = random_rotation(random);
  const Vec3 corner = box.size.cwiseProduct(
      Vec3(random_number(random, -0.5, 0.5), random_number(random, -0.5, 0.5), random_number(random, -0.5, 0.5)));
  pose.position = box.pose.to_world(corner) + random_number(random, 0, reach) * random_vector(random).normalized();
  return pose;
}

TEST(RoundContacts, ABallsSmallestGapIsItsDistance) {
  std::mt19937 random(3);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  int checked = 0;
  for (int i = 0; i < 2000; ++i) {
    const RandomBox box(random);
    const double radius = random_number(random, 0.05, 0.4);
    const Pose ball = near_box(box, 2 * radius + 0.5, random);
    const double distance = box.distance(ball.position);
    if (distance < 1e-3 || distance - radius > 0.05) continue;
    ++checked;
    contacts.collide(make_sphere_features(radius), ball, box.features, box.pose, 0.1, {}, 0, nullptr, points);
    ASSERT_FALSE(points.empty());
    EXPECT_NEAR(least_gap(points), distance - radius, 1e-6) << i;
    EXPECT_EQ(points.size(), 1u) << "a box has one point nearest to a ball; try " << i;
  }
  EXPECT_GT(checked, 200);
}

TEST(RoundContacts, ABallInsideIsPushedOut) {
  std::mt19937 random(4);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  const TriangleMesh mesh = box_mesh({1, 0.8, 0.6});
  const FeatureShape box = make_feature_shape(mesh.vertices, mesh.triangles);
  Pose ball;
  ball.position = {0.1, 0.05, 0.2};
  contacts.collide(make_sphere_features(0.25), ball, box, Pose{}, 0.01, {}, 0, nullptr, points);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_LT((points[0].normal + Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_NEAR(points[0].gap, -0.1 - 0.25, 1e-12);
}

TEST(RoundContacts, ACapsulesSmallestGapIsItsDistance) {
  std::mt19937 random(5);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  int checked = 0;
  for (int i = 0; i < 800; ++i) {
    const RandomBox box(random);
    const double radius = random_number(random, 0.05, 0.3), length = random_number(random, 0.1, 1);
    const Pose pose = near_box(box, 2 * radius + 0.7, random);
    if (box.distance(pose.position) > radius + length) continue;
    double distance = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 200; ++k) {
      distance = std::min(distance, box.distance(pose.to_world({0, 0, length * (k / 200.0 - 0.5)})));
    }
    if (distance < 1e-2 || distance - radius > 0.05) continue;
    ++checked;
    contacts.collide(make_capsule_features(radius, length), pose, box.features, box.pose, 0.1, {}, 0, nullptr, points);
    ASSERT_FALSE(points.empty());
    EXPECT_NEAR(least_gap(points), distance - radius, 2e-3) << i;
    EXPECT_LE(least_gap(points), distance - radius + 1e-9) << i;
  }
  EXPECT_GT(checked, 50);
}

TEST(RoundContacts, ACapsuleLyingOnAFaceTouchesAtBothEndsAndAtTheBorder) {
  const TriangleMesh mesh = box_mesh(Vec3::Ones());
  const FeatureShape box = make_feature_shape(mesh.vertices, mesh.triangles);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  Pose pose;
  pose.rotation = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()));
  for (const double shift : {0.0, 0.3}) {
    pose.position = {shift, 0.1, 0.6};
    contacts.collide(box, Pose{}, make_capsule_features(0.1, 0.6), pose, 1e-3, {}, 0, nullptr, points);
    ASSERT_EQ(points.size(), 2u);
    for (const PairPoint& p : points) EXPECT_LT((p.normal - Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(std::abs(points[0].point.x() - points[1].point.x()), shift > 0 ? 0.5 : 0.6, 1e-9);
  }
}

WorldCylinder cylinder_at(const Pose& pose, double radius, double half) {
  return {pose.position, pose.rotation * Vec3::UnitZ(), pose.rotation * Vec3::UnitX(), radius, half};
}

TEST(RoundContacts, ACylindersSmallestGapIsItsDistance) {
  std::mt19937 random(6);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  int checked = 0;
  for (int i = 0; i < 500; ++i) {
    const RandomBox box(random);
    const double radius = random_number(random, 0.1, 0.3), half = random_number(random, 0.1, 0.5);
    const Pose pose = near_box(box, 1.2, random);
    if (box.distance(pose.position) > radius + half) continue;
    double distance = std::numeric_limits<double>::infinity();
    for (int u = 0; u < 96; ++u) {  // rims and generators
      for (int k = 0; k <= 40; ++k) {
        const double angle = 2 * M_PI * u / 96;
        const Vec3 local(radius * std::cos(angle), radius * std::sin(angle), half * (k / 20.0 - 1));
        distance = std::min(distance, box.distance(pose.to_world(local)));
      }
      for (int k = 0; k < 10; ++k) {  // caps
        const double angle = 2 * M_PI * u / 96, r = radius * k / 10;
        distance = std::min(distance, box.distance(pose.to_world({r * std::cos(angle), r * std::sin(angle), half})));
        distance = std::min(distance, box.distance(pose.to_world({r * std::cos(angle), r * std::sin(angle), -half})));
      }
    }
    if (distance < 1e-2 || distance > 0.1) continue;
    ++checked;
    contacts.collide_cylinder(cylinder_at(pose, radius, half), box.features, box.pose, 0.2, {}, 0, points);
    ASSERT_FALSE(points.empty()) << i;
    EXPECT_NEAR(least_gap(points), distance, 4e-3) << i;
    EXPECT_LE(least_gap(points), distance + 1e-9) << i;
  }
  EXPECT_GT(checked, 20);
}

TEST(RoundContacts, ACylinderLiesOnALineAndStandsOnItsRim) {
  const TriangleMesh mesh = box_mesh({2, 2, 1});
  const FeatureShape box = make_feature_shape(mesh.vertices, mesh.triangles);
  MeshContacts contacts;
  std::vector<PairPoint> points;
  Pose lying;
  lying.rotation = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()));
  for (const double shift : {0.0, 0.8}) {
    lying.position = {shift, 0.1, 0.5 + 0.2};
    contacts.collide_cylinder(cylinder_at(lying, 0.2, 0.4), box, Pose{}, 1e-3, {}, 0, points);
    ASSERT_EQ(points.size(), 2u) << shift;
    for (const PairPoint& p : points) EXPECT_LT((p.normal + Vec3::UnitZ()).norm(), 1e-9);
    EXPECT_NEAR(std::abs(points[0].point.x() - points[1].point.x()), shift > 0 ? 0.6 : 0.8, 1e-9);
  }
  Pose standing;
  standing.position = {0, 0, 0.5 + 0.4};
  contacts.collide_cylinder(cylinder_at(standing, 0.2, 0.4), box, Pose{}, 1e-3, {}, 0, points);
  EXPECT_EQ(points.size(), 8u);
  standing.position.x() = 1;  // half over the border
  contacts.collide_cylinder(cylinder_at(standing, 0.2, 0.4), box, Pose{}, 1e-3, {}, 0, points);
  for (const PairPoint& p : points) {
    EXPECT_LT((p.normal + Vec3::UnitZ()).norm(), 1e-9);
    EXPECT_LT(p.point.x(), 1 + 1e-4);
  }
  EXPECT_EQ(points.size(), 5u);
}

}  // namespace
}  // namespace stiction
