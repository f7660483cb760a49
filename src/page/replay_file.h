// Replays: one HTML file that shows a recording in any browser, from disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>

#include "recording/frame_steps.h"
#include "recording/recording_reader.h"

namespace stiction {

struct ReplayOptions {
  // Both ends included.
  std::int64_t first_step = 0;
  std::int64_t last_step = std::numeric_limits<std::int64_t>::max();
  // Sizes of the file, about. Up to the first all frames are kept, above it those at least 0.02 s apart, above the
  // second fewer: browsers take long to open larger files.
  std::uint64_t comfortable_bytes = 20'000'000;
  std::uint64_t max_bytes = 150'000'000;
};

struct ReplayResult {
  std::uint64_t frames = 0;           // in the replay; 0: nothing was written
  std::uint64_t lost = 0;             // frames of the recording that are damaged and left out
  std::optional<StepRange> end_lost;  // wanted steps behind the last frame of a recording that was cut
  std::uint64_t bytes = 0;            // of the file
};

// Writes the replay of a recording; the file appears whole or not at all. Memory does not grow with the recording but
// for about a hundred bytes a frame. page: with the mark `<!--STICTION-DATA-->`, where the data go.
// Throws OutputLost.
ReplayResult write_replay(RecordingReader& recording, const ReplayOptions& options, std::string_view page,
                          const std::filesystem::path& to);

// Does the file begin as replays do?
bool is_replay(const std::filesystem::path& path);

}  // namespace stiction
