// Pairs of boxes that overlap, by a uniform grid whose cells are hashed by sorting.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/types.h"

namespace stiction {

// A box that is turned with its body.
struct TurnedBox {
  Vec3 center = Vec3::Zero();                              // [m]
  Mat3 halves = Mat3::Zero();                              // columns: from the centre to the middles of three sides [m]
  double grown = std::numeric_limits<double>::infinity();  // on all sides, by the body's share of the margin [m]

  // How far it reaches from its centre along a unit vector [m].
  double reach(const Vec3& direction) const { return (halves.transpose() * direction).lpNorm<1>() + grown; }
};

// What the broad phase knows of a body.
struct BroadBody {
  Aabb box;               // grown by the body's share of the margin [m]
  bool active = false;    // absent bodies and planes take no part
  bool fixed = false;     // two fixed bodies do not collide
  TurnedBox turned = {};  // as it comes: nothing is known
};

// The cell is twice the median box. A box larger than four cells (or with non-finite bounds excluded by the caller)
// goes to a separate list that is tested against all others, so a floor slab does not fill the grid. Thin bodies that
// stand aslant have large boxes: of those that overlap, pairs are left out whose turned boxes are apart along the line
// between their centres.
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
  double choose_cell_size(const std::vector<BroadBody>& bodies);
  void insert(int body, const Aabb& box, double cell_size);
  void add_if_overlapping(const std::vector<BroadBody>& bodies, int i, int j);
  int order_cell(const std::vector<BroadBody>& bodies, std::size_t first, std::size_t last);
  void sort_pairs(int body_count);
  void scan_cells(const std::vector<BroadBody>& bodies, double cell_size);

  std::vector<double> extents_;
  std::vector<int> active_, large_;
  std::vector<char> is_large_;
  std::vector<Entry> entries_;
  std::vector<std::array<int, 2>> pairs_, sorted_;
  std::vector<int> begins_;  // per body: of its pairs, and at last the end of them
};

}  // namespace stiction
