// Numbers in error messages.
#pragma once

#include <fmt/format.h>

#include <string>

namespace stiction {

// Six digits of `value`, or all that it needs where six would make it look like `limit`, which it is not.
inline std::string number_text(double value, double limit) {
  std::string text = fmt::format("{:g}", value);
  return value != limit && text == fmt::format("{:g}", limit) ? fmt::format("{}", value) : text;
}

}  // namespace stiction
