// The figures of a recording for its plots: of all frames, or of some thousands of them where there are more. A coarse
// selection comes first, so that there is something to see long before a large recording has been read through.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "page/frame_packer.h"

namespace stiction {

class FigureSamples {
 public:
  static constexpr std::uint64_t kMost = 4000;    // frames, about
  static constexpr std::uint64_t kAtOnce = 1000;  // frames that need no coarse selection before
  static constexpr std::uint64_t kCoarse = 128;   // frames of that selection
  static constexpr std::uint64_t kShowings = 8;   // of what is known, while the rest is read

  explicit FigureSamples(std::uint64_t frame_count);

  bool complete() const { return next_ == order_.size(); }
  // The frame to read next, until all are there.
  std::uint64_t wanted() const { return order_[next_]; }
  // Takes that frame. True: what is known now is worth showing.
  bool add(const Frame& frame);
  // A chunk of the figures known so far, in the order of time.
  std::string pack();

 private:
  std::vector<std::uint64_t> order_;
  std::size_t next_ = 0;
  std::size_t coarse_ = 0;  // frames of order_ that make the coarse selection; the others come in the order of time
  std::map<std::uint64_t, FrameFigures> known_;
  FramePacker packer_;
};

}  // namespace stiction
