#include "live/live_recorder.h"

#include <fmt/format.h>

#include <system_error>

#include "base/error.h"
#include "recording/output_file.h"

namespace stiction {

LiveRecorder::LiveRecorder(std::filesystem::path folder, const RecordingInfo& info, int max_files)
    : folder_(std::move(folder)), info_(info), max_files_(max_files) {
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
  ++frames_;
}

std::filesystem::path LiveRecorder::file() const {
  return folder_ / fmt::format("live-{:03}.stic", number_);
}

std::string LiveRecorder::start(const LiveWorld& world) {
  if (!is_possible()) throw InputError("record: there is no folder for it; start with --out DIR");
  if (is_on()) throw InputError("record: it is on already");
  if (made_ >= max_files_) {
    throw InputError(
        fmt::format("record: there are {} recordings of this session, no more are made; start the program again to "
                    "record on",
                    made_));
  }
  std::error_code ignored;
  while (std::filesystem::exists(file(), ignored)) ++number_;
  open(world);
  ++made_;
  return file().filename().string();
}

// Replaces a file of that name.
void LiveRecorder::open(const LiveWorld& world) {
  writer_.reset();
  writer_ = std::make_unique<RecordingWriter>(file(), info_);
  frames_ = 0;
  guarded([&] { add(world); });
}

void LiveRecorder::after_step(const LiveWorld& world) {
  if (!is_on() || world.simulation().state().step_index < next_step_) return;
  guarded([&] { add(world); });
}

void LiveRecorder::after_time_jump(const LiveWorld& world) {
  if (!is_on()) return;
  if (frames_ == 1) return open(world);
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
