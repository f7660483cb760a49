// Characters that nobody sees.
#pragma once

#include <cstdint>

namespace stiction {

// Marks that turn the direction of the text that follows: they let a terminal show another text than there is.
inline bool is_bidirectional_mark(std::uint32_t code) {
  return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

inline bool is_control_character(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

}  // namespace stiction
