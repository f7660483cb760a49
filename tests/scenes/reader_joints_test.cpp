// Joints of scene files: read, written, refused.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "scenes/same_model.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

std::string scene_text(const std::string& joints, const std::string& more = "") {
  return R"({"stiction": 1, "bodies": [{"name": "a", "shape": {"type": "box", "size": [1, 1, 1]}},
      {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [2, 0, 0]},
      {"name": "wall", "fixed": true, "shape": {"type": "box", "size": [1, 1, 1]}, "position": [-2, 0, 0]},
      {"name": "post", "fixed": true, "shape": {"type": "box", "size": [1, 1, 1]}, "position": [-4, 0, 0]}], "joints": [)" +
         joints + "]" + more + "}";
}

void expect_message(const std::string& joints, const std::string& expected, const std::string& more = "") {
  try {
    read_scene_text(scene_text(joints, more), "s.json");
    ADD_FAILURE() << "no error: " << joints;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("s.json: " + expected), std::string::npos) << error.what();
  }
}

TEST(SceneJoints, AreReadWithLimitsAndMotor) {
  const Model model = read_scene_text(scene_text(R"(
      {"type": "hinge", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axis": [0, 0, 2], "start": 10, "limits": [-30, 30],
       "motor": {"velocity": 1, "max_torque": 5}, "friction": 0.25, "collide": true},
      {"type": "distance", "bodies": ["b", "world"], "anchors": [[2, 0, 0], [2, 0, 3]]})"),
                                      "s.json")
                          .model;
  ASSERT_EQ(model.joints.size(), 2u);
  const Joint& hinge = model.joints[0];
  EXPECT_EQ(hinge.kind, JointKind::kHinge);
  EXPECT_EQ(hinge.bodies, (std::array<int, 2>{0, 1}));
  EXPECT_EQ(hinge.anchor, Vec3(1, 0, 0));
  EXPECT_EQ(hinge.axis, Vec3(0, 0, 1));
  EXPECT_NEAR(hinge.start, M_PI / 18, 1e-15);
  EXPECT_NEAR(hinge.limits->lower, -M_PI / 6, 1e-15);
  EXPECT_EQ(hinge.motor, (JointMotor{1, 5}));
  EXPECT_EQ(hinge.friction, 0.25);
  EXPECT_TRUE(hinge.collide);
  EXPECT_EQ(model.joints[1].bodies, (std::array<int, 2>{1, kWorld}));
  EXPECT_EQ(model.joints[1].anchor_b, Vec3(2, 0, 3));
}

TEST(SceneJoints, OfAllKindsComeBackAsTheyWere) {
  const Scene scene = read_scene_text(scene_text(R"(
      {"type": "ball", "bodies": ["a", "b"], "anchor": [1, 0.1, 0]},
      {"type": "hinge", "bodies": ["a", "wall"], "anchor": [1, 0, 0], "axis": [0, 1, 2], "start": 7.3, "limits": [-31.7, 33.1]},
      {"type": "slider", "bodies": ["world", "b"], "anchor": [1, 0, 0], "axis": [1, 1, 2], "limits": [-0.3, 0.7], "motor": {"velocity": -0.1, "max_force": 3}},
      {"type": "fixed", "bodies": ["a", "b"], "anchor": [1, 0, 0]},
      {"type": "planar", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axis": [0, 0, 1]},
      {"type": "universal", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axes": [[0, 0, 1], [0, 1, 0.1]]},
      {"type": "distance", "bodies": ["a", "b"], "anchors": [[0, 0, 0], [2, 0, 0]], "limits": [0.5, 2.5]})"),
                                      "s.json");
  const Scene again = read_scene_text(write_scene(scene), "s.json");
  expect_same_model(scene.model, again.model);
  EXPECT_EQ(write_scene(again), write_scene(scene));
}

TEST(SceneJoints, HingesOfAnyWholeDegreeComeBackAsTheyWere) {
  for (int degree = -170; degree <= 170; ++degree) {
    const Scene scene = read_scene_text(
        scene_text(R"({"type": "hinge", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axis": [0, 0, 1], "start": )" +
                   std::to_string(degree) + "}"),
        "s.json");
    ASSERT_EQ(read_scene_text(write_scene(scene), "s.json").model.joints[0].start, scene.model.joints[0].start);
  }
}

TEST(SceneJoints, ThatCannotBeAreRefusedWithTheReason) {
  const std::string hinge = R"({"type": "hinge", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axis": [0, 0, 1])";
  expect_message(R"({"type": "screw"})", "joints[0].type: there is no joint \"screw\" (known: ball, hinge");
  expect_message(R"({"bodies": ["a", "b"]})", "joints[0]");
  expect_message(R"({"type": "ball", "bodies": ["a", "c"], "anchor": [0, 0, 0]})", "joints[0].bodies[1]");
  expect_message(R"({"type": "ball", "bodies": ["a"], "anchor": [0, 0, 0]})",
                 "joints[0].bodies: must be a list of two");
  expect_message(R"({"type": "ball", "bodies": ["a", "a"], "anchor": [0, 0, 0]})",
                 "joints[0]: joins \"a\" with itself");
  expect_message(R"({"type": "ball", "bodies": ["wall", "post"], "anchor": [0, 0, 0]})",
                 "joints[0]: neither \"wall\" nor \"post\" is free");
  expect_message(R"({"type": "ball", "bodies": ["world", "post"], "anchor": [0, 0, 0]})",
                 "joints[0]: neither the world nor \"post\" is free");
  expect_message(R"({"type": "hinge", "bodies": ["a", "b"], "anchor": [1, 0, 0], "axis": [0, 0, 0]})",
                 "joints[0].axis: must not be zero");
  expect_message(R"({"type": "hinge", "bodies": ["a", "b"], "anchor": [1, 0, 0]})", "joints[0]");
  expect_message(hinge + R"(, "limits": [30, -30]})", "joints[0]: the lower limit is above the upper one");
  expect_message(hinge + R"(, "limits": [10, 30]})", "joints[0]: the joint starts at 0 degrees, outside of its limits");
  expect_message(hinge + R"(, "limits": [-180, 180]})",
                 "joints[0]: limits of a hinge must be at most 350 degrees apart");
  expect_message(hinge + R"(, "motor": {"velocity": 1, "max_torque": -5}})", "joints[0].motor.max_torque");
  expect_message(hinge + R"(, "motor": {"velocity": 1, "max_force": 5}})", "joints[0].motor");
  expect_message(hinge + R"(, "motor": {}})", "joints[0].motor: the key \"velocity\" is missing");
  expect_message(hinge + R"(, "motor": {"velocity": 1}, "limits": [-10, 10]})",
                 "joints[0]: a motor of unlimited strength contradicts limits");
  expect_message(R"({"type": "ball", "bodies": ["a", "b"], "anchor": [0, 0, 0], "limits": [0, 1]})", "joints[0]");
  expect_message(R"({"type": "universal", "bodies": ["a", "b"], "anchor": [0, 0, 0], "axes": [[0, 0, 1], [0, 0, 2]]})",
                 "joints[0]: the two axes of a universal joint must not be parallel");
  expect_message(R"({"type": "distance", "bodies": ["a", "b"], "anchors": [[1, 0, 0], [1, 0, 0]]})",
                 "joints[0]: the two anchors of a distance joint are the same point");
}

TEST(SceneJoints, DoNotTakeABodyThatIsCalledWorldForTheGround) {
  expect_message(R"({"type": "ball", "bodies": ["a", "world"], "anchor": [0, 0, 0]})",
                 "joints[0].bodies[1]: \"world\" is the ground here, and a body is called so too",
                 R"(, "events": [{"time": 1, "add": {"name": "world", "shape": {"type": "sphere", "radius": 1}}}])");
}

TEST(SceneJoints, ThatContradictEachOtherAreRefused) {
  const auto motor = [](const char* bodies, const char* velocity) {
    return std::string(R"({"type": "hinge", "bodies": )") + bodies +
           R"(, "anchor": [1, 0, 0], "axis": [0, 0, 1], "motor": {"velocity": )" + velocity + "}}";
  };
  expect_message(motor(R"(["a", "b"])", "1") + "," + motor(R"(["a", "b"])", "2"),
                 "joints[1]: contradicts other joints");
  expect_message(motor(R"(["a", "b"])", "1") + R"(, {"type": "fixed", "bodies": ["b", "a"], "anchor": [0, 0, 0]})",
                 "joints[1]: contradicts other joints");
  // The same twice is none.
  read_scene_text(scene_text(motor(R"(["a", "b"])", "1") + "," + motor(R"(["b", "a"])", "-1")), "s.json");
}

}  // namespace
}  // namespace stiction
