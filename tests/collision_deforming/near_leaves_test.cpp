// Which leaves and triangles are looked at: all that may be near, in an order that does not depend on the walk.
#include "collision/deforming/near_leaves.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <thread>

#include "collision/deforming/triangle_foot.h"
#include "collision_deforming/random_bodies.h"
#include "collision_deforming/surface_oracle.h"

namespace stiction {
namespace {

std::vector<int> leaves_of(const BoundedTree& tree) {
  std::vector<int> leaves;
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    if (tree.nodes()[i].is_leaf()) leaves.push_back(static_cast<int>(i));
  }
  return leaves;
}

double box_distance(const Aabb& a, const Aabb& b) {
  return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0).norm();
}

// From the corners of one leaf's triangles to the other leaf's triangles.
double corner_distance(const test::RandomSurface& one, int i, const test::RandomSurface& two, int j) {
  const BoundedTree::Node &first = one.tree->nodes()[i], &second = two.tree->nodes()[j];
  double least = 1e9;
  for (int s = first.first; s < first.first + first.count; ++s) {
    for (int t = second.first; t < second.first + second.count; ++t) {
      const NearTriangle a = near_triangle_at(*one.placed, s), b = near_triangle_at(*two.placed, t);
      for (const Vec3& p : {a.a, a.b, a.c}) least = std::min(least, test::triangle_distance(b.a, b.b, b.c, p));
    }
  }
  return least;
}

RC_GTEST_PROP(NearLeaves, LeaveOutOnlyPairsOutOfReach, (unsigned seed, bool linear)) {
  const double reach = 0.05;
  const test::RandomSurface one(seed, linear, Vec3::Zero(), 0, 0.4), two(seed + 1, true, Vec3(0.9, 0.3, 0.2), 1, 0.4);
  NearLeaves near;
  LeafPairs pairs;
  near.find(PairReach(*one.placed, *two.placed, {reach, reach, 0}, 0), pairs);
  RC_ASSERT(std::is_sorted(pairs.begin(), pairs.end()));
  for (const int i : leaves_of(*one.tree)) {
    for (const int j : leaves_of(*two.tree)) {
      const bool found = std::binary_search(pairs.begin(), pairs.end(), std::array<int, 2>{i, j});
      const double boxes = box_distance(one.placed->leaf_box(i), two.placed->leaf_box(j));
      if (boxes > reach + 1e-6) RC_ASSERT(!found);
      if (found || boxes > reach) continue;
      RC_ASSERT(std::min(corner_distance(one, i, two, j), corner_distance(two, j, one, i)) > reach - 1e-6);
    }
  }
  LeafPairs turned = pairs;
  near.turn_round(*two.tree, turned);
  RC_ASSERT(std::is_sorted(turned.begin(), turned.end()));
  for (auto& pair : turned) std::swap(pair[0], pair[1]);
  std::sort(turned.begin(), turned.end());
  RC_ASSERT(turned == pairs);
  RC_TAG(pairs.empty() ? "no pairs" : "pairs");
}

// Checks all triangles of a leaf against a point near it, and counts them.
void look_at_leaf(const test::RandomSurface& body, int node, const Vec3& point, double distance,
                  std::array<int, 2>& counts) {
  const BoundedTree::Node& leaf = body.tree->nodes()[node];
  std::vector<int> near(leaf.count, 0);
  for (NearSet set = body.placed->leaf_triangles(node).look(point, distance); !set.is_empty(); set.drop_first()) {
    ASSERT_LT(set.first(), leaf.count);
    near[set.first()] = 1;
  }
  for (int i = 0; i < leaf.count; ++i) {
    const NearTriangle triangle = near_triangle_at(*body.placed, leaf.first + i);
    const NearTriangle same = near_triangle(*body.placed, body.tree->triangle_order()[leaf.first + i]);
    EXPECT_TRUE(triangle.index == same.index && triangle.a == same.a && triangle.b == same.b && triangle.c == same.c);
    for (const Vec3& corner : {triangle.a, triangle.b, triangle.c})
      EXPECT_FALSE(is_beyond(body.placed->leaf_box(node), corner, 0));
    EXPECT_TRUE(near[i] == 1 || triangle.is_beyond(point, distance));
    EXPECT_TRUE(near[i] == 0 || !triangle.is_beyond(point, 1.001 * distance));
    ++counts[near[i]];
  }
}

TEST(LeafTriangles, LeaveOutOnlyWhatIsBeyond) {
  std::array<int, 2> counts{};
  for (unsigned seed = 0; seed < 40; ++seed) {
    const test::RandomSurface body(seed, seed % 2 == 0, Vec3(3, -2, 5));
    test::Random random(seed + 3);
    for (const int node : leaves_of(*body.tree)) {
      const Aabb& box = body.placed->leaf_box(node);
      const Vec3 half = (box.max - box.min) / 2;
      look_at_leaf(body, node, box.min + half + half.cwiseProduct(random.vector()), 0.02, counts);
    }
  }
  EXPECT_GT(counts[0], 1000);
  EXPECT_GT(counts[1], 100);
}

// The bits of sums in the order of the modes, one vertex at a time.
TEST(PlacedSurface, HasTheBitsOfOneVertexAtATime) {
  const test::RandomSurface body(11, true, Vec3(0.3, 0.2, 0.1));
  const MatX& basis = *body.shape->surface_basis();
  const Mat3 rotation = body.pose.rotation.toRotationMatrix();
  for (int v = 0; v < static_cast<int>(body.tree->mesh().vertices.size()); ++v) {
    Vec3 x = body.tree->mesh().vertices[v];
    for (int k = 0; k < basis.cols(); ++k) x += body.state.deformation[k] * basis.block<3, 1>(3 * v, k);
    EXPECT_EQ(body.placed->vertex(v), rotation * x + body.pose.position) << v;
  }
}

TEST(PlacedSurface, KeepsWhatItKnowsWhileNothingMoves) {
  test::RandomSurface body(12, true);
  const Vec3 before = body.placed->vertex(3);
  const std::size_t computed = body.placed->computed_vertices();
  body.move_to(body.state.center);
  EXPECT_EQ(body.placed->computed_vertices(), computed);
  body.state.deformation[0] += 0.1;
  body.move_to(body.state.center);
  EXPECT_EQ(body.placed->computed_vertices(), 0U);
  EXPECT_NE(body.placed->vertex(3), before);
  body.move_to(body.state.center + Vec3(0.1, 0, 0));
  EXPECT_EQ(body.placed->computed_vertices(), 0U);
}

TEST(LazyCells, AreComputedOnceAndSeenWholeByAllThreads) {
  using Value = std::array<int, 16>;
  constexpr int kCount = 500;
  LazyCells<Value> cells(kCount);
  std::atomic<int> computed = 0, wrong = 0;
  const auto ask = [&](int round) {
    for (int i = 0; i < kCount; ++i) {
      const Value& value = cells.get(i, [&](Value& fresh) {
        ++computed;
        fresh.fill(i + round);
      });
      wrong += std::count(value.begin(), value.end(), i + round) == 16 ? 0 : 1;
    }
  };
  for (int round = 1; round <= 5; ++round) {
    cells.new_round();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) threads.emplace_back(ask, round);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(computed, round * kCount);
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace stiction
