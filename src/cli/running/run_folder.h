// The folder of a run (`run --out`): scene.json, recording.stic, checkpoint, report.json, replay.html. The last two are
// written by others, at the end.
//
// A fresh run first takes away what an older one left, so that the files always belong together. They are valid at any
// moment: the recording grows by whole chunks, the others are replaced whole. Files of these names that no run has
// written are not touched: the run is refused.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/running/run_session.h"
#include "recording/checkpoint.h"
#include "recording/folder_lock.h"
#include "recording/frame.h"
#include "recording/recording_writer.h"

namespace stiction {

struct RunFolderOptions {
  std::filesystem::path folder;
  bool resume = false;                 // go on from the folder's checkpoint
  bool record = true;                  // write a recording
  bool needs_recording = false;        // refuse to go on with a run that has none
  std::optional<double> record_every;  // simulated time between frames [s]; kFrameSeconds unless said
  double checkpoint_every = 30;        // wall time between checkpoints [s]
};

inline constexpr double kFrameSeconds = 0.01;  // at most a hundred frames per simulated second

class RunFolder {
 public:
  // Makes the folder ready, or restores `session` from its checkpoint. Throws InputError, changing nothing, if the
  // folder cannot be written, is in use, has foreign files in the way, or holds no checkpoint of this very run;
  // OutputLost if the disk is full.
  RunFolder(const RunFolderOptions& options, RunSession& session);

  // Both throw OutputLost; the files then hold the run up to some moment before. finish() also completes what an
  // after_step() that ran out of memory has left undone. A session that is not whole gets no checkpoint: the last one
  // stays.
  void after_step(const RunSession& session);
  void finish(const RunSession& session, RunStatus status);

  std::filesystem::path report_path() const { return options_.folder / "report.json"; }
  std::filesystem::path recording_path() const { return options_.folder / "recording.stic"; }
  std::filesystem::path replay_path() const { return options_.folder / "replay.html"; }
  // Is there something new, or not yet shown, to make a replay of at the end?
  bool wants_replay() const;
  // Lines for the summary that name what is there.
  std::string summary() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path scene_path() const { return options_.folder / "scene.json"; }
  std::filesystem::path checkpoint_path() const { return options_.folder / "checkpoint"; }
  void require_files_writable() const;
  void remove_old_files() const;
  void start(RunSession& session);
  void resume(RunSession& session);
  void check_recording(const Checkpoint& checkpoint, const FrameShape& shape);
  bool lacks_frame(const RunSession& session) const;
  void add_frame(const Simulation& simulation, bool with_step);
  void save_checkpoint(const RunSession& session);
  void write_checkpoint(const RunSession& session, const RecordingPosition& position);

  RunFolderOptions options_;
  std::optional<FolderLock> lock_;
  bool idle_ = false;  // resumed with no step left to take: the files stay as they are
  RunIdentity identity_;
  std::int64_t frame_interval_ = 1;  // [steps]
  FrameShape recording_shape_;       // of a recording that is gone on with
  std::optional<RecordingWriter> recording_;
  Frame frame_;
  Clock::time_point next_checkpoint_;
};

// Steps from one frame to the next so that frames are at least `seconds` apart.
std::int64_t frame_interval(double seconds, double step);

}  // namespace stiction
