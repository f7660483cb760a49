#include "cli/files/recorded_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "cli/text/printable.h"
#include "render/frame_between.h"

namespace stiction {
namespace {

constexpr std::size_t kMostPictures = 1'000'000;
constexpr double kSameTime = 1e-9;  // [s]

}  // namespace

RecordedMoments::RecordedMoments(RecordingReader& recording, const std::string& name) : recording_(recording) {
  const std::uint64_t count = recording.frame_count();
  if (count == 0) throw InputError(fmt::format("{} has no frame that can be read", printable(name)));
  const std::uint64_t first = recording.next_readable(0);
  if (first == count) throw InputError(fmt::format("{}: all frames are damaged; run the scene again", printable(name)));
  begin_ = recording.frame(first).time;
  const std::uint64_t last = recording.last_readable(count - 1).value_or(first);
  end_ = recording.frame(last).time;
  end_is_lost_ = last + 1 < count || recording.lost_end().has_value();
}

bool RecordedMoments::readable(std::uint64_t index) {
  return recording_.next_readable(index) == index;
}

const Frame* RecordedMoments::at(double time) {
  const std::uint64_t index = recording_.frame_at(time + kSameTime);
  if (!readable(index)) return nullptr;
  const Frame& before = recording_.frame(index);
  const bool exact = time <= before.time + kSameTime;
  if (exact || index + 1 >= recording_.frame_count()) return &before;
  before_ = before;  // the next call may take it away
  if (!readable(index + 1)) return &before_;
  frame_between(before_, recording_.frame(index + 1), time, between_);
  return &between_;
}

std::vector<double> chosen_times(const RecordedMoments& moments, const RenderArguments& arguments) {
  const double from = arguments.at ? *arguments.at : arguments.from.value_or(moments.begin());
  const double to = arguments.at ? *arguments.at : std::min(arguments.to.value_or(moments.end()), moments.end());
  if (from > moments.end() + kSameTime || to < moments.begin() - kSameTime) {
    throw InputError(fmt::format("{} has nothing at {} s: it is from {:g} to {:g} s", printable(arguments.recording),
                                 from > moments.end() ? from : to, moments.begin(), moments.end()));
  }
  const double count = arguments.at ? 1 : std::floor((to - from) * arguments.fps + 1e-6) + 1;
  if (!(count <= static_cast<double>(kMostPictures))) {
    throw InputError(fmt::format("{} pictures are too many; choose --from, --to or a lower --fps", count));
  }
  std::vector<double> times;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    times.push_back(from + static_cast<double>(i) / arguments.fps);
  }
  return times;
}

}  // namespace stiction
