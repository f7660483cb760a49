// When steps are due, so that simulated time runs as real time does, times a speed.
//
// Every step has a tick. A step that ends after the next tick is late: the ticks that passed meanwhile are left out,
// not caught up with, and the next step is due at once. Where steps take longer than their time the simulation so runs
// as fast as it can, slower than wanted, and never in bursts.
#pragma once

namespace stiction {

inline constexpr double kSlowest = 1.0 / 32;
inline constexpr double kFastest = 8;

class Pacer {
 public:
  explicit Pacer(double step) : step_(step) {}  // simulated time of a step [s]

  void start(double now) { due_ = now; }  // the next step is due at once
  void set_speed(double speed, double now);
  double speed() const { return speed_; }
  double period() const { return step_ / speed_; }  // from tick to tick [s]
  double due() const { return due_; }               // tick of the next step [s]
  // The step that was due has ended. True if it was late.
  bool step_ended(double now);

 private:
  double step_, speed_ = 1, due_ = 0;
};

// Simulated time per real time over about the last second, or the last step if that takes longer.
class AchievedSpeed {
 public:
  void start(double now);
  void add(double now, double simulated);  // a step of `simulated` [s] has ended
  double value(double now) const;

 private:
  struct Span {
    double begin = 0, simulated = 0;  // [s]
  };
  Span last_, present_;
};

}  // namespace stiction
