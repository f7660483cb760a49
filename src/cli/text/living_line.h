// A line on standard error that tells how long work gets on: rewritten in place on a terminal, a plain line now and
// then elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace stiction {

class LivingLine {
 public:
  using Clock = std::chrono::steady_clock;

  // wait: until the first line on a terminal; plain_interval: between lines, and until the first, where there is none.
  LivingLine(Clock::duration wait, Clock::duration plain_interval);
  ~LivingLine();  // takes the line away
  LivingLine(const LivingLine&) = delete;
  LivingLine& operator=(const LivingLine&) = delete;

  bool is_due() const { return Clock::now() >= next_; }
  double seconds() const;  // since it began [s]
  void show(const std::string& text);
  void clear();

 private:
  Clock::duration interval_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_, next_;
};

}  // namespace stiction
