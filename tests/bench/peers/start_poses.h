// Where the bodies of a scene begin.
#pragma once

#include <vector>

#include "bench/peers/peer_scene.h"

namespace stiction::bench {

inline std::vector<Pose> start_poses(const PeerScene& scene) {
  std::vector<Pose> poses;
  poses.reserve(scene.model.bodies.size());
  for (const Body& body : scene.model.bodies) poses.push_back(body.start);
  return poses;
}

}  // namespace stiction::bench
