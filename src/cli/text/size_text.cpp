#include "cli/text/size_text.h"

#include <fmt/format.h>

namespace stiction {

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (size < 1e6) return fmt::format("{:.3g} kB", size / 1e3);
  return size < 1e9 ? fmt::format("{:.3g} MB", size / 1e6) : fmt::format("{:.3g} GB", size / 1e9);
}

}  // namespace stiction
