#include "cli/text/living_line.h"

#include <unistd.h>

#include "cli/text/terminal.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kTerminalInterval{100};

}  // namespace

LivingLine::LivingLine(Clock::duration wait, Clock::duration plain_interval)
    : terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()) {
  interval_ = terminal_ ? Clock::duration(kTerminalInterval) : plain_interval;
  next_ = start_ + (terminal_ ? wait : plain_interval);
}

LivingLine::~LivingLine() {
  clear();
}

double LivingLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void LivingLine::clear() {
  if (shown_) tell("\r\033[K");
  shown_ = false;
}

void LivingLine::show(const std::string& text) {
  next_ = Clock::now() + interval_;
  tell(terminal_ ? "\r\033[K" + text : text + "\n");
  shown_ = terminal_;
}

}  // namespace stiction
