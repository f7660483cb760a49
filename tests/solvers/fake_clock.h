// A clock that only looks move: every look at the time takes one tick.
#pragma once

#include "solvers/deadline.h"

namespace stiction::test {

class FakeClock : public TimeSource {
 public:
  static constexpr double kTick = 1e-6;  // [s]
  double now() override { return kTick * static_cast<double>(++looks_); }
  long looks() const { return looks_; }

 private:
  long looks_ = 0;
};

}  // namespace stiction::test
