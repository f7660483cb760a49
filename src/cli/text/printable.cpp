#include "cli/text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/unicode.h"

namespace stiction {
namespace {

// Length of the valid UTF-8 sequence at the start of `text`; 0 if there is none, or if it is a control character
// or turns the direction of text.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t kFirstOfLength[] = {0, 0, 0xa0, 0x800, 0x10000};  // 0x80 to 0x9f are control characters
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool separator = code == 0x2028 || code == 0x2029;  // of lines and paragraphs
  const bool shown = !surrogate && !separator && !is_bidirectional_mark(code);
  return code >= kFirstOfLength[length] && code <= 0x10ffff && shown ? length : 0;
}

std::string escaped(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  return fmt::format("\\x{:02x}", static_cast<std::uint8_t>(c));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    result += length > 0 ? std::string(text.substr(0, length)) : escaped(text[0]);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace stiction
