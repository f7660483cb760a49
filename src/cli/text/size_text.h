#pragma once

#include <cstdint>
#include <string>

namespace stiction {

// "830 B", "2.6 kB", "15 MB", "3.1 GB".
std::string size_text(std::uint64_t bytes);

}  // namespace stiction
