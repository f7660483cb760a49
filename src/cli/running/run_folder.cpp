#include "cli/running/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "cli/files/own_files.h"
#include "cli/text/size_text.h"
#include "recording/output_file.h"
#include "recording/recording_reader.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr double kLongest = 1e9;      // a duration that no expectation lies behind [s]
constexpr int kCheckpointShare = 10;  // checkpoints take at most about a tenth of the time, whatever was asked

RunIdentity identity_of(const RunSession& session) {
  Scene scene = session.scene();
  scene.duration = kLongest;  // a run may be resumed to go on for longer
  Hash64 hash;
  for (const char c : write_scene(scene)) hash.add_byte(static_cast<std::uint8_t>(c));
  return {scene.name, scene.solver.name, scene.step, hash.value()};
}

}  // namespace

std::int64_t frame_interval(double seconds, double step) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::min(seconds / step, 1e15) - 1e-9)));
}

RunFolder::RunFolder(const RunFolderOptions& options, RunSession& session)
    : options_(options),
      identity_(identity_of(session)),
      frame_interval_(frame_interval(options.record_every.value_or(kFrameSeconds), session.scene().step)) {
  if (options.resume) {
    resume(session);
  } else {
    start(session);
  }
  next_checkpoint_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(options.checkpoint_every));
}

void RunFolder::require_files_writable() const {
  for (const fs::path& path : {scene_path(), recording_path(), checkpoint_path(), report_path(), replay_path()}) {
    require_writable(path);
  }
}

// The checkpoint first: it speaks of the recording.
void RunFolder::remove_old_files() const {
  for (const fs::path& path : {checkpoint_path(), report_path(), recording_path(), replay_path()}) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw InputError(fmt::format("cannot replace {}: {}", path.string(), error.message()));
  }
  for (const fs::path& path : {checkpoint_path(), report_path(), recording_path(), replay_path(), scene_path()}) {
    remove_leftovers(path);
  }
}

void RunFolder::start(RunSession& session) {
  prepare_folder(options_.folder);
  lock_.emplace(options_.folder);
  require_own_files(options_.folder);
  require_files_writable();
  remove_old_files();
  const std::string scene = write_scene(session.scene());
  write_file(scene_path(), scene);
  if (!options_.record) return;
  const RecordingInfo info = recording_info(session.scene(), frame_interval_, scene);
  recording_.emplace(recording_path(), info);
  add_frame(session.simulation(), false);
}

void RunFolder::resume(RunSession& session) {
  const fs::path path = checkpoint_path();
  std::error_code ignored;
  if (fs::is_directory(options_.folder, ignored)) lock_.emplace(options_.folder);
  const Checkpoint checkpoint = load_checkpoint(path);
  require_same_run(checkpoint.identity, identity_, path.string());
  if (checkpoint.steps > session.step_total()) {
    throw InputError(
        fmt::format("{}: the run is already at {:g} s, beyond the duration of {:g} s; ask for a longer one",
                    path.string(), checkpoint.sim_seconds, session.scene().duration));
  }
  check_recording(checkpoint, frame_shape(session.scene().model));
  require_files_writable();
  session.restore(checkpoint.session, checkpoint.wall_seconds);

  for (const fs::path& file : {path, report_path(), recording_path(), replay_path(), scene_path()}) {
    remove_leftovers(file);
  }
  idle_ = session.finished();
  if (idle_) return;
  fs::remove(report_path(), ignored);
  fs::remove(replay_path(), ignored);
  write_file(scene_path(), write_scene(session.scene()));
  if (!checkpoint.recording) return;
  const CheckpointedRecording& recording = *checkpoint.recording;
  frame_interval_ = recording.frame_interval;
  recording_.emplace(recording_path(), recording_shape_, recording.position, recording.info_crc);
}

// shape: of the frames that the run will add.
void RunFolder::check_recording(const Checkpoint& checkpoint, const FrameShape& shape) {
  const auto refuse = [this](const std::string& what, const char* remedy) {
    throw InputError(fmt::format("{}: {}; {}", recording_path().string(), what, remedy));
  };
  if (options_.record != checkpoint.recording.has_value() && (options_.record_every || !options_.record)) {
    refuse(checkpoint.recording ? "the run is being recorded" : "the run is not being recorded",
           "resume it without --no-record and --record-every");
  }
  if (options_.needs_recording && !checkpoint.recording) {
    refuse("the run is not being recorded", "resume it without --replay");
  }
  if (!checkpoint.recording) return;
  const CheckpointedRecording& recording = *checkpoint.recording;
  if (recording.frame_interval != frame_interval_ && options_.record_every) {
    refuse(fmt::format("a frame was recorded every {} steps, not every {}", recording.frame_interval, frame_interval_),
           "resume without --record-every");
  }
  constexpr const char* kAnew = "start the run anew without --resume";
  if (!is_recording(recording_path())) refuse("the recording that the checkpoint goes with is missing", kAnew);
  const RecordingReader reader(recording_path());
  const bool same = reader.info_crc() == recording.info_crc &&
                    reader.info().frame_interval == recording.frame_interval && frame_shape(reader.info()) == shape &&
                    reader.frames_before(recording.position.bytes) == recording.position.frames;
  if (!same) refuse("this is not the recording that the checkpoint goes with, or it is damaged", kAnew);
  recording_shape_ = shape;
}

void RunFolder::add_frame(const Simulation& simulation, bool with_step) {
  capture_frame(simulation, with_step, frame_);
  recording_->add(frame_);
}

void RunFolder::after_step(const RunSession& session) {
  if (recording_) {
    if (session.simulation().state().step_index % frame_interval_ == 0) add_frame(session.simulation(), true);
    recording_->poll();
  }
  if (Clock::now() >= next_checkpoint_) save_checkpoint(session);
}

void RunFolder::save_checkpoint(const RunSession& session) {
  const Clock::time_point begin = Clock::now();
  RecordingPosition position;
  if (recording_) {
    recording_->sync();
    position = recording_->position();
  }
  write_checkpoint(session, position);
  const Clock::time_point end = Clock::now();
  const auto wanted =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.checkpoint_every));
  next_checkpoint_ = end + std::max(wanted, kCheckpointShare * (end - begin));
}

// The disk must have the recording up to `position` already.
void RunFolder::write_checkpoint(const RunSession& session, const RecordingPosition& position) {
  const State& state = session.simulation().state();
  Checkpoint checkpoint{identity_, state.step_index, state.time, session.wall_seconds(), {}, session.save()};
  if (recording_) checkpoint.recording = {position, frame_interval_, recording_->info_crc()};
  write_file(checkpoint_path(), checkpoint_bytes(checkpoint));
}

// The very last frame may be off the beat. A resumed run is to record what one that was never stopped would have
// recorded, so the checkpoint speaks of the recording without that frame. It comes last: once it is there, all is.
void RunFolder::finish(const RunSession& session, RunStatus status) {
  if (idle_) return;
  RecordingPosition position;
  if (recording_) {
    if (lacks_frame(session)) add_frame(session.simulation(), true);
    recording_->flush();
    position = recording_->position();
    const bool off_beat = session.simulation().state().step_index % frame_interval_ != 0;
    if (off_beat) add_frame(session.simulation(), status != RunStatus::kFailed);
    recording_->finish();
  }
  if (session.is_whole()) write_checkpoint(session, position);
}

// Did recording the last step fail? Frames on the beat count from the start of the run.
bool RunFolder::lacks_frame(const RunSession& session) const {
  const std::int64_t step = session.simulation().state().step_index;
  return step % frame_interval_ == 0 && recording_->frame_count() <= static_cast<std::uint64_t>(step / frame_interval_);
}

bool RunFolder::wants_replay() const {
  std::error_code ignored;
  if (idle_) return fs::exists(recording_path(), ignored) && !fs::exists(replay_path(), ignored);
  return recording_.has_value();
}

std::string RunFolder::summary() const {
  std::string text = fmt::format("  scene        {}\n", scene_path().string());
  std::error_code error;
  const std::uint64_t size = fs::file_size(recording_path(), error);
  if (!error) text += fmt::format("  recording    {} ({})\n", recording_path().string(), size_text(size));
  return text;
}

}  // namespace stiction
