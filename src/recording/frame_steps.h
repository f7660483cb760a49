// Steps of a recording's frames, known without reading them. Frames are a fixed number of steps apart; only the last
// one may come sooner.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "recording/recording_reader.h"

namespace stiction {

// Both ends included.
struct StepRange {
  std::int64_t first = 0;
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
  bool contains(std::int64_t step) const { return first <= step && step <= last; }
};

class FrameSteps {
 public:
  // Reads the first frame that can be read: recordings of live sessions begin at any step.
  explicit FrameSteps(RecordingReader& recording);

  std::uint64_t count() const { return count_; }
  // Step of the frame on the beat, also behind the last frame.
  std::int64_t step(std::uint64_t frame) const { return origin_ + static_cast<std::int64_t>(frame) * interval_; }
  // Number of frames on the beat before the step, and with the one at it: at most count().
  std::uint64_t frames_before(std::int64_t step) const;
  std::uint64_t frames_up_to(std::int64_t step) const;
  // May the frame, of which only the index is known, be in the range?
  bool may_be_in(const StepRange& steps, std::uint64_t frame) const {
    if (frame == 0 || frame + 1 < count_) return steps.contains(step(frame));
    return steps.first <= step(frame) && steps.last > step(frame - 1);
  }
  // Steps of the range from frame `begin` up to, but not with, frame `end`.
  StepRange part(const StepRange& steps, std::uint64_t begin, std::uint64_t end) const;
  // Steps of the range that are lost behind the last frame. They reach to the end of the range where nobody knows how
  // many frames are lost.
  std::optional<StepRange> lost_at_end(const StepRange& steps) const;

 private:
  std::int64_t interval_;    // [steps]
  std::int64_t origin_ = 0;  // step of the first frame
  std::uint64_t count_;
  std::optional<LostEnd> lost_end_;
};

}  // namespace stiction
