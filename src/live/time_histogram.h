// How long steps took: counts over bins whose edges rise by the same factor, the same for all.
#pragma once

#include <array>
#include <cstdint>

#include "live/live_report.h"

namespace stiction {

class TimeHistogram {
 public:
  void add(double seconds);
  // The nearest rank's time, from its bin: within 6 % [s]. 0 if nothing was added. share: 0..1.
  double quantile(double share) const;
  std::int64_t count() const { return count_; }
  double max() const { return max_; }  // exact [s]
  StepTimes times() const;             // with wider bins: five a decade

 private:
  static constexpr int kDecades = 7;  // from 1 us to 10 s
  static constexpr int kPerDecade = 40;
  static constexpr int kBins = kDecades * kPerDecade;
  static constexpr double kFirstEdge = 1e-6;  // [s]
  static double edge(int bin);                // lower end of a bin >= 1, upper end of the bin before [s]

  std::array<std::int64_t, kBins + 2> counts_{};  // the first reaches down to zero, the last has no upper end
  std::int64_t count_ = 0;
  double max_ = 0;
};

}  // namespace stiction
