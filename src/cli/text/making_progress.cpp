#include "cli/text/making_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text/notes.h"
#include "cli/text/printable.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kWait{500}, kPlainInterval{5000}, kRepeat{250};

}  // namespace

MakingProgress::MakingProgress(const std::string& label)
    : label_(printable(label)), line_(kWait, kPlainInterval), repeater_([this] { repeat(); }) {}

MakingProgress::~MakingProgress() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  end_.notify_all();
  repeater_.join();
}

ReportProgress MakingProgress::reporter() {
  return [this](const std::string& doing, double share) { report(doing, share); };
}

void MakingProgress::report(const std::string& doing, double share) {
  const std::scoped_lock lock(mutex_);
  if (share == kProgressNote) {
    line_.clear();
    print_note(label_ + ": " + doing);
    return;
  }
  doing_ = doing;
  share_ = share;
  show_if_due();
}

void MakingProgress::show_if_due() {
  if (line_.is_due()) line_.show(making_line(label_, doing_, share_));
}

void MakingProgress::repeat() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, kRepeat, [this] { return ended_; })) show_if_due();
}

std::string making_line(const std::string& label, const std::string& doing, double share) {
  if (share == kProgressUnknown) return fmt::format("{}: {}", label, printable(doing));
  return fmt::format("{}: {}, {:.0f} %", label, printable(doing), std::floor(100 * std::clamp(share, 0.0, 1.0)));
}

}  // namespace stiction
