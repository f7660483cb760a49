// Which frames of a recording its replay keeps. Internal to this room.
#pragma once

#include <cstdint>
#include <vector>

#include "page/replay_file.h"

namespace stiction {

// Indices of the frames of the wanted steps that are kept, in order: every one, or every n-th and the last. Some may be
// damaged.
std::vector<std::uint64_t> choose_frames(RecordingReader& recording, const ReplayOptions& options);

}  // namespace stiction
