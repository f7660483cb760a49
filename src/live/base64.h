// Text back into bytes: what page/base64.h wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stiction {

// nullopt if base64_of would not write this text for any bytes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace stiction
