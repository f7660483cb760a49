// Checks of frames that were read: what a file may say although its checksums are right. Internal to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "recording/chunk.h"
#include "recording/frame.h"

namespace stiction {

// Are the frames of a chunk as recordings have them? Times do not fall and are those of the head, steps are
// `frame_interval` apart (the last one may come sooner), rotations are of unit length, and all numbers of bodies,
// contacts and surfaces are finite. Figures of the step (residual, energies) and wall times may be anything.
bool are_sound(const std::vector<Frame>& frames, const ChunkHeader& header, std::int64_t frame_interval);

}  // namespace stiction
