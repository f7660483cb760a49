// Prescribed motions. The bodies they name are no longer free.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scenes/reader/parts.h"

namespace stiction {
namespace {

constexpr const char* kKindKeys[] = {"velocity", "angular_velocity", "oscillate", "keyframes", "surface_velocity"};

void read_oscillation(const JsonCursor& cursor, Motion& motion) {
  cursor.require_keys({"direction", "amplitude", "frequency"});
  motion.kind = MotionKind::kOscillate;
  motion.direction = read_direction(cursor.at("direction"));
  motion.amplitude = cursor.at("amplitude").number({.min = -1e9, .max = 1e9, .unit = "m"});
  motion.frequency = cursor.at("frequency").number(not_negative("Hz"));
}

// The motion without its body; keyframes are left to read_keys.
Motion read_kind(const JsonCursor& cursor) {
  const bool moves = cursor.has("velocity") || cursor.has("angular_velocity");
  const int kinds =
      int(moves) + int(cursor.has("oscillate")) + int(cursor.has("keyframes")) + int(cursor.has("surface_velocity"));
  if (kinds != 1) {
    cursor.fail(
        "give one of: \"velocity\" and \"angular_velocity\", \"oscillate\", \"keyframes\", \"surface_velocity\"");
  }
  Motion motion;
  motion.end = std::numeric_limits<double>::infinity();
  if (cursor.has("keyframes")) {
    motion.kind = MotionKind::kKeyframes;
    for (const char* key : {"start", "end"}) {
      if (cursor.has(key)) cursor.at(key).fail("keyframes have times of their own; remove it");
    }
    return motion;
  }
  if (cursor.has("oscillate")) read_oscillation(cursor.at("oscillate"), motion);
  if (cursor.has("surface_velocity")) {
    motion.kind = MotionKind::kSurface;
    motion.velocity = cursor.at("surface_velocity").vector(any_number("m/s"));
  }
  cursor.read_vector("velocity", motion.velocity, any_number("m/s"));
  cursor.read_vector("angular_velocity", motion.angular_velocity, any_number("rad/s"));
  cursor.read_number("start", motion.start, not_negative("s"));
  cursor.read_number("end", motion.end, not_negative("s"));
  if (!(motion.end > motion.start)) {
    cursor.at("end").fail(fmt::format("must be later than the start ({:g} s), got {:g} s", motion.start, motion.end));
  }
  return motion;
}

// What a free body may have and a moved one may not.
void refuse_free_motion(const JsonCursor& place, const Body& body) {
  const bool locked = body.lock != DofLock{};
  const std::pair<const char*, bool> members[] = {{"velocity", !body.start_velocity.isZero(0)},
                                                  {"angular_velocity", !body.start_angular_velocity.isZero(0)},
                                                  {"force", !body.force.isZero(0)},
                                                  {"torque", !body.torque.isZero(0)},
                                                  {"lock", locked}};
  for (const auto& [key, given] : members) {
    if (!given) continue;
    place.fail(
        fmt::format("a motion decides all about \"{0}\", which has a \"{1}\" of its own; remove \"{1}\" from the "
                    "body, or the motion",
                    body.name, key));
  }
}

void refuse_contradictions(const JsonCursor& place, const Model& model, const Motion& motion) {
  const auto places = [](MotionKind kind) { return kind == MotionKind::kVelocity || kind == MotionKind::kOscillate; };
  for (const Motion& other : model.motions) {
    if (other.body != motion.body) continue;
    const bool two = motion.kind == MotionKind::kKeyframes && other.kind == MotionKind::kKeyframes;
    const bool mixed = (motion.kind == MotionKind::kKeyframes && places(other.kind)) ||
                       (other.kind == MotionKind::kKeyframes && places(motion.kind));
    const std::string& name = model.bodies[motion.body].name;
    if (two) place.fail(fmt::format("\"{}\" has keyframes already; put all of them into one list", name));
    if (mixed) {
      place.fail(fmt::format(
          "\"{}\" is moved by keyframes; they exclude velocity and oscillate, put all into keyframes", name));
    }
  }
}

}  // namespace

std::vector<MotionKey> read_keys(const JsonCursor& keyframes, const Pose& start) {
  if (keyframes.size() == 0) keyframes.fail("needs at least one keyframe");
  std::vector<MotionKey> keys;
  for (std::size_t i = 0; i < keyframes.size(); ++i) {
    const JsonCursor cursor = keyframes.item(i);
    cursor.require_keys({"time", "position", "rotation"});
    MotionKey key;
    key.time = cursor.at("time").number(not_negative("s"));
    if (!keys.empty() && !(key.time > keys.back().time)) {
      cursor.at("time").fail(fmt::format("times must rise: {:g} s is not after {:g} s", key.time, keys.back().time));
    }
    key.pose = keys.empty() ? start : keys.back().pose;
    read_pose(cursor, key.pose);
    keys.push_back(key);
  }
  return keys;
}

void read_motions(const JsonCursor& motions, const ReaderContext& context) {
  Model& model = context.model();
  std::vector<std::string> keys(std::begin(kKindKeys), std::end(kKindKeys));
  keys.insert(keys.end(), {"body", "start", "end"});
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const JsonCursor cursor = motions.item(i);
    cursor.require_keys(keys);
    const std::vector<int> bodies = context.bodies(cursor.at("body"));
    Motion motion = read_kind(cursor);
    for (int index : bodies) {
      Body& body = model.bodies[index];
      motion.body = index;
      refuse_free_motion(cursor.at("body"), body);
      refuse_contradictions(cursor, model, motion);
      if (motion.kind == MotionKind::kKeyframes) motion.keys = read_keys(cursor.at("keyframes"), body.start);
      body.fixed = body.scripted = true;
      model.motions.push_back(motion);
    }
  }
}

}  // namespace stiction
