// How much memory the process has needed.
#pragma once

#include <cstdint>

namespace stiction {

// The most memory that the process has held at one time since it began, in main memory (its peak resident set)
// [bytes]; 0 if the system does not tell.
std::int64_t peak_memory();

}  // namespace stiction
