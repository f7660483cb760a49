#include "cli/text/render_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/text/progress.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kTerminalInterval{100}, kPlainInterval{5000};

}  // namespace

RenderProgress::RenderProgress(bool quiet)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), next_(start_) {
  if (!terminal_) next_ += kPlainInterval;
}

RenderProgress::~RenderProgress() {
  if (!line_shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void RenderProgress::update(std::uint64_t done, std::uint64_t total) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now < next_ || done == 0) return;
  next_ = now + (terminal_ ? kTerminalInterval : kPlainInterval);
  const double each = std::chrono::duration<double>(now - start_).count() / static_cast<double>(done);
  const std::string text = fmt::format("picture {}/{}  {:.2g} s each  left {}", done, total, each,
                                       clock_text(each * static_cast<double>(total - done)));
  std::fputs((terminal_ ? "\r\033[K" + text : text + "\n").c_str(), stderr);
  line_shown_ = terminal_;
  std::fflush(stderr);
}

}  // namespace stiction
