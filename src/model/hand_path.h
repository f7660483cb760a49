// A path of key poses, passed with continuous velocity: how a scripted hand moves.
//
// Positions are cubic between keys. The velocity at a key is, for each world axis, the harmonic mean of those of the
// two straight pieces beside it (weighted by duration as Fritsch and Butland do), and zero where they point in opposite
// directions or one of them rests, and at both ends: the path never goes beyond its keys along any axis, and two equal
// keys are a pause. Rotations follow cumulative cubic Bezier curves of unit quaternions (Kim, Kim and Shin 1995) with
// angular velocities by the same rule; successive keys are less than half a turn apart.
#pragma once

#include <vector>

#include "model/motion.h"

namespace stiction {

// Pose at `time` [s]; the first one before the first key, the last one after the last. `keys`: at least one, by rising
// time.
Pose pose_on_path(const std::vector<MotionKey>& keys, double time);

}  // namespace stiction
