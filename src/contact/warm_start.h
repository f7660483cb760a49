// Impulses of the last step, kept by contact id in world axes, to start the next step from.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/types.h"

namespace stiction {

class WarmStartCache {
 public:
  void clear();
  // Replaces the content: begin(count), then set() for every index below it.
  void begin(std::size_t count);
  void set(std::size_t index, std::uint64_t id, const Vec3& impulse_world);
  // The impulse of the contact with this id, or null. `hint`: its index in the current contact set; while the
  // set of contacts does not change the answer is found there at once. May be called from several threads after
  // make_index(), or with hints that are right.
  const Vec3* find(std::uint64_t id, std::size_t hint);

  void make_index();  // by id; find() does it by itself where it is needed

  std::size_t size() const { return ids_.size(); }
  std::uint64_t id(std::size_t index) const { return ids_[index]; }
  const Vec3& impulse(std::size_t index) const { return impulses_[index]; }  // world axes [N s]

 private:
  std::vector<std::uint64_t> ids_;
  std::vector<Vec3> impulses_;                                // world axes [N s]
  std::vector<std::pair<std::uint64_t, std::size_t>> index_;  // sorted; built only when the hint fails
  bool indexed_ = false;
};

}  // namespace stiction
