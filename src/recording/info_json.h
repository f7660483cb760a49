// The text of a recording's preamble: what the recording says about itself as JSON, and back.
#pragma once

#include <cstddef>
#include <string>

#include "recording/recording_info.h"

namespace stiction {

// Most steps of a run. Step numbers up to here are exact as doubles.
inline constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
// Most steps from frame to frame.
inline constexpr std::int64_t kMostFrameInterval = 1'000'000'000'000'000;

std::string info_text(const RecordingInfo& info);

// The info of a text, with surfaces that have their sizes but no numbers yet. Guarantees, whatever the text: indices of
// surfaces, materials and bodies exist, a body deforms only if its surface has as many vertices, numbers are finite,
// far from overflow and have the right sign. Throws InputError, which begins with `path` and names the place.
// surface_bytes: what the surfaces take at most.
RecordingInfo info_from_text(const std::string& text, std::size_t surface_bytes, const std::string& path);

}  // namespace stiction
