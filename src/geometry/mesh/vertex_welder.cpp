#include "geometry/mesh/vertex_welder.h"

#include <bit>

namespace stiction {

std::size_t VertexWelder::slot_of(const Vec3& point) const {
  std::uint64_t hash = 0;
  for (int i = 0; i < 3; ++i) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(point[i])) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] >= 0 && points_[slots_[slot]] != point) slot = (slot + 1) & mask;
  return slot;
}

void VertexWelder::grow() {
  slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), -1);
  for (std::size_t i = 0; i < points_.size(); ++i) slots_[slot_of(points_[i])] = static_cast<std::int32_t>(i);
}

int VertexWelder::add(const Vec3& point) {
  if (2 * points_.size() >= slots_.size()) grow();
  const Vec3 plain = point.array() + 0.0;  // -0 becomes 0
  const std::size_t slot = slot_of(plain);
  if (slots_[slot] < 0) {
    slots_[slot] = static_cast<std::int32_t>(points_.size());
    points_.push_back(plain);
  }
  return slots_[slot];
}

}  // namespace stiction
