#pragma once

namespace stiction {

// "0.2.0": the version of the program, as in CMakeLists.txt.
const char* version();

}  // namespace stiction
