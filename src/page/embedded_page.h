// The viewer's page, built into the program.
#pragma once

#include <string_view>

namespace stiction {

// One self-contained HTML text. Throws InputError, which says how to get it, if the program was built without it
// (STICTION_BUILD_VIEWER=OFF).
std::string_view embedded_page();

bool has_embedded_page();

}  // namespace stiction
