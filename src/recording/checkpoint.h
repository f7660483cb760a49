// A run that can be gone on with: what `run --resume` reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "recording/recording_writer.h"

namespace stiction {

// What must agree for a run to go on from a checkpoint.
struct RunIdentity {
  std::string scene;             // name
  std::string solver;            // name
  double step = 0;               // [s]
  std::uint64_t scene_hash = 0;  // over the scene file, its duration left out
};

// Where the recording stood.
struct CheckpointedRecording {
  RecordingPosition position;
  std::int64_t frame_interval = 1;  // [steps]
  std::uint32_t info_crc = 0;       // of the recording's preamble
};

struct Checkpoint {
  RunIdentity identity;
  std::int64_t steps = 0;
  double sim_seconds = 0;
  double wall_seconds = 0;  // of the run so far
  std::optional<CheckpointedRecording> recording;
  std::string session;  // simulation, statistics and monitors
};

std::string checkpoint_bytes(const Checkpoint& checkpoint);

// Throws InputError, which begins with `path`, if the bytes are no checkpoint, of another format, cut off or damaged.
Checkpoint read_checkpoint(std::string_view bytes, const std::string& path);

// The same from a file. Throws InputError, naming the remedy, if there is none.
Checkpoint load_checkpoint(const std::filesystem::path& path);

// Does the file begin as checkpoints do?
bool is_checkpoint(const std::filesystem::path& path);

// Throws InputError, which begins with `path` and says what differs, unless the two are the same.
void require_same_run(const RunIdentity& saved, const RunIdentity& wanted, const std::string& path);

}  // namespace stiction
