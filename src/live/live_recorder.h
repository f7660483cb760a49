// Recordings of a live session: DIR/live-001.stic and so on, a new one whenever recording begins or time jumps.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "live/live_world.h"
#include "recording/folder_lock.h"
#include "recording/recording_writer.h"

namespace stiction {

class LiveRecorder {
 public:
  // Makes the folder ready; empty: there is nowhere to record to. Throws InputError.
  // max_files: more recordings are refused.
  LiveRecorder(std::filesystem::path folder, const RecordingInfo& info, int max_files);

  bool is_possible() const { return !folder_.empty(); }
  bool is_on() const { return writer_ != nullptr; }
  // The name of the file. Throws InputError if there is nowhere to record to, if it is on already or if there are as
  // many recordings as there may be, OutputLost.
  std::string start(const LiveWorld& world);
  void after_step(const LiveWorld& world);  // throws OutputLost; recording is then off
  // Goes on in a new file; in the same one if it has the frame before the jump alone. Throws as start() does;
  // recording is then off.
  void after_time_jump(const LiveWorld& world);
  void poll();    // now and then; throws OutputLost
  void finish();  // off; throws OutputLost

 private:
  template <class Action>
  void guarded(const Action& action);
  void add(const LiveWorld& world);
  void open(const LiveWorld& world);
  std::filesystem::path file() const;

  std::filesystem::path folder_;
  RecordingInfo info_;
  int max_files_;
  int made_ = 0;    // files
  int number_ = 1;  // of the present file, or from which on one is looked for
  std::unique_ptr<FolderLock> lock_;
  std::unique_ptr<RecordingWriter> writer_;
  Frame frame_;
  std::int64_t next_step_ = 0;  // of the next frame
  std::int64_t frames_ = 0;     // of the present file
};

}  // namespace stiction
