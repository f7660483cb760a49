#include <fmt/format.h>

#include <cmath>

#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "live/command.h"
#include "live/pacer.h"
#include "model/model.h"
#include "scenes/reader/json_cursor.h"
#include "scenes/reader/json_text.h"

namespace stiction {
namespace {

constexpr std::int64_t kLargestId = 1LL << 53;
constexpr int kMostSteps = 100000;
constexpr int kMostHands = 1000000;
constexpr NumberRule kPlace = {.min = -1e6, .max = 1e6, .unit = "m"};
constexpr NumberRule kVelocity = {.min = -1e4, .max = 1e4, .unit = "m/s"};
constexpr NumberRule kTurning = {.min = -1e4, .max = 1e4, .unit = "rad/s"};
constexpr NumberRule kAcceleration = {.min = -1e4, .max = 1e4, .unit = "m/s^2"};

// What a type of message may say, and how it is read.
struct Type {
  const char* name;
  std::vector<std::string> keys;  // beside "type" and "id"
  std::function<Command(const JsonCursor&)> read;
};

template <class Empty>
Command plain(const JsonCursor& /*message*/) {
  return Empty{};
}

Command read_step(const JsonCursor& message) {
  command::Step step;
  message.read_whole("count", step.count, 1, kMostSteps);
  return step;
}

Command read_reset(const JsonCursor& message) {
  command::Reset reset;
  message.read_boolean("settings", reset.settings);
  return reset;
}

Command read_solver(const JsonCursor& message) {
  command::Solver solver;
  if (message.has("name")) solver.name = message.at("name").text();
  if (message.has("tolerance")) solver.tolerance = message.at("tolerance").number({.min = 1e-12, .max = 1});
  if (!solver.name && !solver.tolerance) message.fail("say \"name\", \"tolerance\" or both");
  return solver;
}

Command read_drop(const JsonCursor& message) {
  command::Drop drop;
  const std::string shape = message.at("shape").text();
  if (shape != "box" && shape != "sphere") message.at("shape").fail("must be \"box\" or \"sphere\"");
  drop.shape = shape == "box" ? command::Drop::Shape::kBox : command::Drop::Shape::kSphere;
  drop.position = message.at("position").vector(kPlace);
  message.read_vector("velocity", drop.velocity, kVelocity);
  message.read_vector("angular_velocity", drop.angular_velocity, kTurning);
  return drop;
}

Command read_hand(const JsonCursor& message) {
  command::Hand hand;
  message.read_whole("hand", hand.hand, 0, kMostHands);
  bool release = false;
  message.read_boolean("release", release);
  if (release == message.has("pose")) message.fail("say either \"pose\" or \"release\": true");
  if (release) return hand;
  const JsonCursor pose = message.at("pose");
  pose.require_keys({"position", "rotation"});
  hand.pose = Pose{pose.at("position").vector(kPlace), Quat::Identity()};
  if (pose.has("rotation")) {
    const std::vector<double> q = pose.at("rotation").numbers(4, {.min = -1.001, .max = 1.001});
    hand.pose->rotation = Quat(q[0], q[1], q[2], q[3]);
    if (!(std::abs(hand.pose->rotation.norm() - 1) < 1e-3)) {
      pose.at("rotation").fail("must be a unit quaternion [w, x, y, z]");
    }
    hand.pose->rotation.normalize();
  }
  return hand;
}

const std::vector<Type>& types() {
  using namespace command;
  using Cursor = const JsonCursor&;
  static const std::vector<Type> types = {
      {"play", {}, plain<Play>},
      {"pause", {}, plain<Pause>},
      {"step", {"count"}, read_step},
      {"reset", {"settings"}, read_reset},
      {"speed",
       {"factor"},
       [](Cursor m) -> Command { return Speed{m.at("factor").number({.min = kSlowest, .max = kFastest})}; }},
      {"solver", {"name", "tolerance"}, read_solver},
      {"friction",
       {"material", "value"},
       [](Cursor m) -> Command {
         return Friction{m.at("material").text(), m.at("value").number({.min = 0, .max = kMostFriction})};
       }},
      {"gravity", {"vector"}, [](Cursor m) -> Command { return Gravity{m.at("vector").vector(kAcceleration)}; }},
      {"grab",
       {"body", "point"},
       [](Cursor m) -> Command {
         return Grab{static_cast<int>(m.at("body").whole(0, 1 << 30)), m.at("point").vector(kPlace)};
       }},
      {"move", {"point"}, [](Cursor m) -> Command { return Move{m.at("point").vector(kPlace)}; }},
      {"release", {}, plain<Release>},
      {"drop", {"shape", "position", "velocity", "angular_velocity"}, read_drop},
      {"save", {}, plain<Save>},
      {"load", {"state"}, [](Cursor m) -> Command { return Load{m.at("state").text()}; }},
      {"record", {"on"}, [](Cursor m) -> Command { return Record{m.at("on").boolean()}; }},
      {"hand", {"hand", "pose", "release"}, read_hand},
  };
  return types;
}

Command read_command(const nlohmann::ordered_json& json) {
  const std::string message_origin = "message";
  const JsonCursor message(json, message_origin);
  const std::string name = message.at("type").text();
  std::string known;
  for (const Type& type : types()) {
    known += (known.empty() ? "" : ", ") + std::string(type.name);
    if (name != type.name) continue;
    const JsonCursor named(json, name);
    std::vector<std::string> keys = {"type", "id"};
    keys.insert(keys.end(), type.keys.begin(), type.keys.end());
    named.require_keys(keys);
    return type.read(named);
  }
  if (name == "chunk") message.fail("chunks are of recordings; this simulation is live");
  message.at("type").fail(fmt::format("there is no \"{:.40}\"; known: {}", name, known));
}

// What is no JSON at all has no place to name; what is, and breaks a rule, has.
std::unique_ptr<nlohmann::ordered_json> parsed(const std::string& json, const std::string& origin) {
  try {
    return parse_json(json, origin);
  } catch (const InputError&) {
    if (nlohmann::json::accept(json)) throw;
    throw InputError("message: it is not JSON; send an object with \"type\" and \"id\"");
  }
}

}  // namespace

Message read_message(const std::string& json) {
  Message message;
  try {
    if (json.empty()) throw InputError("message: it is empty; send a JSON object with \"type\" and \"id\"");
    const std::string origin = "message";
    const std::unique_ptr<nlohmann::ordered_json> tree = parsed(json, origin);
    const JsonCursor cursor(*tree, origin);
    if (cursor.has("id")) message.id = cursor.at("id").whole(0, kLargestId);
    message.command = read_command(*tree);
    if (!message.id && !std::holds_alternative<command::Move>(*message.command) &&
        !std::holds_alternative<command::Hand>(*message.command)) {
      message.command.reset();
      cursor.fail("the key \"id\" is missing: a number that the reply will carry");
    }
  } catch (const std::exception& error) {
    message.error = error.what();
  }
  return message;
}

std::vector<CommandKeys> command_keys() {
  std::vector<CommandKeys> all;
  for (const Type& type : types()) all.push_back({type.name, type.keys});
  return all;
}

}  // namespace stiction
