// What the last step left for the next, kept by contact id.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace stiction {

template <class Value>
class ById {
 public:
  void clear() { begin(0); }
  // Replaces the content: begin(count), then set() for every index below it.
  void begin(std::size_t count) {
    ids_.resize(count);
    values_.resize(count);
    indexed_ = false;
  }
  void set(std::size_t index, std::uint64_t id, const Value& value) {
    ids_[index] = id;
    values_[index] = value;
  }
  // That of the contact with this id, or null. `hint`: its index in the current contact set; while the set of contacts
  // does not change the answer is found there at once. May be called from several threads after make_index(), or with
  // hints that are right.
  const Value* find(std::uint64_t id, std::size_t hint) {
    if (hint < ids_.size() && ids_[hint] == id) return &values_[hint];
    make_index();
    const auto found = std::lower_bound(index_.begin(), index_.end(), std::pair(id, std::size_t{0}));
    return found == index_.end() || found->first != id ? nullptr : &values_[found->second];
  }
  // By id; find() does it by itself where it is needed.
  void make_index() {
    if (indexed_) return;
    index_.clear();
    for (std::size_t i = 0; i < ids_.size(); ++i) index_.emplace_back(ids_[i], i);
    std::sort(index_.begin(), index_.end());
    indexed_ = true;
  }

  std::size_t size() const { return ids_.size(); }
  std::uint64_t id(std::size_t index) const { return ids_[index]; }
  const Value& value(std::size_t index) const { return values_[index]; }

 private:
  std::vector<std::uint64_t> ids_;
  std::vector<Value> values_;
  std::vector<std::pair<std::uint64_t, std::size_t>> index_;  // sorted; built only when the hint fails
  bool indexed_ = false;
};

}  // namespace stiction
