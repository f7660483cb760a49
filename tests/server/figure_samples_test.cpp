// Figures of recordings of any length: coarse ones soon, in the end all or some thousands.
#include "server/figure_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "page/decoding.h"

namespace stiction {
namespace {

struct Showing {
  std::size_t read;           // frames that were read for it
  std::vector<double> times;  // [s]
};

Frame frame_at(std::uint64_t index) {
  Frame frame;
  frame.time = static_cast<double>(index);
  frame.contacts.resize(index % 5);
  return frame;
}

std::vector<double> times_of(const std::string& packed) {
  return test::DecodedChunk(packed).time;
}

std::vector<Showing> showings_of(std::uint64_t frame_count) {
  FigureSamples samples(frame_count);
  std::vector<Showing> showings;
  for (std::size_t read = 1; !samples.complete(); ++read) {
    if (samples.add(frame_at(samples.wanted()))) showings.push_back({read, times_of(samples.pack())});
  }
  return showings;
}

TEST(FigureSamples, ShortRecordingsAreReadOnceAndShownWhole) {
  for (const std::uint64_t count : {1, 2, 50, 1000}) {
    const std::vector<Showing> showings = showings_of(count);
    ASSERT_EQ(showings.size(), 1U) << count;
    ASSERT_EQ(showings[0].times.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(showings[0].times[i], static_cast<double>(i));
  }
}

TEST(FigureSamples, LongRecordingsAreShownSoonAndFromEndToEnd) {
  for (const std::uint64_t count : {1001, 4000, 4001, 60000, 1000003}) {
    const std::vector<Showing> showings = showings_of(count);
    EXPECT_LE(showings.front().read, FigureSamples::kCoarse + 1) << count;
    EXPECT_LE(showings.size(), FigureSamples::kShowings + 3) << count;
    EXPECT_LE(showings.back().read, FigureSamples::kMost + 1) << count;
    EXPECT_GE(showings.back().read, std::min(count, FigureSamples::kMost / 2)) << count;
    for (const auto& [read, times] : showings) {
      EXPECT_EQ(times.size(), read);
      EXPECT_EQ(times.front(), 0);
      EXPECT_EQ(times.back(), static_cast<double>(count - 1));
      EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
      EXPECT_EQ(std::set<double>(times.begin(), times.end()).size(), times.size());  // none twice
    }
  }
}

TEST(FigureSamples, UpToFourThousandFramesNoneIsLeftOut) {
  EXPECT_EQ(showings_of(FigureSamples::kMost).back().times.size(), FigureSamples::kMost);
}

TEST(FigureSamples, ContactsAreCountedWithoutBeingCarried) {
  FigureSamples samples(9);
  while (!samples.complete()) samples.add(frame_at(samples.wanted()));
  const test::DecodedChunk chunk(samples.pack());
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(chunk.contact_counts[i], i % 5);
}

}  // namespace
}  // namespace stiction
