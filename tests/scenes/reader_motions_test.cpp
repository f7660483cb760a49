// Motions of scene files, and what they refuse.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

std::string scene_text(const std::string& motions, const std::string& body = "", const std::string& more = "") {
  return R"({"stiction": 1, "bodies": [{"name": "a1", "shape": {"type": "sphere", "radius": 1}, "position": [1, 2, 3])" +
         body + R"(}, {"name": "a2", "fixed": true, "shape": {"type": "plane"}},
      {"name": "b", "shape": {"type": "sphere", "radius": 1}}], "motions": [)" +
         motions + "]" + more + "}";
}

Model read(const std::string& motions) {
  return read_scene_text(scene_text(motions), "s.json").model;
}

std::string message(const std::string& text) {
  try {
    read_scene_text(text, "s.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

void expect_message(const std::string& text, const std::string& expected) {
  EXPECT_NE(message(text).find("s.json: " + expected), std::string::npos) << message(text);
}

TEST(SceneMotions, VelocitiesHaveAStartAndAnEnd) {
  const Model model =
      read(R"({"body": "a1", "velocity": [1, 0, 0], "angular_velocity": [0, 0, 2], "start": 1, "end": 3})");
  ASSERT_EQ(model.motions.size(), 1u);
  const Motion& motion = model.motions[0];
  EXPECT_EQ(motion.kind, MotionKind::kVelocity);
  EXPECT_EQ(motion.velocity, Vec3(1, 0, 0));
  EXPECT_EQ(motion.angular_velocity, Vec3(0, 0, 2));
  EXPECT_EQ(motion.start, 1);
  EXPECT_EQ(motion.end, 3);
  EXPECT_EQ(read(R"({"body": "a1", "angular_velocity": [0, 0, 2]})").motions[0].end,
            std::numeric_limits<double>::infinity());
}

TEST(SceneMotions, BodiesNamedAreScriptedAndFixed) {
  const Model model = read(R"({"body": "a*", "velocity": [1, 0, 0]})");
  ASSERT_EQ(model.motions.size(), 2u);
  EXPECT_EQ(model.motions[0].body, 0);
  EXPECT_EQ(model.motions[1].body, 1);
  for (int i : {0, 1}) {
    EXPECT_TRUE(model.bodies[i].scripted);
    EXPECT_TRUE(model.bodies[i].fixed);
    EXPECT_EQ(model.bodies[i].mass.mass, 0);
  }
  EXPECT_FALSE(model.bodies[2].scripted);
  EXPECT_FALSE(model.bodies[2].fixed);
}

TEST(SceneMotions, OscillationsHaveAUnitDirection) {
  const Motion motion =
      read(R"({"body": "a1", "oscillate": {"direction": [0, 3, 4], "amplitude": 0.01, "frequency": 5}, "start": 2})")
          .motions[0];
  EXPECT_EQ(motion.kind, MotionKind::kOscillate);
  EXPECT_LT((motion.direction - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(motion.amplitude, 0.01);
  EXPECT_EQ(motion.frequency, 5);
  EXPECT_EQ(motion.start, 2);
}

TEST(SceneMotions, KeyframesKeepWhatTheyDoNotSay) {
  const Motion motion = read(R"({"body": "a1", "keyframes": [{"time": 0}, {"time": 1, "position": [0, 0, 9]},
      {"time": 2, "rotation": {"axis": [0, 0, 1], "degrees": 180}}]})")
                            .motions[0];
  EXPECT_EQ(motion.kind, MotionKind::kKeyframes);
  ASSERT_EQ(motion.keys.size(), 3u);
  EXPECT_EQ(motion.keys[0].pose.position, Vec3(1, 2, 3));  // the body's own place
  EXPECT_EQ(motion.keys[1].pose.position, Vec3(0, 0, 9));
  EXPECT_EQ(motion.keys[2].pose.position, Vec3(0, 0, 9));
  EXPECT_NEAR(motion.keys[2].pose.rotation.z(), 1, 1e-15);
  EXPECT_EQ(motion.keys[2].time, 2);
}

TEST(SceneMotions, SurfacesRunLikeBelts) {
  const Motion motion = read(R"({"body": "a2", "surface_velocity": [0.5, 0, 0], "end": 4})").motions[0];
  EXPECT_EQ(motion.kind, MotionKind::kSurface);
  EXPECT_EQ(motion.velocity, Vec3(0.5, 0, 0));
  EXPECT_EQ(motion.end, 4);
}

TEST(SceneMotions, SeveralMotionsOfOneBodyAddUp) {
  const Model model = read(R"({"body": "a1", "velocity": [1, 0, 0]}, {"body": "a1", "oscillate":
      {"direction": [1, 0, 0], "amplitude": 0.1, "frequency": 2}}, {"body": "a1", "surface_velocity": [0, 1, 0]})");
  EXPECT_EQ(model.motions.size(), 3u);
  const Pose pose = scripted_pose(model.motions, 0, model.bodies[0].start, 0.125);
  EXPECT_NEAR(pose.position.x(), 1 + 0.125 + 0.1, 1e-12);
}

TEST(SceneMotions, MistakesAreNamedWithTheirRemedy) {
  expect_message(scene_text(R"({"velocity": [1, 0, 0]})"), "motions[0]: the key \"body\" is missing");
  expect_message(scene_text(R"({"body": "c", "velocity": [1, 0, 0]})"), "motions[0].body: no body is called \"c\"");
  expect_message(scene_text(R"({"body": "c*", "velocity": [1, 0, 0]})"), "motions[0].body: no body matches \"c*\"");
  expect_message(scene_text(R"({"body": "a1"})"), "motions[0]: give one of: \"velocity\"");
  expect_message(scene_text(R"({"body": "a1", "velocity": [1, 0, 0], "surface_velocity": [1, 0, 0]})"),
                 "motions[0]: give one of: \"velocity\"");
  expect_message(scene_text(R"({"body": "a1", "velocty": [1, 0, 0]})"),
                 "motions[0].velocty: unknown key; did you mean");
  expect_message(scene_text(R"({"body": "a1", "velocity": [1, 0, 0], "start": 2, "end": 2})"),
                 "motions[0].end: must be later than the start (2 s), got 2 s");
  expect_message(scene_text(R"({"body": "a1", "velocity": [1, 0, 0], "start": -1})"),
                 "motions[0].start: must be zero or positive");
  expect_message(scene_text(R"({"body": "a1", "oscillate": {"amplitude": 1, "frequency": 1}})"),
                 "motions[0].oscillate: the key \"direction\" is missing");
  expect_message(scene_text(R"({"body": "a1", "oscillate": {"direction": [0, 0, 0], "amplitude": 1, "frequency": 1}})"),
                 "motions[0].oscillate.direction: must not be zero");
  expect_message(
      scene_text(R"({"body": "a1", "oscillate": {"direction": [1, 0, 0], "amplitude": 1, "frequency": -1}})"),
      "motions[0].oscillate.frequency: must be zero or positive");
}

TEST(SceneMotions, KeyframesMustRiseAndStandAlone) {
  expect_message(scene_text(R"({"body": "a1", "keyframes": []})"), "motions[0].keyframes: needs at least one keyframe");
  expect_message(scene_text(R"({"body": "a1", "keyframes": [{"time": 1}, {"time": 1}]})"),
                 "motions[0].keyframes[1].time: times must rise: 1 s is not after 1 s");
  expect_message(scene_text(R"({"body": "a1", "keyframes": [{"time": -1}]})"),
                 "motions[0].keyframes[0].time: must be zero or positive");
  expect_message(scene_text(R"({"body": "a1", "keyframes": [{"position": [0, 0, 0]}]})"),
                 "motions[0].keyframes[0]: the key \"time\" is missing");
  expect_message(scene_text(R"({"body": "a1", "keyframes": [{"time": 0}], "end": 3})"),
                 "motions[0].end: keyframes have times of their own");
  expect_message(scene_text(R"({"body": "a1", "keyframes": [{"time": 0}]}, {"body": "a1", "velocity": [1, 0, 0]})"),
                 "motions[1]: \"a1\" is moved by keyframes; they exclude velocity and oscillate");
  expect_message(scene_text(R"({"body": "a1", "velocity": [1, 0, 0]}, {"body": "a*", "keyframes": [{"time": 0}]})"),
                 "motions[1]: \"a1\" is moved by keyframes");
  expect_message(
      scene_text(R"({"body": "a1", "keyframes": [{"time": 0}]}, {"body": "a1", "keyframes": [{"time": 0}]})"),
      "motions[1]: \"a1\" has keyframes already");
}

TEST(SceneMotions, WhatAMotionDecidesABodyMayNotSay) {
  const std::string motion = R"({"body": "a1", "velocity": [1, 0, 0]})";
  for (const char* key : {"velocity", "angular_velocity", "force", "torque"}) {
    expect_message(scene_text(motion, std::string(", \"") + key + "\": [0, 1, 0]"),
                   std::string("motions[0].body: a motion decides all about \"a1\", which has a \"") + key + "\"");
  }
  expect_message(scene_text(motion, R"(, "lock": ["x"])"), "motions[0].body: a motion decides all about \"a1\"");
  expect_message(scene_text(motion, "", R"(, "events": [{"time": 1, "set": {"body": "a1", "velocity": [0, 0, 1]}}])"),
                 "events[0].set.body: \"a1\" is moved by \"motions\"; its velocity cannot be set");
  expect_message(scene_text(motion, "", R"(, "expect": [{"moved": {"bodies": "a1", "more_than": 1}}])"),
                 "expect[0].moved.bodies: no free body matches \"a1\"");
}

}  // namespace
}  // namespace stiction
