#include "server/figure_samples.h"

#include <algorithm>

namespace stiction {
namespace {

// Every so many frames, and the last.
std::vector<std::uint64_t> every(std::uint64_t stride, std::uint64_t frame_count) {
  std::vector<std::uint64_t> frames;
  for (std::uint64_t i = 0; i < frame_count; i += stride) frames.push_back(i);
  if (frame_count > 0 && frames.back() + 1 != frame_count) frames.push_back(frame_count - 1);
  return frames;
}

std::uint64_t stride_for(std::uint64_t most, std::uint64_t frame_count) {
  return std::max<std::uint64_t>(1, (frame_count + most - 1) / most);
}

}  // namespace

FigureSamples::FigureSamples(std::uint64_t frame_count) : packer_(FramePacker::of_figures()) {
  const std::vector<std::uint64_t> all = every(stride_for(kMost, frame_count), frame_count);
  if (all.size() <= kAtOnce) {
    order_ = all;
    return;
  }
  const std::uint64_t stride = stride_for(kCoarse, all.size());
  const auto is_coarse = [&](std::size_t i) { return i % stride == 0 || i + 1 == all.size(); };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_coarse(i)) order_.push_back(all[i]);
  }
  coarse_ = order_.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_coarse(i)) order_.push_back(all[i]);
  }
}

bool FigureSamples::add(const Frame& frame) {
  known_.emplace(order_[next_], figures_of(frame));
  ++next_;
  if (complete() || next_ == coarse_) return true;
  if (coarse_ == 0 || next_ < coarse_) return false;
  const std::size_t period = std::max<std::size_t>(1, (order_.size() - coarse_) / kShowings);
  return (next_ - coarse_) % period == 0;
}

std::string FigureSamples::pack() {
  for (const auto& [index, figures] : known_) packer_.add(figures);
  return packer_.pack(0, /*deflate=*/true);
}

}  // namespace stiction
