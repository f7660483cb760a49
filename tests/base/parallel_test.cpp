// Parallel loops: every thing once, the same bits for any number of threads, in nested loops too.
#include "base/parallel.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/on_threads.h"

namespace stiction {
namespace {

using test::on_threads;

RC_GTEST_PROP(Ranges, CoverEverythingInOrderInPartsOfAtLeastTheGrain, ()) {
  const int count = *rc::gen::inRange(0, 100000), grain = *rc::gen::inRange(1, 3000);
  const Ranges ranges(count, grain);
  RC_ASSERT(ranges.count >= 1 && ranges.count <= Ranges::kMost);
  RC_ASSERT(ranges.begin(0) == 0 && ranges.end(ranges.count - 1) == count);
  for (int r = 0; r < ranges.count; ++r) {
    const int size = ranges.end(r) - ranges.begin(r);
    RC_ASSERT(ranges.count == 1 || size >= grain);
    RC_ASSERT(size == count / ranges.count || size == count / ranges.count + 1);
  }
}

TEST(Ranges, DoNotOverflow) {
  const Ranges ranges(2147483647, 1);
  EXPECT_EQ(ranges.end(Ranges::kMost - 1), 2147483647);
}

TEST(ParallelTasks, RunEachOnce) {
  for (const int threads : {1, 2, 5}) {
    for (const int count : {0, 1, 2, 3, 1000}) {
      std::vector<std::atomic<int>> runs(count);
      on_threads(threads, [&] { parallel_tasks(count, [&](int i) { ++runs[i]; }); });
      for (const auto& n : runs) EXPECT_EQ(n, 1);
    }
  }
}

TEST(ParallelRanges, VisitEverythingOnce) {
  for (const int threads : {1, 2, 5}) {
    for (const int count : {0, 1, 99, 100, 100001}) {
      std::vector<int> visits(count);
      on_threads(threads, [&] {
        parallel_ranges(count, 50, [&](int begin, int end) {
          for (int i = begin; i < end; ++i) ++visits[i];
        });
      });
      EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), count);
    }
  }
}

TEST(ParallelRanges, OfLittleWorkRunOnTheCallingThreadAtOnce) {
  int calls = 0;
  parallel_ranges(199, 100, [&](int begin, int end) {
    ++calls;
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 199);
  });
  EXPECT_EQ(calls, 1);
}

RC_GTEST_PROP(ParallelSum, HasTheSameBitsForAnyNumberOfThreads, ()) {
  const int count = *rc::gen::inRange(0, 5000);
  std::vector<double> values(count);
  double value = 0.1;
  for (double& v : values) v = value = 3.9 * value * (1 - value);  // chaotic: sums in another order differ
  const auto sum = [&] {
    return parallel_sum(count, 16, [&](int begin, int end) {
      return std::accumulate(values.begin() + begin, values.begin() + end, 0.0);
    });
  };
  const double one = on_threads(1, sum);
  for (const int threads : {2, 3, 8}) RC_ASSERT(on_threads(threads, sum) == one);
  RC_ASSERT(std::abs(one - std::accumulate(values.begin(), values.end(), 0.0)) <= 1e-12 * (1 + one));
}

TEST(ParallelReduce, JoinsFromLeftToRight) {
  const auto text = on_threads(4, [] {
    return parallel_reduce(
        6, 1, [](int begin, int) { return std::string(1, static_cast<char>('a' + begin)); },
        [](const std::string& a, const std::string& b) { return "(" + a + b + ")"; });
  });
  EXPECT_EQ(text, "(((((ab)c)d)e)f)");
}

TEST(ParallelLoops, MayBeNested) {
  std::vector<double> sums(40);
  on_threads(4, [&] {
    parallel_tasks(40, [&](int i) {
      sums[i] = parallel_sum(1000, 10, [&](int begin, int end) { return static_cast<double>(i) * (end - begin); });
    });
  });
  for (int i = 0; i < 40; ++i) EXPECT_EQ(sums[i], 1000.0 * i);
}

TEST(ParallelLoops, PassOnExceptions) {
  const auto fail = [] {
    parallel_tasks(100, [](int i) {
      if (i == 57) throw std::runtime_error("57");
    });
  };
  EXPECT_THROW(on_threads(1, fail), std::runtime_error);
  EXPECT_THROW(on_threads(3, fail), std::runtime_error);
}

}  // namespace
}  // namespace stiction
