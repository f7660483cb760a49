// What is counted while a session runs. Any thread may add and ask.
#pragma once

#include <mutex>
#include <string>

#include "live/live_report.h"
#include "live/time_histogram.h"
#include "stepping/simulation.h"

namespace stiction {

inline constexpr double kEnough = 1e-3;  // residual at which a step counts as converged in figures of timing

struct TimedStep {
  double cpu = 0, wall = 0;  // [s]
  bool played = false;       // not one of those that were asked for one by one
  bool late = false;
};

// Figures since the last change of solver, speed or state.
struct RecentTiming {
  StepTimes cpu;
  std::int64_t late = 0;
  double converged = 1;  // share with a residual of at most kEnough
};

struct Audience {
  int clients = 0;
  std::int64_t dropped = 0;  // frames
};

class LiveStatistics {
 public:
  LiveStatistics(const std::string& scene, double step);

  void add_step(const TimedStep& timed, const StepReport& report);
  void add_played_time(double seconds);
  void add_frame();
  void add_command(bool refused);
  void set_solver(const std::string& name);
  void set_stopped(const std::string& why);
  void set_recording_error(const std::string& why);
  void set_audience(const Audience& audience);
  void start_recent();

  RecentTiming recent() const;
  Audience audience() const;
  LiveReport report() const;

 private:
  mutable std::mutex mutex_;
  LiveReport report_;
  TimeHistogram cpu_, wall_, recent_cpu_;
  std::int64_t converged_ = 0, recent_converged_ = 0, recent_late_ = 0;
  Audience audience_;
};

}  // namespace stiction
