// Pairs of triangles of one mesh that cross, touch or lie folded onto each other. Internal to this folder.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"

namespace stiction {

struct TrianglePairs {
  int count = 0;                        // at most kMaxPairs: the search then stops
  std::array<int, 2> first = {-1, -1};  // the pair with the lowest numbers among those found
  long long tests = 0;                  // pairs that were looked at
};

constexpr int kMaxPairs = 10000;
constexpr double kFoldAngle = 1e-9;  // [rad]; neighbours nearer than this lie on each other

// Triangles with a common vertex may meet there, those with a common edge along it; all else counts. `vertices` within
// the range of exact_predicates.h; triangles without area must have been left out. `names` gives the triangles'
// numbers in the result.
TrianglePairs find_self_intersections(const std::vector<Vec3>& vertices,
                                      const std::vector<std::array<int, 3>>& triangles, const std::vector<int>& names);

}  // namespace stiction
