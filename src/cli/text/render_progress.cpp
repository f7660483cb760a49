#include "cli/text/render_progress.h"

#include <fmt/format.h>
#include "cli/text/progress.h"

namespace stiction {
namespace {

constexpr std::chrono::milliseconds kPlainInterval{5000};

}  // namespace

RenderProgress::RenderProgress(bool quiet) : quiet_(quiet), line_({}, kPlainInterval) {}

void RenderProgress::update(std::uint64_t done, std::uint64_t total) {
  if (quiet_ || done == 0 || !line_.is_due()) return;
  const double each = line_.seconds() / static_cast<double>(done);
  line_.show(fmt::format("picture {}/{}  {:.2g} s each  left {}", done, total, each,
                         clock_text(each * static_cast<double>(total - done))));
}

}  // namespace stiction
