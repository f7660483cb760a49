#include "page/replay_frames.h"

#include <algorithm>
#include <cmath>

#include "page/frame_packer.h"
#include "page/page_scene.h"

namespace stiction {
namespace {

constexpr double kFrameSeconds = 0.02;  // between frames of longer ones: fifty a second
constexpr std::uint64_t kSamples = 16;  // chunks that are packed to see how large the file will be
constexpr std::uint64_t kSampleFrames = 8;

// Frames [begin, end) hold the wanted steps. All are on the beat but the last one, which may come sooner.
struct FrameRange {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t count() const { return end - begin; }
};

FrameRange range_of(RecordingReader& recording, const ReplayOptions& options) {
  const FrameSteps steps(recording);
  const std::uint64_t count = recording.frame_count();
  FrameRange range{steps.frames_before(options.first_step), steps.frames_up_to(options.last_step)};
  if (count > 0 && recording.next_readable(count - 1) == count - 1) {
    const std::int64_t last = recording.frame(count - 1).step;
    const bool wanted = options.first_step <= last && last <= options.last_step;
    if (wanted) {
      range.begin = std::min(range.begin, count - 1);
      range.end = count;
    } else if (range.end == count) {
      range.end = count - 1;
    }
  }
  range.begin = std::min(range.begin, range.end);
  return range;
}

// Bytes that a frame takes in the file when every `stride`-th is kept, from samples of all parts of the recording.
double bytes_per_frame(RecordingReader& recording, const FrameRange& range, std::uint64_t stride) {
  const std::uint64_t first = recording.next_readable(range.begin);
  if (first >= range.end) return 0;
  FramePacker packer(page_scene(recording.info(), recording.frame(first)).units, frame_shape(recording.info()));
  std::uint64_t frames = 0, bytes = 0;
  for (std::uint64_t k = 0; k < kSamples; ++k) {
    const std::uint64_t begin = recording.next_readable(range.begin + k * range.count() / kSamples);
    if (begin >= range.end) continue;
    for (std::uint64_t n = 0; n < kSampleFrames; ++n) {
      const std::uint64_t i = begin + n * stride;
      if (i < range.end && recording.next_readable(i) == i) packer.add(recording.frame(i));
    }
    frames += packer.frame_count();
    bytes += packer.pack(0, true).size() * 4 / 3;  // as text
  }
  return static_cast<double>(bytes) / static_cast<double>(frames);
}

// Every how many frames one is kept.
std::uint64_t stride_of(RecordingReader& recording, const FrameRange& range, const ReplayOptions& options) {
  if (range.count() <= kSamples * kSampleFrames) return 1;
  const auto bytes = [&](std::uint64_t stride) {
    return bytes_per_frame(recording, range, stride) * static_cast<double>(range.count() / stride);
  };
  if (bytes(1) <= static_cast<double>(options.comfortable_bytes)) return 1;
  const RecordingInfo& info = recording.info();
  const double seconds = info.step * static_cast<double>(info.frame_interval);
  const double wanted = std::clamp(std::ceil(kFrameSeconds / seconds - 1e-9), 1.0, static_cast<double>(range.count()));
  const auto stride = static_cast<std::uint64_t>(wanted);
  const double times = bytes(stride) / static_cast<double>(options.max_bytes);
  return times > 1 ? stride * static_cast<std::uint64_t>(std::ceil(times)) : stride;
}

}  // namespace

std::vector<std::uint64_t> choose_frames(RecordingReader& recording, const ReplayOptions& options) {
  std::vector<std::uint64_t> frames;
  const FrameRange range = range_of(recording, options);
  if (range.count() == 0) return frames;
  const std::uint64_t stride = stride_of(recording, range, options);
  for (std::uint64_t i = range.begin; i < range.end; i += stride) frames.push_back(i);
  if (frames.back() + 1 != range.end) frames.push_back(range.end - 1);
  return frames;
}

}  // namespace stiction
