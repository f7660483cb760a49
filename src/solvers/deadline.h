// A wall-clock budget, as solvers look at it.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace stiction {

// What a deadline reads the time from; tests have clocks of their own.
class TimeSource {
 public:
  virtual ~TimeSource() = default;
  virtual double now() = 0;  // [s] since some fixed moment, never falling
};

class Deadline {
 public:
  Deadline() = default;  // no limit
  // The source, if there is one, has to outlive the deadline and its copies; without one: the steady clock.
  explicit Deadline(double seconds, TimeSource* source = nullptr)
      : limited_(true), source_(source), end_(now() + seconds) {}

  bool limited() const { return limited_; }
  double now() const {  // [s]
    if (source_ != nullptr) return source_->now();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  // Time until it passes, never negative; infinite without a limit [s].
  double left() const { return limited_ ? std::max(end_ - now(), 0.0) : std::numeric_limits<double>::infinity(); }
  // Is there time for more work, with `reserve` seconds kept back?
  bool allows(double reserve) const { return !limited_ || now() + reserve < end_; }
  bool passed() const { return limited_ && now() > end_; }
  // The same deadline, `seconds` sooner.
  Deadline sooner(double seconds) const {
    Deadline other = *this;
    other.end_ -= seconds;
    return other;
  }

 private:
  bool limited_ = false;
  TimeSource* source_ = nullptr;
  double end_ = 0;  // [s]
};

}  // namespace stiction
