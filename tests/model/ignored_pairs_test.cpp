#include "model/ignored_pairs.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "base/repetitions.h"

namespace stiction {
namespace {

TEST(IgnoredPairs, SinglePairsAreSortedAndKeptOnce) {
  IgnoredPairs ignored = {{2, 1}, {0, 1}};
  ignored.add({{1, 2}, {3, 0}});
  const std::vector<IgnoredPairs::Pair> expected = {{0, 1}, {0, 3}, {1, 2}};
  EXPECT_EQ(ignored.pairs(), expected);
  EXPECT_TRUE(ignored.contains(2, 1));
  EXPECT_FALSE(ignored.contains(0, 2));
}

TEST(IgnoredPairs, ABodyIsNeverIgnoredByItself) {
  IgnoredPairs ignored;
  ignored.add_group({"*", "*"}, {0, 1, 2}, {0, 1, 2});
  EXPECT_FALSE(ignored.contains(1, 1));
  EXPECT_TRUE(ignored.contains(1, 2));
  EXPECT_FALSE(ignored.contains(1, 3));
}

TEST(IgnoredPairs, GroupsSayWhatTheirPairsWouldSay) {
  std::mt19937 random(7);
  constexpr int kBodies = 30, kGroups = 150;  // more groups than a word has bits
  for (int trial = 0; trial < test::repetitions(20); ++trial) {
    IgnoredPairs groups;
    std::set<IgnoredPairs::Pair> pairs;
    for (int g = 0; g < kGroups; ++g) {
      std::vector<int> sets[2];
      for (auto& set : sets) {
        for (int body = 0; body < kBodies; ++body) {
          if (random() % 12 == 0) set.push_back(body);
        }
      }
      groups.add_group({"a*", "b*"}, sets[0], sets[1]);
      for (const int a : sets[0]) {
        for (const int b : sets[1]) {
          if (a != b) pairs.insert({std::min(a, b), std::max(a, b)});
        }
      }
    }
    for (int a = 0; a < kBodies; ++a) {
      for (int b = 0; b < kBodies; ++b) {
        EXPECT_EQ(groups.contains(a, b), pairs.contains({std::min(a, b), std::max(a, b)})) << a << ", " << b;
      }
    }
  }
}

// 10,000 bodies and 100 groups of all of them are 5e9 pairs.
TEST(IgnoredPairs, GroupsTakeTwoBitsABody) {
  std::vector<int> all(10000);
  std::iota(all.begin(), all.end(), 0);
  IgnoredPairs ignored;
  for (int g = 0; g < 100; ++g) ignored.add_group({"*", "*"}, all, all);
  std::size_t words = 0;
  for (const IgnoredPairs::Membership& body : ignored.memberships()) words += body.first.size() + body.second.size();
  EXPECT_EQ(words, 10000u * 4);
  EXPECT_TRUE(ignored.pairs().empty());
  EXPECT_TRUE(ignored.contains(0, 9999));
}

}  // namespace
}  // namespace stiction
