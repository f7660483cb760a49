// Impulses of the last step found again by contact id.
#include "contact/warm_start.h"

#include <gtest/gtest.h>

#include "contact/assemble.h"
#include "contact/problems.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;

std::uint64_t mix_id(int c) {
  return 0x9e3779b97f4a7c15ULL * (c + 1);
}

ContactSet random_contacts(Random& random, int count) {
  ContactSet contacts(count);
  for (int c = 0; c < count; ++c) {
    contacts[c].normal = random.direction();
    contacts[c].point = random.vector();
    contacts[c].id = mix_id(c);
  }
  return contacts;
}

TEST(WarmStart, SurvivesReordering) {
  Random random(1);
  const ContactSet contacts = random_contacts(random, 50);
  VecX impulse = random.vector_of(150);
  for (int c = 0; c < 50; ++c) impulse[3 * c] = std::abs(impulse[3 * c]);
  WarmStartCache cache;
  store_warm_start(contacts, impulse, cache);
  for (int trial = 0; trial < 5; ++trial) {
    const std::vector<int> order = random.permutation(50);
    ContactSet shuffled(50);
    for (int k = 0; k < 50; ++k) shuffled[k] = contacts[order[k]];
    ContactProblem problem;
    apply_warm_start(shuffled, cache, problem);
    EXPECT_LT((problem.warm_impulse - test::reordered(impulse, order)).norm(), 1e-13);
  }
}

TEST(WarmStart, IsThatOfTheLastStep) {
  Random random(5);
  const ContactSet contacts = random_contacts(random, 20);
  WarmStartCache cache;
  for (int step = 0; step < 4; ++step) {
    VecX impulse = random.vector_of(60);
    for (int c = 0; c < 20; ++c) impulse[3 * c] = std::abs(impulse[3 * c]);
    store_warm_start(contacts, impulse, cache);
    ContactProblem problem;
    apply_warm_start(contacts, cache, problem);
    EXPECT_LT((problem.warm_impulse - impulse).norm(), 1e-13) << "step " << step;
  }
}

TEST(WarmStart, NewContactsStartAtZeroAndLostOnesAreForgotten) {
  Random random(2);
  ContactSet contacts = random_contacts(random, 4);
  WarmStartCache cache;
  store_warm_start(contacts, VecX::Ones(12), cache);
  contacts.erase(contacts.begin() + 1);
  contacts[1].id = 999;
  ContactProblem problem;
  apply_warm_start(contacts, cache, problem);
  ASSERT_EQ(problem.warm_impulse.size(), 9);
  EXPECT_NEAR(problem.warm_impulse.head<3>().norm(), std::sqrt(3.0), 1e-14);
  EXPECT_EQ(problem.warm_impulse.segment<3>(3).norm(), 0);
  EXPECT_NEAR(problem.warm_impulse.tail<3>().norm(), std::sqrt(3.0), 1e-14);
  store_warm_start(contacts, VecX::Zero(9), cache);
  EXPECT_EQ(cache.find(mix_id(1), 0), nullptr);
  EXPECT_NE(cache.find(999, 7), nullptr);
  cache.clear();
  EXPECT_EQ(cache.find(999, 1), nullptr);
}

// Kept in world axes: when the normal (and with it the tangents) turns, the impulse stays what it was.
TEST(WarmStart, KeepsTheImpulseInWorldAxes) {
  ContactSet contacts(1);
  contacts[0].normal = Vec3(0.79, 0, std::sqrt(1 - 0.79 * 0.79));  // the frame jumps where |n_x| passes 0.8
  contacts[0].id = 5;
  WarmStartCache cache;
  store_warm_start(contacts, Vec3(3, 0.5, -0.2), cache);
  const Vec3 world = tangent_frame(contacts[0].normal).transpose() * Vec3(3, 0.5, -0.2);
  EXPECT_LT((*cache.find(contacts[0].id, 0) - world).norm(), 1e-15);
  contacts[0].normal = Vec3(0.81, 0, std::sqrt(1 - 0.81 * 0.81));
  ContactProblem problem;
  apply_warm_start(contacts, cache, problem);
  EXPECT_LT((tangent_frame(contacts[0].normal).transpose() * problem.warm_impulse - world).norm(), 1e-14);
}

// At rest impulses stay the same for thousands of steps: turned into world axes and back each time they would shrink or
// grow by round-off.
TEST(WarmStart, WhatStaysKeepsItsBits) {
  Random random(7);
  const ContactSet contacts = random_contacts(random, 50);
  VecX impulse = random.vector_of(150);
  for (int c = 0; c < 50; ++c) impulse[3 * c] = std::abs(impulse[3 * c]);
  WarmStartCache cache;
  store_warm_start(contacts, impulse, cache);
  ContactProblem problem;
  apply_warm_start(contacts, cache, problem);
  const VecX first = problem.warm_impulse;
  for (int step = 0; step < 100; ++step) {
    store_warm_start(contacts, problem.warm_impulse, problem.warm_impulse, WarmStartCache(cache), cache);
    apply_warm_start(contacts, cache, problem);
  }
  EXPECT_EQ(problem.warm_impulse, first);
  const VecX changed = 2 * first;
  store_warm_start(contacts, first, changed, WarmStartCache(cache), cache);
  apply_warm_start(contacts, cache, problem);
  EXPECT_LT((problem.warm_impulse - changed).norm(), 1e-13);
}

TEST(WarmStart, NeverPulls) {
  ContactSet contacts(1);
  contacts[0].normal = Vec3::UnitZ();
  WarmStartCache cache;
  store_warm_start(contacts, Vec3(1, 0, 0), cache);
  contacts[0].normal = -Vec3::UnitZ();
  ContactProblem problem;
  apply_warm_start(contacts, cache, problem);
  EXPECT_EQ(problem.warm_impulse[0], 0);
}

}  // namespace
}  // namespace stiction
