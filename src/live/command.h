// What clients of a live session can ask for: docs/reference/live-sessions.md, in C++.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/types.h"

namespace stiction {

namespace command {
struct Play {};
struct Pause {};
struct Step {
  int count = 1;
};
struct Reset {
  bool settings = false;  // friction, gravity, solver and speed too
};
struct Speed {
  double factor = 1;  // simulated time per real time
};
struct Solver {  // what is not said stays as it is
  std::optional<std::string> name;
  std::optional<double> tolerance;
};
struct Friction {
  std::string material;
  double value = 0;
};
struct Gravity {
  Vec3 vector = Vec3::Zero();  // [m/s^2]
};
struct Grab {
  int body = 0;
  Vec3 point = Vec3::Zero();  // in the body's own coordinates [m]
};
struct Move {
  Vec3 point = Vec3::Zero();  // world [m]
};
struct Release {};
struct Drop {
  enum class Shape { kBox, kSphere };
  Shape shape = Shape::kBox;
  Vec3 position = Vec3::Zero();          // [m]
  Vec3 velocity = Vec3::Zero();          // [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // [rad/s]
};
struct Save {};
struct Load {
  std::string state;  // base64
};
struct Record {
  bool on = false;
};
struct Hand {
  int hand = 0;              // of the scene's, in their order
  std::optional<Pose> pose;  // none: the client lets the hand go
};
}  // namespace command

using Command =
    std::variant<command::Play, command::Pause, command::Step, command::Reset, command::Speed, command::Solver,
                 command::Friction, command::Gravity, command::Grab, command::Move, command::Release, command::Drop,
                 command::Save, command::Load, command::Record, command::Hand>;

struct Message {
  std::optional<std::int64_t> id;  // the reply carries it
  std::optional<Command> command;  // none: the message is wrong
  std::string error;               // why, one line for a person
};

// Reads one message strictly: unknown types and keys, missing ones, wrong types and numbers out of range are errors.
// Never throws.
Message read_message(const std::string& json);

// What a message of a type may have beside "type" and "id".
struct CommandKeys {
  std::string type;
  std::vector<std::string> keys;
};
std::vector<CommandKeys> command_keys();

}  // namespace stiction
