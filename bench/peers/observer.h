// The common measure: what the poses that an engine reports say of a run. The same for all engines, Stiction included.
#pragma once

#include <memory>
#include <vector>

#include "bench/peers/peer_scene.h"
#include "collision/collider.h"

namespace stiction::bench {

class Observer {
 public:
  explicit Observer(const PeerScene& scene);

  // After every step. `time` is that of the scene at its end [s].
  void observe(double time, const std::vector<Pose>& poses);
  // Overlap of the bodies as they are now [m], by Stiction's collision detection; takes about as long as a step.
  double penetration(const std::vector<Pose>& poses);

  bool finite() const { return finite_; }
  bool fell() const { return fell_; }
  double drift() const { return drift_; }  // farthest that any centre has been from its start (sideways: Judge) [m]
  double creep() const;                    // farthest that one got in the last second or two, by that time [m/s]
  double speed() const;                    // largest over the steps of the same time: way of a centre in a step [m/s]
  int outside() const;                     // bodies of what is poured that left its box

 private:
  // What the last second or two began with: windows of a second take turns.
  struct Window {
    double start = 0;  // [s]
    std::vector<Vec3> centers;
    double speed = 0;  // largest since [m/s]
  };

  const PeerScene& scene_;
  std::vector<int> free_;
  std::vector<Vec3> start_, last_;  // centres of the free bodies
  Window older_, newer_;
  State state_;
  Collider collider_;
  ContactSet contacts_;
  double time_ = 0, drift_ = 0;
  bool finite_ = true, fell_ = false;
};

}  // namespace stiction::bench
