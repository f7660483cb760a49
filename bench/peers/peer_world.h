// What the comparison asks of an engine: take a scene, step it, say where the bodies are. Nothing that an engine says
// of itself counts: displacement, speed and penetration follow from the poses by one common measure (observer.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/types.h"
#include "bench/peers/peer_scene.h"

namespace stiction::bench {

class PeerWorld {
 public:
  virtual ~PeerWorld() = default;
  virtual void step() = 0;  // by the scene's step
  // Poses of the bodies' own coordinates, in the order of the scene's bodies; those of fixed ones may be left as they
  // are. The vector has one entry for every body.
  virtual void read(std::vector<Pose>& poses) const = 0;
  virtual int contact_count() const = 0;  // of the last step
};

// An engine with its settings.
struct PeerEngine {
  std::string name{};      // "ODE quick 200"
  std::string family{};    // "ODE"
  std::string version{};   // of the library
  std::string settings{};  // everything that was set, and defaults that matter
  // Throws InputError if the engine has no such shapes.
  std::unique_ptr<PeerWorld> (*make)(const PeerScene& scene) = nullptr;
};

// A family of engines that could be here and is not.
struct MissingPeer {
  std::string family;
  std::string package;  // that brings it
};

struct PeerEngines {
  std::vector<PeerEngine> engines;
  std::vector<MissingPeer> missing;
};

}  // namespace stiction::bench
