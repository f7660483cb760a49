// Which islands are too large for direct linear systems.
//
// The factor of a chain of bodies, an arch or a card house, has hardly more entries than the matrix; that of a heap
// fills up, and with the number of bodies n its cost grows as n^2. From some point on sweeps over the contacts, whose
// cost is linear, get farther in the time of a single factorisation; to loose tolerances from much earlier on. But
// sweeps never bring a heap to rest altogether, and direct systems do, after which a step takes none: what hardly moves
// counts as large a good deal later.
#pragma once

#include <utility>
#include <vector>

#include "contact/island.h"
#include "solvers/solver_options.h"

namespace stiction {

class LargeIslands {
 public:
  explicit LargeIslands(double tolerance) : loose_(is_loose(tolerance)) {}
  // Of rigid bodies with disks of friction; other islands never are. slow: its bodies hardly move (rest.h), which
  // matters at loose tolerances.
  bool include(const Island& island, bool slow);

 private:
  bool loose_;
  std::vector<std::pair<int, int>> edges_, last_edges_;
  int last_blocks_ = -1;
  double last_most_ = 0;
  bool last_ = false;  // while the graph stays, so does the answer
};

}  // namespace stiction
