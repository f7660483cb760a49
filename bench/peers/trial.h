// One engine on one scene, in slices of wall time.
#pragma once

#include <memory>
#include <vector>

#include "bench/peers/observer.h"
#include "bench/peers/peer_world.h"
#include "bench/peers/result.h"

namespace stiction::bench {

class Trial {
 public:
  virtual ~Trial() = default;
  // Goes on for about so long [s], at least a step. True once it has ended.
  virtual bool advance(double seconds) = 0;
  virtual Result result() const = 0;  // so far
};

// Makes the engine's world, which may fail: throws what the engine throws. Engine and scene must outlive the trial.
std::unique_ptr<Trial> standing_trial(const PeerEngine& engine, const PeerScene& scene);

// Of the incline: bisection for the angle at which the cube begins to slide (more than 1 mm in 5 s after 1 s of
// settling), heading 0 and 45 degrees, and the creep at 0.95 of the exact one.
std::unique_ptr<Trial> incline_trial(const PeerEngine& engine);

// What a result says before anything has happened.
Result blank_result(const PeerEngine& engine, const PeerScene& scene);

}  // namespace stiction::bench
