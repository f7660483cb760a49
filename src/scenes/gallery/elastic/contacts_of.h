// Contacts of some of the bodies of a run. Internal to the gallery.
#pragma once

#include <string>

#include "scenes/expectation.h"

namespace stiction::building {

// By which bodies of one pattern and of the other press on each other, all normal forces of the last step together [N].
double pressing_force(const Moment& moment, const std::string& some, const std::string& others);

// The share of a body's weight that contacts carry: 1 at rest.
double carried_share(const Moment& moment, const std::string& body);

// The bodies that a pattern names never sink into others, or others into them, by more than `most` [m].
Expectation expect_penetration_of(const std::string& bodies, double most);

}  // namespace stiction::building
