// Bytes as text, as RFC 4648 has it: with padding, without line ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stiction {

std::string to_base64(std::string_view bytes);
// nullopt if the text is anything else.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace stiction
