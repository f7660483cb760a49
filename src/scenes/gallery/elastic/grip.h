// What holds an object between soft fingers, measured against statics. Internal to the gallery.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenes/expectation.h"

namespace stiction::building {

// A finger at one instant: its end against an object and against the socket that holds it.
struct FingerEnd {
  Vec3 touching = Vec3::Zero();  // its inner edge, in the object's coordinates [m]
  double pushed = 0;             // how far that is from where it would be if the finger were not bent [m]
  double turned = 0;             // by which the end turned against the socket [rad]
};

struct GripState {
  double pressing = 0;  // sum of the normal forces of all fingers on the object, mean of the last step [N]
  double lifting = 0;   // their vertical force on it [N]
  std::vector<FingerEnd> ends;
};

// The object is NAME-block; fingers are NAME-finger0, ... in NAME-socket0, ..., whose own coordinates are the same
// where fingers are not bent.
struct Grip {
  std::string name;
  int fingers = 2;
  double mu = 0;                          // between fingers and object
  double lift = 0;                        // how far the sockets go up [m]
  double acceleration = 0;                // that friction must give beside the weight, on the whole way [m/s^2]
  Vec3 inner_edge = Vec3::Zero();         // of the end of a finger, in its own coordinates; along y [m]
  Vec3 outer_edge = Vec3::Zero();         // likewise, on the far side of the object [m]
  double lifts = 0;                       // when the sockets begin to go up [s]
  double under_way = 0, still_there = 0;  // on the way up: from here, until here fingers touch the object anyhow [s]
  double held = 0;                        // when the sockets have come to their last place [s]
  std::function<GripState(const Moment&)> measure = {};  // empty: by the run's contacts
};

// Statics: the object comes along, and no finger slips on it by more than `slip` [m], if mu times what the fingers
// press with on the way up is at least its weight and what its acceleration takes; it stays behind if that is less than
// its weight. Nothing is asked between the two.
Expectation expect_grip_by_statics(const Grip& grip, double slip);

// On the way up the fingers pull with what the object takes to move as it does, or with mu times what they press with,
// whichever is less; within `share` of it.
Expectation expect_coulombs_pull(const Grip& grip, double share);

// When they begin to go up, the end of every finger is pushed at least so far [m] and turned so far [rad].
Expectation expect_fingers_bent(const Grip& grip, double pushed, double turned);

}  // namespace stiction::building
