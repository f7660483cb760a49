// Prescribed motions, one entry a body.
#include <cmath>

#include "scenes/writer/json_values.h"

namespace stiction {

Json keys_to_json(const std::vector<MotionKey>& keys) {
  Json list = Json::array();
  for (const MotionKey& key : keys) {
    // Both in full: a missing one would stand for the previous key's.
    list.push_back({{"time", to_json(key.time)},
                    {"position", to_json(key.pose.position)},
                    {"rotation", rotation_to_json(key.pose.rotation)}});
  }
  return list;
}

Json to_json(const Motion& motion, const Model& model) {
  Json json = {{"body", model.bodies[motion.body].name}};
  switch (motion.kind) {
    case MotionKind::kVelocity:
      json["velocity"] = to_json(motion.velocity);
      if (!is_plain_zero(motion.angular_velocity)) json["angular_velocity"] = to_json(motion.angular_velocity);
      break;
    case MotionKind::kOscillate:
      json["oscillate"] = {{"direction", to_json(motion.direction)},
                           {"amplitude", to_json(motion.amplitude)},
                           {"frequency", to_json(motion.frequency)}};
      break;
    case MotionKind::kSurface:
      json["surface_velocity"] = to_json(motion.velocity);
      break;
    case MotionKind::kKeyframes:
      json["keyframes"] = keys_to_json(motion.keys);
      return json;
  }
  if (motion.start != 0) json["start"] = to_json(motion.start);
  if (std::isfinite(motion.end)) json["end"] = to_json(motion.end);
  return json;
}

}  // namespace stiction
