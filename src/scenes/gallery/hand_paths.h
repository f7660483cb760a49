// The ways of the hand in the scene `haptic`. Internal to this room.
#pragma once

#include <vector>

#include "model/motion.h"

namespace stiction {

// The tray, inside: floor at z = 0, walls of this height; and the tool, a paddle that stands on its short edge, thin
// along x.
struct HapticTray {
  static constexpr double kHalfX = 0.16, kHalfY = 0.1, kWall = 0.14;       // [m]
  static constexpr double kToolX = 0.012, kToolY = 0.05, kToolZ = 0.06;    // [m]
  static constexpr double kBlockX = 0.04, kBlockY = 0.06, kBlockZ = 0.03;  // [m]
  static constexpr double kLift = 0.05;                                    // of the pinched block [m]
  static constexpr double kPress = 0.005;                                  // how far the hand goes into it [m]
  static constexpr double kLifted = 2.2, kHeld = 2.7;  // the hand holds it up between these times [s]
  static constexpr double kPathEnd = 600;              // [s]
};

// Presses a block against the wall, lifts it, holds it, puts it down; then stirs the others.
std::vector<MotionKey> pinch_and_stir();
// Wanders through the tray from one random pose to the next.
std::vector<MotionKey> wander(int seed);

}  // namespace stiction
