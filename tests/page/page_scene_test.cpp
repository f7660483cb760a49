#include "page/page_scene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shape.h"
#include "scenes/scene.h"

namespace stiction {
namespace {

Body body_of(const std::string& name, const Shape& shape, const Vec3& position, bool fixed) {
  Body body;
  body.name = name;
  body.shape = shape;
  body.start.position = position;
  body.fixed = fixed;
  return body;
}

// A floor, a wide table, a pedestal, and cubes with edges of 0.5 m.
Scene cubes(int count) {
  Scene scene;
  Model& model = scene.model;
  model.bodies.push_back(body_of("floor", PlaneShape{}, Vec3::Zero(), true));
  model.bodies.push_back(body_of("table", make_box_shape({100, 100, 1}), {0, 0, -2}, true));
  model.bodies.push_back(body_of("pedestal", make_box_shape({1, 1, 1}), {0, 0, -0.5}, true));
  for (int i = 0; i < count; ++i) {
    model.bodies.push_back(
        body_of("cube" + std::to_string(i), make_box_shape({0.5, 0.5, 0.5}), {0, 0, 0.25 + i}, false));
  }
  compute_masses(model);
  return scene;
}

Frame start_of(const Scene& scene) {
  Frame frame;
  for (const Body& body : scene.model.bodies) {
    frame.bodies.push_back({body.start.position, body.start.rotation, Vec3::Zero(), Vec3::Zero(), true});
  }
  return frame;
}

PageScene page_of(const Scene& scene) {
  return page_scene(recording_info(scene, 1, "{}"), start_of(scene));
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent) == 0.5;
}

TEST(PageScene, UnitsArePowersOfTwoNearTheirShares) {
  const PageScene page = page_of(cubes(3));
  const PageUnits& u = page.units;
  for (const double unit : {u.position, u.rotation, u.velocity, u.angular_velocity, u.force, u.gap, u.normal}) {
    EXPECT_TRUE(is_power_of_two(unit)) << unit;
  }
  const auto near = [](double unit, double wanted) { return unit >= wanted / 1.5 && unit <= wanted * 1.5; };
  const double speed = std::sqrt(2 * 9.81 * 0.5);
  EXPECT_TRUE(near(u.position, 1e-5 * 0.5)) << u.position;
  EXPECT_TRUE(near(u.velocity, 1e-5 * speed)) << u.velocity;
  EXPECT_TRUE(near(u.angular_velocity, 1e-5 * speed / 0.5)) << u.angular_velocity;
  EXPECT_TRUE(near(u.force, 1e-7 * page.weight)) << u.force;
}

TEST(PageScene, ABlowThatStopsTheHeaviestBodyWithinAStepFitsIntoItsUnits) {
  for (const double step : {1e-4, 1e-3, 5e-3, 1e-2, 2e-2}) {
    Scene scene = cubes(2);
    scene.step = step;
    const PageScene page = page_of(scene);
    const double blow = 1000 * 0.125 * 10 / step;  // of a cube, from 10 m/s [N]
    EXPECT_LT(blow / page.units.force, 2147483647.0) << step;
  }
}

TEST(PageScene, TheWeightIsThatOfTheFreeBodies) {
  EXPECT_NEAR(page_of(cubes(3)).weight, 3 * 1000 * 0.125 * 9.81, 1e-9);
  Scene weightless = cubes(3);
  weightless.model.gravity = Vec3::Zero();
  EXPECT_NEAR(page_of(weightless).weight, 3 * 1000 * 0.125 * 9.81, 1e-9);
  EXPECT_GT(page_of(cubes(0)).weight, 0);
}

TEST(PageScene, TheExtentLeavesOutPlanesAndWideFloors) {
  const PageScene page = page_of(cubes(3));
  EXPECT_TRUE(page.extent.min.isApprox(Vec3(-0.5, -0.5, -1))) << page.extent.min.transpose();
  EXPECT_TRUE(page.extent.max.isApprox(Vec3(0.5, 0.5, 2.5))) << page.extent.max.transpose();
}

TEST(PageScene, TheExtentReachesDownToWhereBodiesWillLand) {
  Scene scene;
  scene.model.bodies.push_back(body_of("slope", PlaneShape{{0.6, 0, 0.8}, -1}, Vec3::Zero(), true));
  scene.model.bodies.push_back(body_of("wall", PlaneShape{{1, 0, 0}, -0.5}, Vec3::Zero(), true));
  scene.model.bodies.push_back(body_of("deep", PlaneShape{{0, 0, 1}, -3}, Vec3::Zero(), true));
  scene.model.bodies.push_back(body_of("cube", make_box_shape({0.5, 0.5, 0.5}), {0, 0, 1}, false));
  compute_masses(scene.model);
  EXPECT_NEAR(page_of(scene).extent.min.z(), -1.25, 1e-6);  // 0.8 z = -1 below the cube
  EXPECT_NEAR(page_of(scene).extent.min.x(), -0.25, 1e-6);
  scene.model.bodies[3].start.position.z() = 100;
  EXPECT_NEAR(page_of(scene).extent.min.z(), 99.75, 1e-5);  // too far away to be shown together
  scene.model.bodies[3].start.position.z() = 1;
  scene.model.gravity = Vec3::Zero();
  EXPECT_NEAR(page_of(scene).extent.min.z(), 0.75, 1e-6);
}

TEST(PageScene, TheExtentHasBodiesThatAreThere) {
  const Scene scene = cubes(3);
  Frame start = start_of(scene);
  start.bodies.back().present = false;
  const PageScene page = page_scene(recording_info(scene, 1, "{}"), start);
  EXPECT_NEAR(page.extent.max.z(), 1.5, 1e-6);
}

TEST(PageScene, OfNothingIsFinite) {
  Scene empty;
  for (const Scene& scene : {empty, cubes(0)}) {
    const PageScene page = page_of(scene);
    EXPECT_TRUE(page.extent.min.allFinite());
    EXPECT_TRUE((page.extent.max - page.extent.min).minCoeff() > 0);
    EXPECT_TRUE(is_power_of_two(page.units.position));
  }
}

}  // namespace
}  // namespace stiction
