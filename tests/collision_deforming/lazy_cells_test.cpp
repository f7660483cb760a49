// Values computed on demand: once a round, whole before anybody reads them.
#include "collision/deforming/lazy_cells.h"

#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <numeric>
#include <stdexcept>

namespace stiction {
namespace {

using Cell = std::array<int, 16>;

// Run under the thread sanitizer it also tells that nobody reads what another writes.
TEST(LazyCells, asked_by_several_threads_are_computed_once_a_round_and_read_whole) {
  constexpr int kThreads = 4, kCells = 50, kRounds = 200;
  LazyCells<Cell> cells(kCells);
  std::vector<std::atomic<int>> computed(kCells);
  std::atomic<int> torn = 0;
  int round = 0;
  std::barrier next_round(kThreads, [&]() noexcept {
    cells.new_round();
    ++round;
  });
  const auto ask = [&](int thread) {
    for (int r = 0; r < kRounds; ++r) {
      next_round.arrive_and_wait();
      for (int k = 0; k < kCells; ++k) {
        const int i = thread % 2 == 0 ? k : kCells - 1 - k;
        const Cell& cell = cells.get(i, [&](Cell& value) {
          computed[i].fetch_add(1);
          std::iota(value.begin(), value.end(), 1000 * round + i);
        });
        if (cell.front() != 1000 * round + i || cell.back() != cell.front() + 15) torn.fetch_add(1);
      }
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(ask, t);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(torn.load(), 0);
  for (const std::atomic<int>& count : computed) EXPECT_EQ(count.load(), kRounds);
}

TEST(LazyCells, whose_computation_failed_are_computed_by_the_next_who_asks) {
  LazyCells<int> cells(1);
  EXPECT_THROW(cells.get(0, [](int&) { throw std::runtime_error("no memory"); }), std::runtime_error);
  EXPECT_EQ(cells.computed(), 0U);
  EXPECT_EQ(cells.get(0, [](int& value) { value = 7; }), 7);
  EXPECT_EQ(cells.computed(), 1U);
}

}  // namespace
}  // namespace stiction
