#pragma once

namespace stiction {

// "0.1.0": the version of the program, as in CMakeLists.txt.
const char* version();

}  // namespace stiction
