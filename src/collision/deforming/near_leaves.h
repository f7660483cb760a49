// Walks the trees of two deforming surfaces, or one with itself, side by side.
#pragma once

#include <array>
#include <vector>

#include "collision/deforming/placed_surface.h"

namespace stiction {

class NearLeaves {
 public:
  // Replaces `pairs` by the pairs of leaves whose spheres come within `reach` [m] of each other: (leaf of one, leaf of
  // two), sorted.
  void find(const PlacedSurface& one, const PlacedSurface& two, double reach, std::vector<std::array<int, 2>>& pairs);
  // Of one surface: both (i, j) and (j, i) for i != j.
  void find_own(const PlacedSurface& surface, double reach, std::vector<std::array<int, 2>>& pairs);

 private:
  std::vector<std::array<int, 2>> stack_;
};

// visit(begin, end) for every run of pairs with the same first leaf.
template <class Visit>
void for_each_first_leaf(const std::vector<std::array<int, 2>>& pairs, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end][0] == pairs[begin][0]) ++end;
    visit(begin, end);
  }
}

}  // namespace stiction
