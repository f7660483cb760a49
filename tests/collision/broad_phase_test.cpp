#include "collision/broad_phase.h"

#include <gtest/gtest.h>

#include <cmath>

#include "placing.h"

namespace stiction {
namespace {

std::vector<std::array<int, 2>> brute_force(const std::vector<BroadBody>& bodies) {
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(bodies.size()); ++j) {
      if (!bodies[i].active || !bodies[j].active || (bodies[i].fixed && bodies[j].fixed)) continue;
      if (bodies[i].box.overlaps(bodies[j].box)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(BroadPhase, finds_the_pairs_of_brute_force_with_sizes_from_one_to_a_thousand) {
  std::mt19937 random(31);
  BroadPhase grid;
  std::size_t pair_count = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<BroadBody> bodies(random() % 300);
    const double spread = random_number(random, 1, 200);
    for (BroadBody& body : bodies) {
      const Vec3 center = spread * random_vector(random);
      const double decades = trial % 3 ? 3 : 0.1;
      body.box.include(center);
      for (int k = 0; k < 3; ++k) {
        body.box.max[k] += 0.1 * std::pow(10, random_number(random, 0, decades));
      }
      body.active = random() % 10 != 0;
      body.fixed = random() % 5 == 0;
    }
    const auto& pairs = grid.find_pairs(bodies);
    EXPECT_EQ(pairs, brute_force(bodies)) << trial;
    pair_count += pairs.size();
  }
  EXPECT_GT(pair_count, 5000u);
}

// Floors and walls: a few boxes many times larger than all others, anywhere in the list.
TEST(BroadPhase, finds_the_pairs_of_a_few_very_large_boxes) {
  std::mt19937 random(32);
  BroadPhase grid;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<BroadBody> bodies(100);
    for (BroadBody& body : bodies) {
      const Vec3 center = 5 * random_vector(random);
      const bool large = random() % 20 == 0;
      body.box = Aabb{center, center}.grown(large ? random_number(random, 5, 50) : 0.3);
      body.active = random() % 10 != 0;
      body.fixed = random() % 5 == 0;
    }
    EXPECT_EQ(grid.find_pairs(bodies), brute_force(bodies)) << trial;
  }
}

TEST(BroadPhase, boxes_that_share_cell_borders_are_reported_once) {
  std::vector<BroadBody> bodies;
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      BroadBody body;
      body.active = true;
      body.box = {{double(x), double(y), 0}, {double(x + 1), double(y + 1), 1}};
      bodies.push_back(body);
    }
  }
  BroadPhase grid;
  EXPECT_EQ(grid.find_pairs(bodies), brute_force(bodies));
}

TEST(BroadPhase, far_flung_bodies_do_no_harm) {
  std::vector<BroadBody> bodies(4);
  for (BroadBody& body : bodies) body.active = true;
  bodies[0].box = {{0, 0, 0}, {1, 1, 1}};
  bodies[1].box = {{0.5, 0.5, 0.5}, {2, 2, 2}};
  bodies[2].box = {{1e300, 0, 0}, {1e300, 1, 1}};
  bodies[3].box = {{-1e18, 0, 0}, {-1e18 + 1, 1, 1}};
  BroadPhase grid;
  EXPECT_EQ(grid.find_pairs(bodies), brute_force(bodies));
  bodies.clear();
  EXPECT_TRUE(grid.find_pairs(bodies).empty());
}

// A broad phase that has seen the bodies before, moving at all speeds, against one that has not.
TEST(BroadPhase, finds_the_same_pairs_whatever_it_has_seen_before) {
  std::mt19937 random(35);
  int calls = 0;
  for (const double speed : {0.0, 1e-4, 1e-3, 1e-2, 0.1}) {
    BroadPhase grid;
    std::vector<BroadBody> bodies(200);
    for (BroadBody& body : bodies) {
      const Vec3 center = 2 * random_vector(random);
      body.box = Aabb{center, center}.grown(random_number(random, 0.1, 0.4));
      body.active = random() % 10 != 0;
      body.fixed = random() % 5 == 0;
    }
    for (int call = 0; call < 100; ++call, ++calls) {
      for (BroadBody& body : bodies) {
        const Vec3 shift = speed * random_vector(random);
        body.box = Aabb{body.box.min + shift, body.box.max + shift}.grown(random_number(random, -0.1, 0.1) * speed);
      }
      if (call % 30 == 29) bodies[random() % 200].active ^= true;
      if (call % 40 == 39) bodies[random() % 200].fixed ^= true;
      EXPECT_EQ(grid.find_pairs(bodies), brute_force(bodies)) << speed << ", call " << call;
    }
  }
  EXPECT_EQ(calls, 500);
}

// Slabs like the blocks of an arch: their boxes overlap with many others, they themselves with their neighbours only.
TEST(BroadPhase, leaves_out_thin_bodies_that_are_apart_although_their_boxes_overlap) {
  std::mt19937 random(33);
  BroadPhase grid;
  std::vector<BroadBody> bodies(400);
  const Vec3 half(0.5, 0.5, 0.005);
  for (int i = 0; i < 400; ++i) {
    BroadBody& body = bodies[i];
    const Quat turn(Eigen::AngleAxisd(0.7 + 1e-4 * i, Vec3::UnitX()));
    body.turned = {turn * Vec3(0, 0, 0.012 * i), turn.toRotationMatrix() * half.asDiagonal(), 0.0005};
    const Vec3 reach = body.turned.halves.cwiseAbs().rowwise().sum();
    body.box = Aabb{body.turned.center - reach, body.turned.center + reach}.grown(body.turned.grown);
    body.active = true;
  }
  const auto all = brute_force(bodies);
  const auto& pairs = grid.find_pairs(bodies);
  EXPECT_GT(all.size(), 10u * bodies.size());
  EXPECT_LT(pairs.size(), 5u * bodies.size());
}

// What is left out is apart: no point of one is within the shares of the other.
TEST(BroadPhase, leaves_out_no_turned_boxes_that_touch) {
  std::mt19937 random(34);
  BroadPhase grid;
  int touching = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<BroadBody> bodies(2);
    std::array<Vec3, 2> half;
    for (int k = 0; k < 2; ++k) {
      half[k] = Vec3(random_number(random, 0.01, 1), random_number(random, 0.01, 1), random_number(random, 0.01, 1));
      TurnedBox& turned = bodies[k].turned;
      turned = {random_vector(random), random_rotation(random).toRotationMatrix() * half[k].asDiagonal(), 0.01};
      const Vec3 reach = turned.halves.cwiseAbs().rowwise().sum();
      bodies[k].box = Aabb{turned.center - reach, turned.center + reach}.grown(turned.grown);
      bodies[k].active = true;
    }
    // Points of the first box that are inside of the second.
    bool touch = false;
    for (int i = 0; i < 1000 && !touch; ++i) {
      const Vec3 share(random_number(random, -1, 1), random_number(random, -1, 1), random_number(random, -1, 1));
      const Vec3 point = bodies[0].turned.center + bodies[0].turned.halves * share - bodies[1].turned.center;
      touch = (bodies[1].turned.halves.inverse() * point).cwiseAbs().maxCoeff() <= 1;
    }
    if (!touch) continue;
    ++touching;
    EXPECT_EQ(grid.find_pairs(bodies).size(), 1u) << trial;
  }
  EXPECT_GT(touching, 200);
}

}  // namespace
}  // namespace stiction
