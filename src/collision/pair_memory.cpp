#include "collision/pair_memory.h"

#include <utility>

namespace stiction {

void PairMemories::keep(const std::vector<std::array<int, 2>>& pairs) {
  if (pairs == pairs_) return;
  std::swap(memories_, last_);
  memories_.clear();
  memories_.resize(pairs.size());
  std::size_t old = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    while (old < pairs_.size() && pairs_[old] < pairs[i]) ++old;
    if (old < pairs_.size() && pairs_[old] == pairs[i]) memories_[i] = std::move(last_[old]);
  }
  last_.clear();
  pairs_ = pairs;
}

}  // namespace stiction
