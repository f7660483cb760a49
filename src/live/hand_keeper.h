// Who moves which hand: clients that hold a body by a point, and the devices of the scene's own hands.
//
// A hand of the scene is moved by its device, by default one that follows the hand's path. A client takes it over by
// sending poses, or by grabbing the hand's body; from then on it is the client's, and stays where the client left it
// until the next reset. Other free bodies are held by a point (live/grab.h), each by one client at most, and each
// client holds one at most.
#pragma once

#include <memory>
#include <vector>

#include "live/device.h"
#include "live/grab.h"
#include "stepping/simulation.h"

namespace stiction {

// What a status tells of a hand; world axes.
struct HandView {
  bool by_client = false;
  int body = 0;
  Vec3 anchor = Vec3::Zero();  // the held point; the body's origin for a scene's hand [m]
  Vec3 target = Vec3::Zero();  // where it should be [m]
  HandForce felt;
};

class HandKeeper {
 public:
  // hands: the scene's. devices: of the hands, in their order; null or missing: the hand's path, if it has one.
  HandKeeper(const std::vector<Hand>& hands, const std::vector<std::shared_ptr<HapticDevice>>& devices, double step);

  // All throw InputError, one line for a person, where it cannot be.
  // The stiffness of the coupling [N/m].
  double grab(int client, int body, const Vec3& point, Simulation& simulation);
  void move(int client, const Vec3& point);
  void release(int client, Simulation& simulation);
  void take_pose(int client, int hand, const Pose& pose, const Simulation& simulation);
  void leave_hand(int client, int hand);
  void client_gone(int client, Simulation& simulation);
  // Has a simulation that was restored the scene's hands, before any others?
  bool fits(const Simulation& simulation) const;
  // After the simulation was restored: nobody holds anything, hands follow their devices again.
  void start_again(Simulation& simulation);

  bool holds(int client) const { return find(client) != nullptr; }
  void before_step(Simulation& simulation);
  void after_step(const Simulation& simulation);
  std::vector<HandView> views(const Simulation& simulation) const;

 private:
  static constexpr int kNobody = -1;

  struct SceneHand {
    int body = 0;
    std::shared_ptr<HapticDevice> device;  // null: none
    SocketDevice socket;
    int client = kNobody;
  };
  struct Grab {
    int client = kNobody;
    int body = 0;
    int scene_hand = -1;  // index, if it is that hand's body; else the rest:
    Vec3 point = Vec3::Zero();
    SmoothTarget target;
    double fastest = 0;  // speed of the target [m/s]
    // Of a scene's hand: its pose and the point when it was grabbed.
    Pose start;
    Vec3 start_point = Vec3::Zero();
  };

  const Grab* find(int client) const;
  int scene_hand_of(int body) const;
  SceneHand& checked_hand(int client, int hand);

  double step_;  // [s]
  std::vector<SceneHand> scene_hands_;
  std::vector<Grab> grabs_;
};

}  // namespace stiction
