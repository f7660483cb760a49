#include "base/base64.h"

#include <array>
#include <cstdint>

namespace stiction {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> make_values() {
  std::array<std::int8_t, 256> values{};
  for (std::int8_t& value : values) value = -1;
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  return values;
}
constexpr std::array<std::int8_t, 256> kValues = make_values();

}  // namespace

void append_base64(std::string_view bytes, std::string& to) {
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

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool padded = i >= text.size() - padding;
    const int value = padded ? 0 : kValues[static_cast<unsigned char>(text[i])];
    if (value < 0) return std::nullopt;
    word = word << 6 | static_cast<std::uint32_t>(value);
    if (i % 4 != 3) continue;
    const std::size_t count = 3 - (i + 1 == text.size() ? padding : 0);
    for (std::size_t k = 0; k < count; ++k) bytes += static_cast<char>(word >> (16 - 8 * k) & 255);
    word = 0;
  }
  if (base64_of(bytes) != text) return std::nullopt;  // bits that mean nothing
  return bytes;
}

}  // namespace stiction
