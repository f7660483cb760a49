// Text of unknown origin (file names, names in scenes) for one line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace stiction {

// The text with control characters, marks that turn its direction and bytes that are not UTF-8 as \n, \t or \xNN.
std::string printable(std::string_view text);

}  // namespace stiction
