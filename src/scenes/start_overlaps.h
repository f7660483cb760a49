// Bodies that begin inside one another: most often a slip in the scene, which the run then starts by pushing apart or
// keeps as it is.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace stiction {

inline constexpr double kNotedOverlap = 1e-3;  // beyond the contact margin [m]

struct StartOverlap {
  int body_a = 0, body_b = 0;  // indices in the model; a < b
  double depth = 0;            // [m]
};

// Pairs of bodies present at the start that overlap by more than the model's margin and kNotedOverlap, deepest first.
std::vector<StartOverlap> start_overlaps(const Model& model);

// The same for people: one line per pair, three at most, and one that counts the others. Empty if there are none.
std::vector<std::string> start_overlap_notes(const Model& model);

}  // namespace stiction
