// Binary data as text, for JSON and HTML: RFC 4648, with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stiction {

// Appends to `to`.
void append_base64(std::string_view bytes, std::string& to);
std::string base64_of(std::string_view bytes);

// nullopt if base64_of would not write this text for any bytes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace stiction
