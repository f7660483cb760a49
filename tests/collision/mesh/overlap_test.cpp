// Meshes that overlap: depth, direction, thin plates.
#include <gtest/gtest.h>

#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/mesh_worlds.h"

namespace stiction {
namespace {

class Overlap : public testing::Test {
 protected:
  std::vector<PairPoint> collide(const MeshGeometry& one, const Pose& at_a, const MeshGeometry& two, const Pose& at_b) {
    std::vector<PairPoint> points;
    contacts_.collide(make_feature_shape(one), at_a, make_feature_shape(two), at_b, 1e-3, {}, 0, nullptr, points);
    return points;
  }
  static Pose at(double x, double y, double z) {
    Pose pose;
    pose.position = {x, y, z};
    return pose;
  }
  MeshContacts contacts_;
};

TEST_F(Overlap, FacesThatOverlapReportTheDepthAtTheirCorners) {
  const MeshGeometry slab(box_mesh({2, 2, 1}), {}), cube(box_mesh(Vec3::Ones()), {});
  for (const double depth : {1e-6, 1e-4, 1e-3, 1e-2, 5e-2}) {
    const auto points = collide(slab, at(0, 0, 0), cube, at(0.1, 0.2, 1 - depth));
    ASSERT_EQ(points.size(), 4u) << depth;
    for (const PairPoint& p : points) {
      EXPECT_LT((p.normal - Vec3::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(p.gap, -depth, 1e-12);
    }
  }
}

TEST_F(Overlap, CrossedPlanksOverlapWithoutAVertexInside) {
  const MeshGeometry one(box_mesh({2, 0.2, 0.1}), {}), two(box_mesh({0.2, 2, 0.1}), {});
  for (const double depth : {1e-6, 1e-4, 9e-4}) {
    const auto points = collide(one, at(0, 0, 0), two, at(0, 0, 0.1 - depth));
    ASSERT_EQ(points.size(), 4u) << depth;
    for (const PairPoint& p : points) {
      EXPECT_LT((p.normal - Vec3::UnitZ()).norm(), 1e-12);
      EXPECT_NEAR(p.gap, -depth, 1e-12);
    }
  }
}

TEST_F(Overlap, AThinPlateIsPushedBackToItsOwnSide) {
  // The plate's lower corners are through the middle of the slab's thickness, but its cone points down.
  const MeshGeometry slab(box_mesh({2, 2, 0.02}), {}), plate(box_mesh({1, 1, 0.01}), {});
  const auto points = collide(slab, at(0, 0, 0), plate, at(0, 0, 0.003));
  ASSERT_FALSE(points.empty());
  for (const PairPoint& p : points) {
    EXPECT_GT(std::abs(p.normal.z()), 0.99);
    EXPECT_LT(p.gap, 0);
  }
}

TEST_F(Overlap, FreshContactsOfFallingRocksStayShallow) {
  const MeshShape rock = test::mesh_shape(rock_mesh(0.3, 2, 0.4, 9));
  std::vector<Body> bodies;
  bodies.reserve(5);
  std::mt19937 random(8);
  for (int i = 0; i < 5; ++i) {
    bodies.push_back(test::mesh_body(std::string(1, static_cast<char>('a' + i)), rock,
                                     {0.1 * (i % 2), 0.05 * i, 0.5 + 0.8 * i}, random_rotation(random)));
  }
  Model model = test::world(bodies);
  Simulation simulation = test::simulate(std::move(model), 1e-6);
  double penetration = 0;
  for (int i = 0; i < 250; ++i) penetration = std::max(penetration, simulation.step().max_penetration);
  EXPECT_LT(penetration, 5e-3);
}

}  // namespace
}  // namespace stiction
