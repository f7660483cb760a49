// The triangles of a leaf side by side, for a first look at which of them may be near a point.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/types.h"

namespace stiction {

// Which of eight things: one byte each, all its bits set or none.
class NearSet {
 public:
  explicit NearSet(std::uint64_t bytes) : bytes_(bytes) {}
  bool is_empty() const { return bytes_ == 0; }
  int first() const { return std::countr_zero(bytes_) / 8; }
  void drop_first() { bytes_ &= ~(std::uint64_t{0xff} << (8 * first())); }

 private:
  std::uint64_t bytes_;
};

// In single precision, about the middle of the leaf's box: eight triangles at once.
struct LeafTriangles {
  static constexpr int kMost = 8;  // triangles of a leaf
  using Row = std::array<float, kMost>;

  Vec3 middle;
  double extent = 0;             // of the leaf about its middle, along any axis [m]
  std::array<Row, 3> low, high;  // their boxes [m]
  std::array<Row, 3> normal;     // unit
  Row offset;                    // of their planes [m]

  int count = 0;

  // Leaves out triangles that are farther from p than `distance` along an axis or their normal by more than rounding,
  // and no others. p may be no farther than `distance` from the leaf's box along any axis.
  NearSet look(const Vec3& p, double distance) const;
};

}  // namespace stiction
