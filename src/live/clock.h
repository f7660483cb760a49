// The time that a live session runs by.
#pragma once

namespace stiction {

class LiveClock {
 public:
  virtual ~LiveClock() = default;
  virtual double now() = 0;  // wall time from some fixed moment on [s]
  virtual double cpu() = 0;  // processor time of the calling thread [s]
};

class SystemClock : public LiveClock {
 public:
  double now() override;
  double cpu() override;
};

// Waits until SystemClock's `time` [s], to the precision of the machine's timers.
void sleep_until(double time);

}  // namespace stiction
