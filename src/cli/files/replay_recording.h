// The recording of a run that is asked for a replay but for no folder: beside the replay, and gone with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "cli/running/run_session.h"
#include "recording/frame.h"
#include "recording/recording_writer.h"

namespace stiction {

class ReplayRecording {
 public:
  // record_every: simulated time between frames [s], kFrameSeconds unless said. Throws InputError if nothing can be
  // written at `replay`, OutputLost if the disk is full.
  ReplayRecording(const std::filesystem::path& replay, std::optional<double> record_every, const RunSession& session);
  ~ReplayRecording();
  ReplayRecording(const ReplayRecording&) = delete;
  ReplayRecording& operator=(const ReplayRecording&) = delete;

  // Both throw OutputLost.
  void after_step(const RunSession& session);
  void finish(const RunSession& session, RunStatus status);

  const std::filesystem::path& path() const { return path_; }

 private:
  void add_frame(const Simulation& simulation, bool with_step);

  std::filesystem::path path_;
  std::int64_t frame_interval_;  // [steps]
  std::optional<RecordingWriter> writer_;
  Frame frame_;
};

}  // namespace stiction
