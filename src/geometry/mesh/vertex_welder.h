// One vertex for each distinct position. Internal to this folder.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace stiction {

// Gives points numbers in the order of their first appearance; the same coordinates (0 and -0 are the same) get the
// same number.
class VertexWelder {
 public:
  int add(const Vec3& point);
  std::vector<Vec3> take_points() { return std::move(points_); }

 private:
  std::size_t slot_of(const Vec3& point) const;
  void grow();

  std::vector<Vec3> points_;
  std::vector<std::int32_t> slots_;  // open addressing, a power of two; -1 if free
};

}  // namespace stiction
