#include "live/time_histogram.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

// Nearest rank, by sorting.
double exact_quantile(std::vector<double> times, double share) {
  std::sort(times.begin(), times.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(times.size())));
  return times[std::max<std::size_t>(rank, 1) - 1];
}

RC_GTEST_PROP(TimeHistogram, QuantilesAreWithinSixPercentOfTheSortedOnes, ()) {
  const auto exponents = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-5900, 900)));
  TimeHistogram histogram;
  std::vector<double> times;
  for (const int e : exponents) times.push_back(std::pow(10, 1e-3 * e));
  for (const double t : times) histogram.add(t);
  for (const double share : {0.0, 0.5, 0.9, 0.99, 1.0}) {
    const double exact = exact_quantile(times, share);
    RC_ASSERT(std::abs(histogram.quantile(share) - exact) <= 0.06 * exact);
  }
  RC_ASSERT(histogram.max() == *std::max_element(times.begin(), times.end()));
}

RC_GTEST_PROP(TimeHistogram, EveryTimeIsInTheBinThatHoldsIt, ()) {
  const double time = std::pow(10, *rc::gen::inRange(-9000, 3000) * 1e-3);
  TimeHistogram histogram;
  histogram.add(time);
  const StepTimes times = histogram.times();
  RC_ASSERT(times.counts.size() == times.edges_ms.size() + 1);
  const auto bin =
      static_cast<std::size_t>(std::find(times.counts.begin(), times.counts.end(), 1) - times.counts.begin());
  RC_ASSERT(bin < times.counts.size());
  const double slack = 1 + 1e-9;
  if (bin > 0) RC_ASSERT(1e3 * time * slack >= times.edges_ms[bin - 1]);
  if (bin < times.edges_ms.size()) RC_ASSERT(1e3 * time <= times.edges_ms[bin] * slack);
}

TEST(TimeHistogram, TimesAreMedianNinetyNinthPercentileAndLargestInMilliseconds) {
  TimeHistogram histogram;
  for (int i = 0; i < 980; ++i) histogram.add(1e-3);
  for (int i = 0; i < 19; ++i) histogram.add(5e-3);
  histogram.add(80e-3);
  const StepTimes times = histogram.times();
  EXPECT_NEAR(times.p50_ms, 1, 0.06);
  EXPECT_NEAR(times.p99_ms, 5, 0.3);
  EXPECT_DOUBLE_EQ(times.max_ms, 80);
}

TEST(TimeHistogram, EdgesRiseByTheSameFactorAndCountsAddUp) {
  TimeHistogram histogram;
  for (int i = 0; i < 1000; ++i) histogram.add(1e-7 * std::pow(1.02, i));
  histogram.add(0);
  const StepTimes times = histogram.times();
  EXPECT_EQ(std::accumulate(times.counts.begin(), times.counts.end(), std::int64_t{0}), 1001);
  EXPECT_EQ(times.steps, 1001);
  for (std::size_t i = 1; i < times.edges_ms.size(); ++i) {
    EXPECT_NEAR(times.edges_ms[i] / times.edges_ms[i - 1], std::pow(10, 0.2), 1e-9);
  }
  EXPECT_NEAR(times.edges_ms.front(), 1e-3, 1e-12);
  EXPECT_NEAR(times.edges_ms.back(), 1e4, 1e-6);
}

TEST(TimeHistogram, OfNothingIsZero) {
  const StepTimes times = TimeHistogram().times();
  EXPECT_EQ(times.p50_ms, 0);
  EXPECT_EQ(times.max_ms, 0);
  EXPECT_EQ(times.steps, 0);
}

}  // namespace
}  // namespace stiction
