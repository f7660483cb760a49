#include "live/live_recorder.h"

#include <fmt/format.h>

#include "base/error.h"
#include "recording/output_file.h"

namespace stiction {

LiveRecorder::LiveRecorder(std::filesystem::path folder, const RecordingInfo& info)
    : folder_(std::move(folder)), info_(info) {
  if (!is_possible()) return;
  prepare_folder(folder_);
  lock_ = std::make_unique<FolderLock>(folder_);
}

// What cannot be written ends the recording; what was written before stays.
template <class Action>
void LiveRecorder::guarded(const Action& action) {
  try {
    action();
  } catch (...) {
    writer_.reset();
    throw;
  }
}

void LiveRecorder::add(const LiveWorld& world) {
  capture_frame(world.simulation(), world.has_step(), frame_);
  writer_->add(frame_);
  next_step_ = world.simulation().state().step_index + info_.frame_interval;
}

std::string LiveRecorder::start(const LiveWorld& world) {
  if (!is_possible()) throw InputError("record: there is no folder for it; start with --out DIR");
  if (is_on()) throw InputError("record: it is on already");
  std::filesystem::path file;
  for (int i = 1; file.empty() || std::filesystem::exists(file); ++i)
    file = folder_ / fmt::format("live-{:03}.stic", i);
  writer_ = std::make_unique<RecordingWriter>(file, info_);
  guarded([&] { add(world); });
  return file.filename().string();
}

void LiveRecorder::after_step(const LiveWorld& world) {
  if (!is_on() || world.simulation().state().step_index < next_step_) return;
  guarded([&] { add(world); });
}

void LiveRecorder::after_time_jump(const LiveWorld& world) {
  if (!is_on()) return;
  finish();
  start(world);
}

void LiveRecorder::poll() {
  if (is_on()) guarded([&] { writer_->poll(); });
}

void LiveRecorder::finish() {
  if (!is_on()) return;
  guarded([&] { writer_->finish(); });
  writer_.reset();
}

}  // namespace stiction
