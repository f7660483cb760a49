// A frame that cannot be added or packed for want of memory leaves the others as they were. This program makes
// allocations fail, so it is a program of its own.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "recording/chunk.h"
#include "recording/frames.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "failing_allocator.h"

namespace stiction {
namespace {

constexpr long kNever = std::numeric_limits<long>::max();

// Does the action fail when the memory ends at its k-th allocation?
template <class Action>
bool fails(long k, const Action& action) {
  test::memory.fail(k, kNever);
  try {
    action();
    test::memory.fail_no_more();
    return false;
  } catch (const std::bad_alloc&) {
    test::memory.fail_no_more();
    return true;
  }
}

TEST(FailingMemory, AChunkIsWhateverCouldBeAddedToIt) {
  const FrameShape shape{3, 10};
  ChunkEncoder plain(shape), tried(shape);
  test::RandomFrames frames(5, 3, 10);
  int failures = 0;
  for (int i = 0; i < 20; ++i) {
    const Frame frame = frames.next();
    plain.add(frame);
    for (long k = 1; fails(k, [&] { tried.add(frame); }); ++k) {
      ++failures;
      ASSERT_EQ(tried.frame_count(), static_cast<std::size_t>(i));
    }
  }
  EXPECT_GT(failures, 20);
  std::string expected, found;
  plain.pack(7, expected);
  for (long k = 1; fails(k, [&] { tried.pack(7, found); }); ++k) {
    found.clear();
    ++failures;
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace stiction

#endif
