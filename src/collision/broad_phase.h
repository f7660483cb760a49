// Pairs of boxes that overlap, by a uniform grid whose cells are hashed by sorting.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collision/box_memory.h"

namespace stiction {

// The cell is twice the median box. A box larger than four cells (or with non-finite bounds excluded by the caller)
// goes to a separate list that is tested against all others, so a floor slab does not fill the grid. Thin bodies that
// stand aslant have large boxes: of those that overlap, pairs are left out whose turned boxes are apart along the line
// between their centres.
// Where nothing moves far from call to call, pairs are looked for among those that were near in an earlier call.
// Memory is reused: no allocation once warm.
class BroadPhase {
 public:
  // All pairs (a < b) of active bodies, not both fixed, whose boxes overlap, and turned ones are not seen to be apart;
  // sorted. Lives until the next call.
  const std::vector<std::array<int, 2>>& find_pairs(const std::vector<BroadBody>& bodies);

 private:
  struct Entry {
    std::uint64_t cell;
    int body;
  };
  void search(const std::vector<BroadBody>& bodies);
  void choose_among_near(const std::vector<BroadBody>& bodies);
  double choose_cell_size(const std::vector<BroadBody>& bodies);
  void insert(int body, const Aabb& box, double cell_size);
  void add_if_overlapping(const std::vector<BroadBody>& bodies, int i, int j);
  int order_cell(const std::vector<BroadBody>& bodies, std::size_t first, std::size_t last);
  void sort_pairs(int body_count);
  void scan_cells(const std::vector<BroadBody>& bodies, double cell_size);

  BoxMemory memory_;
  std::vector<std::array<int, 2>> near_;  // sorted; what the memory's boxes say
  std::vector<double> extents_;
  std::vector<int> active_, large_;
  std::vector<char> is_large_;
  std::vector<Entry> entries_;
  std::vector<std::array<int, 2>> pairs_, sorted_;
  std::vector<int> begins_;  // per body: of its pairs, and at last the end of them
};

}  // namespace stiction
