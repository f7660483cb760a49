// A wall-clock budget that keeps back enough time for the last contact projection.
#pragma once

#include <chrono>

namespace stiction {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;  // no limit
  explicit Deadline(double seconds) : limited_(true), end_(Clock::now() + to_duration(seconds)) {}

  bool limited() const { return limited_; }
  // Is there time for more work, with `reserve` seconds kept back?
  bool allows(double reserve) const { return !limited_ || Clock::now() + to_duration(reserve) < end_; }
  bool passed() const { return limited_ && Clock::now() > end_; }

 private:
  static Clock::duration to_duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  bool limited_ = false;
  Clock::time_point end_{};
};

}  // namespace stiction
