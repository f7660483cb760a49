// The moments of a recording that pictures are made of: recorded frames, and what is between them.
#pragma once

#include <vector>

#include "cli/arguments/arguments.h"
#include "recording/recording_reader.h"

namespace stiction {

class RecordedMoments {
 public:
  // `recording` must outlive this. Throws InputError if it has no frame that can be read; `name` is the recording's.
  RecordedMoments(RecordingReader& recording, const std::string& name);

  // The first and the last time that can be read [s].
  double begin() const { return begin_; }
  double end() const { return end_; }
  bool end_is_lost() const { return end_is_lost_; }  // damage took the frames after `end`

  // Null if the frame before `time` is damaged. The pointer holds until the next call.
  const Frame* at(double time);

 private:
  bool readable(std::uint64_t index);

  RecordingReader& recording_;
  double begin_ = 0, end_ = 0;
  bool end_is_lost_ = false;
  Frame before_, between_;
};

// The times of the pictures that are asked for. Throws InputError if the recording has none of them.
std::vector<double> chosen_times(const RecordedMoments& moments, const RenderArguments& arguments);

}  // namespace stiction
