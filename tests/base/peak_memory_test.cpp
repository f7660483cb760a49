#include "base/peak_memory.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace stiction {
namespace {

constexpr std::size_t kBytes = 256 << 20;

// Takes memory and uses all of it.
void hold_for_a_moment() {
  std::vector<char> bytes(kBytes, 1);
  volatile char last = bytes.back();
  (void)last;
}

TEST(PeakMemory, KnowsWhatWasHeldAndIsHeldNoMore) {
  const std::int64_t before = peak_memory();
  ASSERT_GT(before, 0);
  hold_for_a_moment();
  const std::int64_t after = peak_memory();
  EXPECT_GE(after, static_cast<std::int64_t>(kBytes));
  EXPECT_LE(after, before + 16 * static_cast<std::int64_t>(kBytes));  // sanitizers hold several times as much
  EXPECT_GE(peak_memory(), after);
}

}  // namespace
}  // namespace stiction
