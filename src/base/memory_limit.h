// How much memory the process may use at most.
#pragma once

namespace stiction {

// The memory of the machine, or what `ulimit -v` allows if that is less [bytes]; infinite if nobody knows.
double memory_limit();

}  // namespace stiction
