// Kinetic energy of bodies over time. Internal to the gallery.
#pragma once

#include <string>
#include <vector>

#include "scenes/expectation.h"

namespace stiction::building {

// Of all motion of these bodies [J].
double kinetic_energy_of(const Moment& moment, const std::vector<int>& bodies);

// The mean over the time from `from` [s] on is at least `least` and at most `most` [J].
Expectation expect_mean_kinetic_energy(const std::string& bodies, double from, double least, double most);

// A way along an axis of the world that a body passes, cut into pieces of equal length. `from` and `to` are places of
// its centre along `direction` [m].
struct Passage {
  std::string body;
  Vec3 direction = Vec3::UnitX();
  double from = 0, to = 0;
  int pieces = 12;
};
// The body passes all pieces. Of its mean kinetic energies in them the largest is neither the first nor the last, and
// exceeds both by `margin` of themselves.
Expectation expect_faster_midway(const Passage& passage, double margin);

}  // namespace stiction::building
