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
  LiveRecorder(std::filesystem::path folder, const RecordingInfo& info);

  bool is_possible() const { return !folder_.empty(); }
  bool is_on() const { return writer_ != nullptr; }
  // The name of the file. Throws InputError if there is nowhere to record to or it is on already, OutputLost.
  std::string start(const LiveWorld& world);
  void after_step(const LiveWorld& world);       // throws OutputLost; recording is then off
  void after_time_jump(const LiveWorld& world);  // goes on in a new file; throws OutputLost
  void poll();                                   // now and then; throws OutputLost
  void finish();                                 // off; throws OutputLost

 private:
  template <class Action>
  void guarded(const Action& action);
  void add(const LiveWorld& world);

  std::filesystem::path folder_;
  RecordingInfo info_;
  std::unique_ptr<FolderLock> lock_;
  std::unique_ptr<RecordingWriter> writer_;
  Frame frame_;
  std::int64_t next_step_ = 0;  // of the next frame
};

}  // namespace stiction
