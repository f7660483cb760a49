#include "contact/warm_start.h"

#include <algorithm>

namespace stiction {

void WarmStartCache::clear() {
  ids_.clear();
  impulses_.clear();
  indexed_ = false;
}

void WarmStartCache::begin(std::size_t count) {
  ids_.resize(count);
  impulses_.resize(count);
  indexed_ = false;
}

void WarmStartCache::set(std::size_t index, std::uint64_t id, const Vec3& impulse_world) {
  ids_[index] = id;
  impulses_[index] = impulse_world;
}

void WarmStartCache::make_index() {
  if (indexed_) return;
  index_.clear();
  for (std::size_t i = 0; i < ids_.size(); ++i) index_.emplace_back(ids_[i], i);
  std::sort(index_.begin(), index_.end());
  indexed_ = true;
}

const Vec3* WarmStartCache::find(std::uint64_t id, std::size_t hint) {
  if (hint < ids_.size() && ids_[hint] == id) return &impulses_[hint];
  make_index();
  const auto found = std::lower_bound(index_.begin(), index_.end(), std::pair(id, std::size_t{0}));
  return found == index_.end() || found->first != id ? nullptr : &impulses_[found->second];
}

}  // namespace stiction
