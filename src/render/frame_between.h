// A moment between two recorded frames, for pictures at times that were not recorded.
#pragma once

#include "recording/frame.h"

namespace stiction {

// `time` [s] from that of `before` to that of `after`, which have the same bodies. Positions and vertices of deforming
// surfaces are in between linearly, rotations on the shortest way; a body that is added in between is not there yet.
// Contacts and figures are those of the nearer frame. `result` is neither of the two; its memory is reused.
void frame_between(const Frame& before, const Frame& after, double time, Frame& result);

}  // namespace stiction
