// Binary data as text, for JSON and HTML.
#pragma once

#include <string>
#include <string_view>

namespace stiction {

// RFC 4648, with padding. Appends to `to`.
void append_base64(std::string_view bytes, std::string& to);
std::string base64_of(std::string_view bytes);

}  // namespace stiction
