// Pairs of bodies that do not collide.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace stiction {

// Single pairs are kept one by one. A group says that every body of one set does not collide with any of another: it
// takes two bits a body, however many pairs it stands for. A body always collides with itself, if its model does.
class IgnoredPairs {
 public:
  using Pair = std::array<int, 2>;               // body indices
  using Patterns = std::array<std::string, 2>;   // of names: the two sets of a group, as scene files write them
  using GroupBits = std::vector<std::uint64_t>;  // one bit a group
  struct Membership {
    GroupBits first, second;  // groups that have the body in their first set, and in their second one
    bool operator==(const Membership&) const = default;
  };

  IgnoredPairs() = default;
  IgnoredPairs(std::initializer_list<Pair> pairs) { add(pairs); }

  void add(const std::vector<Pair>& pairs);
  void add_group(const Patterns& patterns, const std::vector<int>& first, const std::vector<int>& second);
  void clear() { *this = {}; }

  bool contains(int a, int b) const;

  const std::vector<Pair>& pairs() const { return pairs_; }               // smaller index first, sorted, each once
  const std::vector<Patterns>& groups() const { return groups_; }         // in the order in which they were added
  const std::vector<Membership>& memberships() const { return bodies_; }  // of the first bodies; the others have none

  bool operator==(const IgnoredPairs&) const = default;

 private:
  std::vector<Pair> pairs_;
  std::vector<Patterns> groups_;
  std::vector<Membership> bodies_;
};

}  // namespace stiction
