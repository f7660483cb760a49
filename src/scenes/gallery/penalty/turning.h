// How far bodies turn. Internal to the gallery.
#pragma once

#include <string>

#include "scenes/expectation.h"

namespace stiction::building {

// The largest angle of the body's frame against its start is from `least` to `most` [rad].
Expectation expect_turned(const std::string& body, double least, double most);

}  // namespace stiction::building
