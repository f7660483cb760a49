// Hands of scene files, and what they refuse.
#include <gtest/gtest.h>

#include "base/error.h"
#include "scenes/scene_reader.h"

namespace stiction {
namespace {

std::string scene_text(const std::string& hands, const std::string& more = "") {
  return R"({"stiction": 1, "bodies": [{"name": "tool", "shape": {"type": "sphere", "radius": 1}, "position": [1, 2, 3]},
      {"name": "ground", "fixed": true, "shape": {"type": "plane"}},
      {"name": "other", "shape": {"type": "sphere", "radius": 1}}], "hands": [)" +
         hands + "]" + more + "}";
}

void expect_message(const std::string& text, const std::string& expected) {
  try {
    read_scene_text(text, "s.json");
    ADD_FAILURE() << "no error: " << text;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("s.json: " + expected), std::string::npos) << error.what();
  }
}

TEST(SceneHands, AreReadWithTheirPath) {
  const Model model = read_scene_text(scene_text(R"({"body": "tool", "stiffness": 300, "damping": 4, "max_force": 8,
      "path": [{"time": 1}, {"time": 2, "position": [0, 0, 1]}, {"time": 3, "rotation": {"axis": [0,0,1], "degrees": 90}}]})"),
                                      "s.json")
                          .model;
  ASSERT_EQ(model.hands.size(), 1u);
  const Hand& hand = model.hands[0];
  EXPECT_EQ(hand.body, 0);
  EXPECT_EQ(hand.coupling.stiffness, 300);
  EXPECT_EQ(hand.coupling.damping, 4);
  EXPECT_EQ(hand.coupling.angular_stiffness, HandCoupling{}.angular_stiffness);
  EXPECT_EQ(hand.coupling.max_force, 8);
  EXPECT_EQ(hand.coupling.max_torque, HandCoupling::kUnlimited);
  ASSERT_EQ(hand.path.size(), 3u);
  EXPECT_EQ(hand.path[0].pose.position, Vec3(1, 2, 3));  // continues the body's start
  EXPECT_EQ(hand.path[2].pose.position, Vec3(0, 0, 1));
  EXPECT_FALSE(model.bodies[0].fixed);
}

TEST(SceneHands, ImpossibleOnesAreRefusedWithPlaceAndRemedy) {
  expect_message(scene_text(R"({"body": "tol"})"), "hands[0].body: no body is called \"tol\"");
  expect_message(scene_text(R"({"body": "t*"})"), "hands[0].body: must name one body");
  expect_message(scene_text(R"({})"), "hands[0]");
  expect_message(scene_text(R"({"body": "ground"})"), "hands[0].body: \"ground\" is fixed");
  expect_message(scene_text(R"({"body": "tool"}, {"body": "tool"})"), "hands[1].body: another hand holds \"tool\"");
  expect_message(scene_text(R"({"body": "tool"})", R"(, "motions": [{"body": "tool", "velocity": [1, 0, 0]}])"),
                 "hands[0].body: \"tool\" is moved by \"motions\"");
  expect_message(scene_text(R"({"body": "tool", "stiffness": -1})"), "hands[0].stiffness");
  expect_message(scene_text(R"({"body": "tool", "damping": "x"})"), "hands[0].damping");
  expect_message(scene_text(R"({"body": "tool", "max_force": 0})"), "hands[0].max_force");
  expect_message(scene_text(R"({"body": "tool", "stifness": 1})"), "hands[0]");
  expect_message(scene_text(R"({"body": "tool", "path": []})"), "hands[0].path: needs at least one keyframe");
  expect_message(scene_text(R"({"body": "tool", "path": [{"time": 1}, {"time": 1}]})"),
                 "hands[0].path[1].time: times must rise");
}

}  // namespace
}  // namespace stiction
