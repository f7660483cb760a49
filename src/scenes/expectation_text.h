// Expectations in words, for people.
#pragma once

#include <string>

#include "scenes/expectation.h"

namespace stiction {

// What is expected, with limits and units, before any run: "block*: moves by at most 1e-05 m, from 1 s on".
std::string expectation_text(const Expectation& expectation);

}  // namespace stiction
