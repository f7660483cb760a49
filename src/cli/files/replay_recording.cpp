#include "cli/files/replay_recording.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/running/run_folder.h"
#include "recording/output_file.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

// Beside the replay, where there is room for it; a device has no such place. What a killed program leaves is removed
// by the next one of the same replay.
fs::path recording_for(const fs::path& replay) {
  std::error_code ignored;
  const bool is_device = fs::exists(replay, ignored) && !fs::is_regular_file(replay, ignored);
  fs::path path = is_device ? fs::temp_directory_path() / fmt::format("stiction-{}", ::getpid()) : replay;
  path += ".0.tmp";
  return path;
}

}  // namespace

ReplayRecording::ReplayRecording(const fs::path& replay, std::optional<double> record_every, const RunSession& session)
    : path_(recording_for(replay)),
      frame_interval_(frame_interval(record_every.value_or(kFrameSeconds), session.scene().step)) {
  require_writable(replay);
  remove_leftovers(fs::weakly_canonical(replay));
  const Scene& scene = session.scene();
  writer_.emplace(path_, recording_info(scene, frame_interval_, write_scene(scene)));
  add_frame(session.simulation(), false);
}

ReplayRecording::~ReplayRecording() {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

void ReplayRecording::add_frame(const Simulation& simulation, bool with_step) {
  capture_frame(simulation, with_step, frame_);
  writer_->add(frame_);
}

void ReplayRecording::after_step(const RunSession& session) {
  if (session.simulation().state().step_index % frame_interval_ == 0) add_frame(session.simulation(), true);
}

void ReplayRecording::finish(const RunSession& session, RunStatus status) {
  const bool off_beat = session.simulation().state().step_index % frame_interval_ != 0;
  if (off_beat) add_frame(session.simulation(), status != RunStatus::kFailed);
  writer_->finish();
}

}  // namespace stiction
