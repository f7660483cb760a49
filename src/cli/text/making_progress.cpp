#include "cli/text/making_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/text/notes.h"
#include "cli/text/printable.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kWait{500}, kPlainInterval{5000};

}  // namespace

MakingProgress::MakingProgress(const std::string& label) : label_(printable(label)), line_(kWait, kPlainInterval) {}

ReportProgress MakingProgress::reporter() {
  return [this](const std::string& doing, double share) { told(doing, share); };
}

void MakingProgress::told(const std::string& doing, double share) {
  if (share == kProgressNote) {
    line_.clear();
    print_note(label_ + ": " + doing);
  } else if (line_.is_due()) {
    line_.show(making_line(label_, doing, share));
  }
}

std::string making_line(const std::string& label, const std::string& doing, double share) {
  return fmt::format("{}: {}, {:.0f} %", label, printable(doing), std::floor(100 * std::clamp(share, 0.0, 1.0)));
}

}  // namespace stiction
