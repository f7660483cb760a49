#include "live/command.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

namespace stiction {
namespace {

using Json = nlohmann::json;

template <class Wanted>
Wanted read_as(const std::string& json) {
  const Message message = read_message(json);
  EXPECT_EQ(message.error, "") << json;
  if (!message.command || !std::holds_alternative<Wanted>(*message.command)) {
    ADD_FAILURE() << json;
    return {};
  }
  return std::get<Wanted>(*message.command);
}

TEST(Command, EveryTypeIsRead) {
  EXPECT_EQ(read_message(R"({"type": "play", "id": 7})").id, 7);
  read_as<command::Play>(R"({"type": "play", "id": 1})");
  read_as<command::Pause>(R"({"type": "pause", "id": 1})");
  EXPECT_EQ(read_as<command::Step>(R"({"type": "step", "id": 1})").count, 1);
  EXPECT_EQ(read_as<command::Step>(R"({"type": "step", "count": 20, "id": 1})").count, 20);
  EXPECT_FALSE(read_as<command::Reset>(R"({"type": "reset", "id": 1})").settings);
  EXPECT_TRUE(read_as<command::Reset>(R"({"type": "reset", "settings": true, "id": 1})").settings);
  EXPECT_EQ(read_as<command::Speed>(R"({"type": "speed", "factor": 0.03125, "id": 1})").factor, 1.0 / 32);
  const auto solver = read_as<command::Solver>(R"({"type": "solver", "tolerance": 1e-8, "id": 1})");
  EXPECT_FALSE(solver.name);
  EXPECT_EQ(solver.tolerance, 1e-8);
  EXPECT_EQ(read_as<command::Friction>(R"({"type": "friction", "material": "ice", "value": 0, "id": 1})").material,
            "ice");
  EXPECT_EQ(read_as<command::Gravity>(R"({"type": "gravity", "vector": [1, 2, 3], "id": 1})").vector, Vec3(1, 2, 3));
  const auto grab = read_as<command::Grab>(R"({"type": "grab", "body": 3, "point": [0, 0.5, 0], "id": 1})");
  EXPECT_EQ(grab.body, 3);
  EXPECT_EQ(grab.point, Vec3(0, 0.5, 0));
  EXPECT_EQ(read_as<command::Move>(R"({"type": "move", "point": [1, 0, 0]})").point, Vec3(1, 0, 0));
  read_as<command::Release>(R"({"type": "release", "id": 1})");
  const auto drop = read_as<command::Drop>(R"({"type": "drop", "shape": "sphere", "position": [0, 0, 9], "id": 1})");
  EXPECT_EQ(drop.shape, command::Drop::Shape::kSphere);
  EXPECT_EQ(drop.velocity, Vec3::Zero());
  read_as<command::Save>(R"({"type": "save", "id": 1})");
  EXPECT_EQ(read_as<command::Load>(R"({"type": "load", "state": "abc", "id": 1})").state, "abc");
  EXPECT_TRUE(read_as<command::Record>(R"({"type": "record", "on": true, "id": 1})").on);
  const auto hand =
      read_as<command::Hand>(R"({"type": "hand", "pose": {"position": [1, 2, 3], "rotation": [0, 1, 0, 0]}})");
  EXPECT_EQ(hand.pose->rotation.x(), 1);
  EXPECT_FALSE(read_as<command::Hand>(R"({"type": "hand", "release": true, "id": 1})").pose);
}

struct Bad {
  const char* json;
  const char* says;  // part of the message
};

TEST(Command, EveryBadFieldIsOneLineThatNamesIt) {
  const Bad cases[] = {
      {"", "empty"},
      {"{", "message"},
      {"[]", "object"},
      {"7", "object"},
      {R"({"id": 1})", "type"},
      {R"({"type": 5, "id": 1})", "type"},
      {R"({"type": "fly", "id": 1})", "there is no \"fly\""},
      {R"({"type": "play"})", "id"},
      {R"({"type": "play", "id": -1})", "id"},
      {R"({"type": "play", "id": "x"})", "id"},
      {R"({"type": "play", "id": 1, "fast": true})", "fast"},
      {R"({"type": "play", "id": 1, "id": 2})", "twice"},
      {R"({"type": "step", "count": 0, "id": 1})", "count"},
      {R"({"type": "step", "count": 1.5, "id": 1})", "count"},
      {R"({"type": "step", "count": 1e9, "id": 1})", "count"},
      {R"({"type": "speed", "factor": 9, "id": 1})", "factor"},
      {R"({"type": "speed", "factor": 0.01, "id": 1})", "factor"},
      {R"({"type": "speed", "id": 1})", "factor"},
      {R"({"type": "solver", "id": 1})", "tolerance"},
      {R"({"type": "solver", "tolerance": 0, "id": 1})", "tolerance"},
      {R"({"type": "solver", "name": 3, "id": 1})", "name"},
      {R"({"type": "friction", "material": "ice", "value": -0.1, "id": 1})", "value"},
      {R"({"type": "friction", "material": "ice", "value": null, "id": 1})", "value"},
      {R"({"type": "gravity", "vector": [0, 0], "id": 1})", "vector"},
      {R"({"type": "gravity", "vector": [0, 0, 1e99], "id": 1})", "vector"},
      {R"({"type": "gravity", "vector": [0, 0, 1e999], "id": 1})", "message"},
      {R"({"type": "gravity", "vector": [0, 0, "down"], "id": 1})", "vector"},
      {R"({"type": "grab", "body": -1, "point": [0, 0, 0], "id": 1})", "body"},
      {R"({"type": "grab", "body": 1, "id": 1})", "point"},
      {R"({"type": "drop", "shape": "cone", "position": [0, 0, 0], "id": 1})", "shape"},
      {R"({"type": "drop", "shape": "box", "id": 1})", "position"},
      {R"({"type": "load", "id": 1})", "state"},
      {R"({"type": "record", "on": 1, "id": 1})", "on"},
      {R"({"type": "hand", "id": 1})", "pose"},
      {R"({"type": "hand", "pose": {"position": [0, 0, 0], "rotation": [1, 1, 0, 0]}, "id": 1})", "rotation"},
      {R"({"type": "hand", "pose": {"rotation": [1, 0, 0, 0]}, "id": 1})", "position"},
      {R"({"type": "chunk", "index": 0, "id": 1})", "recordings"},
  };
  for (const Bad& bad : cases) {
    const Message message = read_message(bad.json);
    EXPECT_FALSE(message.command) << bad.json;
    EXPECT_NE(message.error.find(bad.says), std::string::npos) << bad.json << "\n" << message.error;
    EXPECT_EQ(message.error.find('\n'), std::string::npos) << bad.json << "\n" << message.error;
  }
  EXPECT_EQ(read_message(R"({"type": "fly", "id": 9})").id, 9) << "the reply to a wrong message carries its id";
}

TEST(Command, DeepNestingAndBrokenTextAreRefused) {
  EXPECT_FALSE(read_message(std::string(60000, '[')).command);
  std::string nested = R"({"type": "play", "id": 1, "x": )";
  for (int i = 0; i < 10000; ++i) nested += "[";
  EXPECT_FALSE(read_message(nested).command);
  EXPECT_FALSE(read_message("{\"type\": \"pl\xff\xfe\", \"id\": 1}").command);
  EXPECT_FALSE(read_message(std::string("\0\0\0", 3)).command);
}

TEST(Command, ErrorsSpeakOfTheMessageNotOfAScene) {
  std::string nested = R"({"type": "play", "id": 1, "x": )" + std::string(100, '[') + std::string(100, ']') + "}";
  for (const std::string& json : {std::string(R"({"type": "play")"), std::string(R"({"type" "play"})"),
                                  std::string("{} {}"), std::string("  "), std::string("{\"a\": tr"), nested}) {
    const std::string error = read_message(json).error;
    EXPECT_EQ(error.rfind("message: ", 0), 0U) << error;
    EXPECT_EQ(error.find("scene"), std::string::npos) << error;
    EXPECT_EQ(error.find("file"), std::string::npos) << error;
  }
}

RC_GTEST_PROP(Command, RandomTextIsNeverACommand, (const std::string& text)) {
  const Message message = read_message(text);
  RC_ASSERT(!message.command);
  RC_ASSERT(!message.error.empty());
}

// Values of all sorts where numbers, texts and vectors should be.
Json random_value() {
  switch (*rc::gen::inRange(0, 9)) {
    case 0:
      return nullptr;
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return *rc::gen::arbitrary<int>();
    case 3:
      return *rc::gen::arbitrary<double>();
    case 4:
      return *rc::gen::element<std::string>("box", "sphere", "stone", "pgs", "staggered", "");
    case 5:
      return {1, 2, *rc::gen::arbitrary<int>()};
    case 6:
      return {0.5, *rc::gen::arbitrary<double>(), 0};
    case 7:
      return {{"position", {0, 0, *rc::gen::inRange(-3, 3)}}, {"rotation", {1, 0, 0, 0}}};
    default:
      return Json::array();
  }
}

RC_GTEST_PROP(Command, RandomFieldsGiveACommandOrAnError, ()) {
  Json json = {{"type", *rc::gen::element<std::string>("play", "step", "reset", "speed", "solver", "friction",
                                                       "gravity", "grab", "move", "drop", "load", "record", "hand")}};
  const auto keys = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("id", "count", "factor", "name", "tolerance", "material", "value", "vector", "body",
                                    "point", "shape", "position", "velocity", "state", "on", "pose", "hand"));
  for (const std::string& key : keys) json[key] = random_value();
  const Message message = read_message(json.dump());
  RC_ASSERT(message.command.has_value() == message.error.empty());
}

}  // namespace
}  // namespace stiction
