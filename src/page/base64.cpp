#include "page/base64.h"

#include <cstdint>

namespace stiction {

void append_base64(std::string_view bytes, std::string& to) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [bytes](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[i])) : 0U;
  };
  const std::size_t start = to.size();
  to.resize(start + (bytes.size() + 2) / 3 * 4);
  char* at = to.data() + start;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) *at++ = kDigits[three >> shift & 63];
  }
  for (std::size_t missing = (3 - bytes.size() % 3) % 3; missing > 0; --missing) to[to.size() - missing] = '=';
}

std::string base64_of(std::string_view bytes) {
  std::string text;
  append_base64(bytes, text);
  return text;
}

}  // namespace stiction
