// Marks on vertices of a surface that are at most two edges from some of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "collision/deforming/surface_topology.h"

namespace stiction {

// Nothing is cleared: a mark counts until the next start(). Memory is used again.
class RingMarks {
 public:
  void start(const SurfaceTopology& topology) {
    const std::size_t vertices = topology.material.size();
    if (++mark_ != 0 && marks_.size() >= vertices) return;
    marks_.assign(std::max(marks_.size(), vertices), 0);
    mark_ = 1;
  }
  void add(const SurfaceTopology& topology, int v) {
    for (int i = topology.ring_begin[v]; i < topology.ring_begin[v + 1]; ++i) marks_[topology.ring[i]] = mark_;
  }
  bool has(int v) const { return marks_[v] == mark_; }

 private:
  std::vector<std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
};

}  // namespace stiction
