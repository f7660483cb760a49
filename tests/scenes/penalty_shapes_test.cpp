// What scenes of the penalty method are made of: statics of four balls, meshes of balls and of things made of cubes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/tetra/tet_check.h"
#include "geometry/tetra/tet_quality.h"
#include "scenes/gallery.h"
#include "scenes/gallery/penalty/cube_shapes.h"
#include "scenes/gallery/penalty/four_balls_statics.h"
#include "scenes/gallery/penalty/geodesic_ball.h"

namespace stiction {
namespace {

using namespace building;

TEST(FourBalls, CriticalFrictionIsThatOfEqualBallsAndOfThePaper) {
  const FourBallsStatics equal = four_balls_statics(1), paper = four_balls_statics(1.75);
  EXPECT_NEAR(equal.balls, 0.3178, 1e-4);
  EXPECT_NEAR(equal.ground, 0.0795, 1e-4);
  EXPECT_NEAR(paper.balls, 0.22, 2e-3);
  EXPECT_NEAR(paper.ground, 0.14, 2e-3);
}

TEST(FourBalls, ForcesAtTheCriticalFrictionBalanceEveryBall) {
  for (const double ratio : {0.5, 1.0, 1.75, 3.0}) {
    const FourBallsStatics statics = four_balls_statics(ratio);
    const double w = 1, W = ratio * ratio * ratio;
    const Vec3 centre(2 / std::numbers::sqrt3, 0, 1);  // of a lower ball with radius 1
    const Vec3 top(0, 0, 1 + (1 + ratio) * std::cos(statics.theta));
    const Vec3 down = (centre - top).normalized();  // of the push on the lower ball
    EXPECT_NEAR((top - centre).norm(), 1 + ratio, 1e-12);
    const Vec3 inward(-std::cos(statics.theta), 0, -std::sin(statics.theta));  // friction on the lower ball
    EXPECT_NEAR(inward.dot(down), 0, 1e-12);
    const Vec3 push = W / 3 * (down + statics.balls * inward);
    EXPECT_NEAR(push.z(), -W / 3, 1e-12);
    const Vec3 ground = (w + W / 3) * Vec3(-statics.ground, 0, 1);
    EXPECT_NEAR((push + ground - w * Vec3::UnitZ()).norm(), 0, 1e-12);
    const Vec3 torque = (-down).cross(push) + (-Vec3::UnitZ()).cross(ground);
    EXPECT_NEAR(torque.norm(), 0, 1e-12);
  }
}

TEST(GeodesicBall, HasItsVerticesOnTheSphereAndFillsIt) {
  const std::array<std::array<int, 3>, 4> sizes = {{{12, 13, 20}, {42, 55, 160}, {162, 217, 720}, {642, 859, 2960}}};
  for (int level = 0; level < 4; ++level) {
    SCOPED_TRACE(level);
    const TetMesh mesh = geodesic_ball(0.1, level);
    EXPECT_EQ(tet_fault(mesh), "");
    const auto on_sphere = [](const Vec3& v) { return std::abs(v.norm() - 0.1) < 1e-12; };
    EXPECT_EQ(std::count_if(mesh.vertices.begin(), mesh.vertices.end(), on_sphere), sizes[level][0]);
    EXPECT_EQ(mesh.vertices.size(), static_cast<std::size_t>(sizes[level][1]));
    EXPECT_EQ(mesh.tets.size(), static_cast<std::size_t>(sizes[level][2]));
    const TetQuality quality = tet_quality(mesh);
    EXPECT_NEAR(quality.volume / (4.0 / 3 * std::numbers::pi * 1e-3), 1, std::pow(4.0, -level) * 0.6);
    EXPECT_GT(quality.smallest_angle, 15);
    EXPECT_LT(quality.largest_angle, 140);
    EXPECT_NEAR(mesh_centre(mesh).norm(), 0, 1e-6);
  }
}

TEST(CubeShapes, AreFilledByTheirCubes) {
  for (const CubeShape& shape : cube_shapes()) {
    SCOPED_TRACE(shape.name);
    long cubes = 0;
    for (const auto& layer : shape.picture) {
      for (const std::string& row : layer) cubes += std::count(row.begin(), row.end(), '#');
    }
    for (const int fine : {1, 2}) {
      const TetMesh mesh = cube_mesh(shape.picture, 0.1, fine);
      EXPECT_EQ(tet_fault(mesh), "");
      EXPECT_EQ(mesh.tets.size(), static_cast<std::size_t>(6 * fine * fine * fine * cubes));
      EXPECT_NEAR(mesh_volume(mesh), 1e-3 * static_cast<double>(cubes), 1e-12);
    }
  }
}

TEST(PenaltyScenes, FourBallsExpectWhatStaticsSay) {
  const auto kinds = [](const char* mu) {
    std::vector<std::string> names;
    for (const Expectation& e : describe_gallery_scene("four-balls", {{"mu", mu}}).expectations) {
      names.push_back(e.kind == ExpectationKind::kCustom ? e.custom_name : expectation_name(e.kind));
    }
    return names;
  };
  EXPECT_EQ(kinds("0.24")[0], "at_rest");
  EXPECT_EQ(kinds("0.2")[0], "position");  // the top ball comes down
  EXPECT_TRUE(kinds("0.2")[1].starts_with("ball* roll on ground"));
  EXPECT_FALSE(kinds("0.1")[1].starts_with("ball* roll on ground"));
}

TEST(PenaltyScenes, EveryKindOfThingFallsIntoTheBasket) {
  for (const char* kind : {"0", "1", "2", "3", "4", "5"}) {
    const Scene scene = build_gallery_scene("basket", {{"kind", kind}, {"count", "11"}});
    EXPECT_EQ(scene.model.bodies.size(), 16U);  // five of the basket, layers of four
    EXPECT_EQ(scene.model.bodies[8].appears_at, 0);
    EXPECT_GT(scene.model.bodies[9].appears_at, 0);
  }
}

}  // namespace
}  // namespace stiction
