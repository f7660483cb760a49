// What well-formed scenes mean.
#include "scenes/scene_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace stiction {
namespace {

Scene read(const std::string& text) {
  return read_scene_text(text, "folder/example.json");
}

Scene scene_with_body(const std::string& members, const std::string& more = "") {
  return read(R"({"stiction": 1, "bodies": [{"name": "a", "shape": {"type": "box", "size": [1, 2, 3]}, )" + members +
              "}]" + more + "}");
}

TEST(SceneReader, DefaultsAreThoseOfTheContract) {
  const Scene scene = read(R"({"stiction": 1, "bodies": [{"shape": {"type": "sphere", "radius": 2}}]})");
  EXPECT_EQ(scene.name, "example");
  EXPECT_EQ(scene.model.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(scene.step, 0.01);
  EXPECT_EQ(scene.duration, 10);
  EXPECT_EQ(scene.model.margin, 1e-3);
  ASSERT_EQ(scene.model.bodies.size(), 1u);
  const Body& body = scene.model.bodies[0];
  EXPECT_EQ(body.name, "body0");
  const Material& material = scene.model.materials[body.material];
  EXPECT_EQ(material.density, 1000);
  EXPECT_EQ(material.friction, 0.5);
  EXPECT_EQ(material.restitution, 0);
  EXPECT_NEAR(body.mass.mass, 1000 * 4.0 / 3 * std::numbers::pi * 8, 1e-6);
}

TEST(SceneReader, TheThreeFormsOfARotationAgree) {
  const Scene axis = scene_with_body(R"("rotation": {"axis": [0, 0, 2], "degrees": 90})");
  const Scene euler = scene_with_body(R"("rotation": {"euler_degrees": [0, 0, 90]})");
  const Scene quaternion = scene_with_body(R"("rotation": {"quaternion": [1, 0, 0, 1]})");
  for (const Scene* scene : {&axis, &euler, &quaternion}) {
    EXPECT_LT((scene->model.bodies[0].start.rotation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
  }
}

TEST(SceneReader, EulerAnglesTurnAboutFixedAxesXThenYThenZ) {
  const Scene scene = scene_with_body(R"("rotation": {"euler_degrees": [90, 90, 0]})");
  // z goes to -y about x; -y stays about y. x stays about x, then goes to -z about y.
  const Quat& q = scene.model.bodies[0].start.rotation;
  EXPECT_LT((q * Vec3::UnitZ() + Vec3::UnitY()).norm(), 1e-15);
  EXPECT_LT((q * Vec3::UnitX() + Vec3::UnitZ()).norm(), 1e-15);
}

TEST(SceneReader, APlaneKeepsItsEquationWhenItsNormalIsNotUnit) {
  const Scene scene = read(R"({"stiction": 1, "bodies": [{"name": "g", "fixed": true,
      "shape": {"type": "plane", "normal": [0, 0, 2], "offset": 4}}]})");
  const auto& plane = std::get<PlaneShape>(scene.model.bodies[0].shape);
  EXPECT_EQ(plane.normal, Vec3(0, 0, 1));
  EXPECT_EQ(plane.offset, 2);
}

TEST(SceneReader, BodyMembersArriveInTheirFields) {
  const Scene scene = scene_with_body(R"("position": [1, 2, 3], "velocity": [4, 5, 6], "angular_velocity": [7, 8, 9],
      "force": [1, 0, 0], "torque": [0, 1, 0], "lock": ["y", "rx", "rz"], "level": 2, "samples": 3)");
  const Body& body = scene.model.bodies[0];
  EXPECT_EQ(body.start.position, Vec3(1, 2, 3));
  EXPECT_EQ(body.start_velocity, Vec3(4, 5, 6));
  EXPECT_EQ(body.start_angular_velocity, Vec3(7, 8, 9));
  EXPECT_EQ(body.force, Vec3(1, 0, 0));
  EXPECT_EQ(body.torque, Vec3(0, 1, 0));
  EXPECT_EQ(body.lock, (DofLock{false, true, false, true, false, true}));
  EXPECT_EQ(body.level, 2);
  EXPECT_EQ(body.samples, 3);
  EXPECT_EQ(scene_with_body(R"("lock": "y rx rz")").model.bodies[0].lock, body.lock);
}

TEST(SceneReader, SceneSamplesAreTheDefaultOfBodies) {
  EXPECT_EQ(scene_with_body(R"("level": 0)", R"(, "samples": 5)").model.bodies[0].samples, 5);
  EXPECT_EQ(scene_with_body(R"("samples": 0)", R"(, "samples": 5)").model.bodies[0].samples, 0);
}

TEST(SceneReader, PairsOverrideTheCombinationRuleAndFallBackToIt) {
  const Scene scene = read(R"({"stiction": 1,
      "materials": {"a": {"friction": 0.2, "restitution": 0.3}, "b": {"friction": 0.8}, "c": {}},
      "pairs": [{"materials": ["b", "a"], "friction": 0.05}],
      "bodies": [{"material": "a", "shape": {"type": "sphere", "radius": 1}}]})");
  EXPECT_EQ(scene.model.materials.size(), 3u);
  EXPECT_EQ(scene.model.surface(0, 1).friction, 0.05);
  EXPECT_EQ(scene.model.surface(0, 1).restitution, 0.3);
  EXPECT_DOUBLE_EQ(scene.model.surface(0, 2).friction, std::sqrt(0.2 * 0.5));
}

TEST(SceneReader, EventsAddBodiesAndSetVelocitiesInTheOrderOfTime) {
  const Scene scene = read(R"({"stiction": 1, "bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}}],
      "events": [{"time": 3, "set": {"body": "shot", "angular_velocity": [1, 0, 0]}},
                 {"time": 2, "add": {"name": "shot", "shape": {"type": "sphere", "radius": 1}, "velocity": [9, 0, 0]}},
                 {"time": 1, "set": {"body": "a", "velocity": [0, 1, 0]}}]})");
  const Model& model = scene.model;
  ASSERT_EQ(model.bodies.size(), 2u);
  EXPECT_EQ(model.bodies[1].appears_at, 2);
  EXPECT_EQ(model.bodies[1].start_velocity, Vec3(9, 0, 0));
  ASSERT_EQ(model.events.size(), 2u);
  EXPECT_EQ(model.events[0].body, 0);
  EXPECT_TRUE(model.events[0].sets_velocity);
  EXPECT_FALSE(model.events[0].sets_angular_velocity);
  EXPECT_EQ(model.events[1].body, 1);
  EXPECT_TRUE(model.events[1].sets_angular_velocity);
}

TEST(SceneReader, IgnoredNamesArePairsAndPatternsAreGroups) {
  const Scene scene = read(R"({"stiction": 1, "bodies": [
      {"name": "f1", "shape": {"type": "sphere", "radius": 1}}, {"name": "palm", "shape": {"type": "sphere", "radius": 1}},
      {"name": "f2", "shape": {"type": "sphere", "radius": 1}}], "ignore": [["f*", "palm"], ["palm", "f2"], ["f1", "f1"]]})");
  const IgnoredPairs& ignored = scene.model.ignored_pairs;
  EXPECT_EQ(ignored.pairs(), (std::vector<IgnoredPairs::Pair>{{1, 2}}));
  EXPECT_EQ(ignored.groups(), (std::vector<IgnoredPairs::Patterns>{{"f*", "palm"}}));
  EXPECT_TRUE(ignored.contains(0, 1));
  EXPECT_TRUE(ignored.contains(1, 2));
  EXPECT_FALSE(ignored.contains(0, 2));
}

TEST(SceneReader, ExpectationsArriveWithTheirWindows) {
  const Scene scene = scene_with_body(R"("level": 0)", R"(, "expect": [
      {"at_rest": {"bodies": "a", "max_displacement": 0.005, "max_speed": 1e-3, "from": 1, "to": 2}},
      {"position": {"bodies": "a", "axis": "x", "min": -1}}, {"converged": {}}, {"penetration": {"max": 1e-6}},
      {"energy": {"max_relative": 0.01}}])");
  ASSERT_EQ(scene.expectations.size(), 5u);
  EXPECT_EQ(scene.expectations[0].kind, ExpectationKind::kAtRest);
  EXPECT_EQ(scene.expectations[0].max_displacement, 0.005);
  EXPECT_EQ(scene.expectations[0].from, 1);
  EXPECT_EQ(scene.expectations[0].to, 2);
  EXPECT_EQ(scene.expectations[1].axis, 0);
  EXPECT_EQ(scene.expectations[1].min, -1);
  EXPECT_EQ(scene.expectations[2].fraction, 1);
  EXPECT_EQ(scene.expectations[3].max, 1e-6);
  EXPECT_EQ(scene.expectations[4].max_relative, 0.01);
}

TEST(SceneReader, SolverOptionsArriveThroughTheirDescription) {
  const Scene scene = scene_with_body(
      R"("level": 0)",
      R"(, "solver": {"tolerance": 1e-8, "max_iterations": 7, "warm_start": false, "tangents": "polygon8"})");
  EXPECT_EQ(scene.solver.tolerance, 1e-8);
  EXPECT_EQ(scene.solver.max_iterations, 7);
  EXPECT_FALSE(scene.solver.warm_start);
  EXPECT_EQ(scene.solver.tangents.samples, 8);
}

}  // namespace
}  // namespace stiction
