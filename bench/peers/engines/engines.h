// The engines of the comparison. Each peer is in a file of its own, built only where its library was found.
#pragma once

#include <vector>

#include "bench/peers/peer_world.h"

namespace stiction::bench {

std::vector<PeerEngine> stiction_engines();
std::vector<PeerEngine> ode_engines();
std::vector<PeerEngine> bullet_engines();
std::vector<PeerEngine> mujoco_engines();
std::vector<PeerEngine> dart_engines();

// Those that were built in, Stiction first, and what is missing.
PeerEngines built_engines();

}  // namespace stiction::bench
