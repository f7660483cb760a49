#include "model/ignored_pairs.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr std::size_t kBits = 64;

void set_bit(IgnoredPairs::GroupBits& bits, std::size_t index) {
  if (bits.size() <= index / kBits) bits.resize(index / kBits + 1);
  bits[index / kBits] |= std::uint64_t{1} << (index % kBits);
}

bool have_common_bit(const IgnoredPairs::GroupBits& a, const IgnoredPairs::GroupBits& b) {
  const std::size_t words = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < words; ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

}  // namespace

void IgnoredPairs::add(const std::vector<Pair>& pairs) {
  for (const auto& [a, b] : pairs) pairs_.push_back({std::min(a, b), std::max(a, b)});
  std::ranges::sort(pairs_);
  const auto [first, last] = std::ranges::unique(pairs_);
  pairs_.erase(first, last);
}

void IgnoredPairs::add_group(const Patterns& patterns, const std::vector<int>& first, const std::vector<int>& second) {
  const std::size_t group = groups_.size();
  groups_.push_back(patterns);
  const auto add_member = [&](int body, GroupBits Membership::*set) {
    if (bodies_.size() <= static_cast<std::size_t>(body)) bodies_.resize(body + 1);
    set_bit(bodies_[body].*set, group);
  };
  for (const int body : first) add_member(body, &Membership::first);
  for (const int body : second) add_member(body, &Membership::second);
}

bool IgnoredPairs::contains(int a, int b) const {
  if (a == b) return false;
  if (std::ranges::binary_search(pairs_, Pair{std::min(a, b), std::max(a, b)})) return true;
  if (static_cast<std::size_t>(std::max(a, b)) >= bodies_.size()) return false;
  return have_common_bit(bodies_[a].first, bodies_[b].second) || have_common_bit(bodies_[b].first, bodies_[a].second);
}

}  // namespace stiction
