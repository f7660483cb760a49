// The least friction, and the steepest slope, at which things stand: found by bisection. Internal to bench_penalty.
#pragma once

#include <vector>

namespace stiction::bench {

// A mesh of the scene `four-balls`.
struct Balls {
  double ratio;  // radius of the top ball over that of the others
  int level;     // how often the faces of an icosahedron are cut into four
  double young;  // [Pa]
};

// Rows of these, and, if none are given, of a usual choice and of the critical angle of `soft-incline`.
void measure_thresholds(const std::vector<Balls>& rows);

}  // namespace stiction::bench
