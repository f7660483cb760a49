// Tells on standard error how many pictures are done: one living line on a terminal, a plain line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>

namespace stiction {

class RenderProgress {
 public:
  explicit RenderProgress(bool quiet);
  ~RenderProgress();  // takes the living line away
  RenderProgress(const RenderProgress&) = delete;
  RenderProgress& operator=(const RenderProgress&) = delete;

  void update(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_, terminal_, line_shown_ = false;
  Clock::time_point start_, next_;
};

}  // namespace stiction
