// How surfaces move along each other where they touch. Internal to the gallery.
#pragma once

#include <string>

#include "scenes/expectation.h"

namespace stiction::building {

// Where two bodies touch: speeds along the surface, after the step [m/s].
struct Slipping {
  int contacts = 0;     // that press
  double force = 0;     // with which they press together [N]
  double mean = 0;      // weighted by that force
  double largest = 0;   // of all that press
  int stuck = 0;        // contacts whose friction is less than it could be,
  double sticking = 0;  // and the largest of these
};
// b < 0: whatever touches a. Nothing of a moment without contacts.
Slipping slipping_between(const Moment& moment, int a, int b);

// While the body `top` comes down towards the level `ground` by `fall` [m], each of the bodies rolls on that: its
// surface slips by at most this share of its own way.
struct Rolling {
  std::string bodies, ground, top;
  double fall = 0, share = 0;
};
Expectation expect_rolls(const Rolling& rolling);

// From `from` [s] on contacts of `body` that stick move along each other by at most `speed` [m/s]. Tells also after how
// many steps from the first touch on they stay below powers of ten.
Expectation expect_sticks(const std::string& body, double speed, double from);

}  // namespace stiction::building
