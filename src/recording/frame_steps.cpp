#include "recording/frame_steps.h"

#include <algorithm>

namespace stiction {

FrameSteps::FrameSteps(RecordingReader& recording)
    : interval_(recording.info().frame_interval), count_(recording.frame_count()), lost_end_(recording.lost_end()) {
  const std::uint64_t first = recording.next_readable(0);
  const bool is_on_beat = first == 0 || first + 1 < count_;
  if (first < count_ && is_on_beat) {
    origin_ = std::max<std::int64_t>(0, recording.frame(first).step - static_cast<std::int64_t>(first) * interval_);
  }
}

std::uint64_t FrameSteps::frames_before(std::int64_t step) const {
  return step <= origin_ ? 0 : frames_up_to(step - 1);
}

std::uint64_t FrameSteps::frames_up_to(std::int64_t step) const {
  if (step < origin_) return 0;
  return std::min(count_, static_cast<std::uint64_t>((step - origin_) / interval_) + 1);
}

StepRange FrameSteps::part(const StepRange& steps, std::uint64_t begin, std::uint64_t end) const {
  const std::int64_t last_beat = origin_ + (steps.last - origin_) / interval_ * interval_;
  const std::int64_t last = std::min(step(end - 1), last_beat);
  return {step(begin), std::max(step(begin), last)};
}

std::optional<StepRange> FrameSteps::lost_at_end(const StepRange& steps) const {
  if (!lost_end_) return std::nullopt;
  const std::uint64_t begin = lost_end_->begin;
  const bool on_beat = begin == 0 || (lost_end_->end && begin + 1 < *lost_end_->end);  // else it may come sooner
  StepRange lost{std::max(steps.first, on_beat ? step(begin) : step(begin - 1) + 1), steps.last};
  if (lost_end_->end) lost.last = std::min(steps.last, step(*lost_end_->end - 1));
  if (lost.first > lost.last) return std::nullopt;
  return lost;
}

}  // namespace stiction
