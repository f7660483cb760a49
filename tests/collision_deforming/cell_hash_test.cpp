// Boxes near to a box, against a look at all of them.
#include "collision/deforming/cell_hash.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "collision_deforming/random_bodies.h"

namespace stiction {
namespace {

Aabb box_about(const Vec3& middle, double extent, test::Random& random) {
  const Vec3 half = extent / 2 * (random.vector() + Vec3::Constant(1.001)) / 2;
  return {middle - half, middle + half};
}

// Every box that overlaps is visited, each once; returns how many were visited.
int check(const CellHash& hash, const std::vector<Aabb>& boxes, const Aabb& query) {
  std::vector<int> visits(boxes.size(), 0);
  int count = 0;
  hash.for_each_near(query, [&](int i) {
    ++visits[i];
    ++count;
  });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_GE(visits[i], boxes[i].overlaps(query) ? 1 : 0) << i;
    EXPECT_LE(visits[i], 1) << i;
  }
  return count;
}

struct Scattered {
  // Sizes from 1 to `uneven` times the cell, evenly by their logarithms.
  Scattered(unsigned seed, int count, double spread, double cell, double uneven, const Vec3& center) : random(seed) {
    hash.start(cell, center, count);
    for (int i = 0; i < count; ++i) {
      const double extent = cell * std::pow(uneven, (random.number() + 1) / 2);
      boxes.push_back(box_about(center + spread * random.vector(), extent, random));
      hash.insert(boxes.back());
    }
  }
  test::Random random;
  CellHash hash;
  std::vector<Aabb> boxes;
};

RC_GTEST_PROP(CellHash, FindsAllBoxesThatOverlap, (unsigned seed)) {
  Scattered world(seed, 200, 1, 0.05, seed % 2 == 0 ? 1 : 1e4, Vec3::Zero());
  for (int i = 0; i < 50; ++i)
    check(world.hash, world.boxes, box_about(1.2 * world.random.vector(), i % 5 == 0 ? 3 : 0.1, world.random));
}

TEST(CellHash, FindsThemFarFromTheOrigin) {
  for (const double far : {1e3, 1e6, 1e9}) {
    const Vec3 center(far, -far, far / 3);
    Scattered world(7, 500, 1, 0.05, 10, center);
    int visited = 0;
    for (const Aabb& box : world.boxes) visited += check(world.hash, world.boxes, box);
    EXPECT_LT(visited, 500 * 50) << far;
  }
}

TEST(CellHash, FindsThemFarBeyondItsCells) {
  Scattered world(9, 300, 1e12, 1e-3, 1e15, Vec3::Zero());
  for (const Aabb& box : world.boxes) check(world.hash, world.boxes, box);
}

TEST(CellHash, LeavesOutBoxesThatAreNotFinite) {
  CellHash hash;
  hash.start(1, Vec3::Zero(), 3);
  const double nan = std::nan("");
  hash.insert({Vec3::Constant(nan), Vec3::Constant(nan)});
  hash.insert({Vec3::Zero(), Vec3::Ones()});
  hash.insert(Aabb{});
  std::vector<int> found;
  hash.for_each_near({Vec3::Zero(), Vec3::Ones()}, [&](int i) { found.push_back(i); });
  EXPECT_EQ(found, std::vector<int>{1});
}

// One tiny thing among many is found without looking at the others, however large these are.
TEST(CellHash, LooksAtFewBoxesBesideThoseThatOverlap) {
  constexpr int kSide = 30;
  CellHash hash;
  std::vector<Aabb> boxes;
  hash.start(1.5, Vec3::Zero(), kSide * kSide * kSide + 1);
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const Vec3 low(i % kSide, i / kSide % kSide, i / kSide / kSide);
    boxes.push_back({low, low + Vec3::Ones()});
  }
  boxes.push_back({Vec3::Constant(-1000), Vec3::Constant(1000)});
  for (const Aabb& box : boxes) hash.insert(box);
  EXPECT_LE(check(hash, boxes, {Vec3::Constant(10.2), Vec3::Constant(10.4)}), 70);
}

TEST(CellHash, ForgetsWhatWasThere) {
  constexpr int kCount = 100;
  CellHash hash;
  for (int round = 0; round < 5; ++round) {
    std::vector<Aabb> boxes;
    hash.start(1, Vec3::Zero(), kCount);
    for (int i = 0; i < kCount; ++i) {
      boxes.push_back({Vec3::Constant(3 * i + round), Vec3::Constant(3 * i + round + 0.5)});
      hash.insert(boxes.back());
    }
    for (const Aabb& box : boxes) EXPECT_LE(check(hash, boxes, box), 2);
  }
}

}  // namespace
}  // namespace stiction
