// Islands: components of the contact graph, and the scaled contact operator.
#include "contact/island.h"

#include <gtest/gtest.h>

#include <set>

#include "contact/group_product.h"
#include "contact/problems.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;
using test::random_problem;

// Bodies on a line, contacts between random pairs or with the ground.
ContactProblem random_graph(int seed) {
  Random random(seed);
  test::ProblemMaker maker;
  const int bodies = random.integer(1, 30), contacts = random.integer(0, 40);
  for (int i = 0; i < bodies; ++i) maker.add_body(random.uniform(1, 5), Vec3(i, 0, 0), random.vector());
  for (int k = 0; k < contacts; ++k) {
    int a = random.integer(-1, bodies - 1), b = random.integer(-1, bodies - 1);
    if (a == b) b = a < 0 ? 0 : -1;
    const int repeats = random.integer(1, 3);
    for (int i = 0; i < repeats; ++i) maker.add_contact(a, b, random.vector(), random.direction(), 0.5);
  }
  return maker.finish();
}

// Smallest body number of each body's component, by relaxation.
std::vector<int> components(const ContactProblem& problem) {
  std::vector<int> label(problem.body_count());
  std::iota(label.begin(), label.end(), 0);
  for (int round = 0; round < problem.body_count(); ++round) {
    for (const ContactBlock& contact : problem.contacts) {
      if (contact.body_a < 0 || contact.body_b < 0) continue;
      label[contact.body_a] = label[contact.body_b] = std::min(label[contact.body_a], label[contact.body_b]);
    }
  }
  return label;
}

TEST(Islands, OfKeptContactsAreThoseOfTheProblemWithoutTheOthers) {
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_graph(seed);
    Random random(1000 + seed);
    ContactProblem reduced = problem;
    reduced.contacts.clear();
    std::vector<char> kept(problem.contact_count());
    for (int c = 0; c < problem.contact_count(); ++c) {
      kept[c] = random.chance(0.4);
      if (kept[c]) reduced.contacts.push_back(problem.contacts[c]);
    }
    IslandBuilder builder;
    std::vector<Island> islands, expected;
    int count = 0, expected_count = 0;
    builder.build(problem, true, kept, islands, count);
    IslandBuilder().build(reduced, true, {}, expected, expected_count);
    ASSERT_EQ(count, expected_count) << seed;
    for (int k = 0; k < count; ++k) {
      EXPECT_EQ(islands[k].blocks, expected[k].blocks) << seed;
      EXPECT_EQ(islands[k].A, expected[k].A) << seed;
      EXPECT_EQ(islands[k].q, expected[k].q) << seed;
      EXPECT_GE(islands[k].denominator, expected[k].denominator) << seed;
    }
  }
}

// Bodies on each other and on the ground, with many contacts in several patches each.
ContactProblem faces(int seed) {
  Random random(seed);
  test::ProblemMaker maker;
  for (int i = 0; i < 3; ++i) maker.add_body(random.uniform(1, 5), Vec3(0, 0, i) + random.vector(0.3), random.vector());
  for (int i = 0; i < 3; ++i) {
    const bool below_first = random.chance(0.5);
    Vec3 normal = random.direction();
    for (int k = random.integer(1, 30); k > 0; --k) {
      const Vec3 point = Vec3(0, 0, i - 0.5) + random.vector(0.5);
      if (random.chance(0.2)) normal = random.direction();  // another patch
      maker.add_contact(below_first ? i - 1 : i, below_first ? i : i - 1, point, normal, 0.5);
    }
  }
  return maker.finish();
}

TEST(Islands, RelativeMotionOfTwoBodiesStandsForTheColumns) {
  IslandBuilder builder;
  std::vector<Island> islands;
  int with_patches = 0;
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = faces(seed);
    int count = 0;
    builder.build(problem, false, {}, islands, count);
    const Island& island = islands[0];
    Island plain = island;
    plain.has_patches.assign(island.group_count(), 0);
    for (const char has : island.has_patches) with_patches += has;
    Random random(seed);
    std::vector<double> x(island.velocity_size(), 0.0), z(3 * static_cast<std::size_t>(island.contact_count()));
    for (int i = 0; i < 6 * island.block_count(); ++i) x[i] = random.uniform(-1, 1);
    for (double& v : z) v = random.uniform(-1, 1);
    for (const auto& [first, columns] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 3}}) {
      std::vector<double> u(z.size()), expected(z.size());
      island.apply_transposed(first, columns, x.data(), u.data());
      plain.apply_transposed(first, columns, x.data(), expected.data());
      for (int i = 0; i < columns * island.contact_count(); ++i) EXPECT_NEAR(u[i], expected[i], 1e-12) << seed;
      std::vector<double> sum(x), expected_sum(x);
      island.accumulate(first, columns, z.data(), sum.data());
      plain.accumulate(first, columns, z.data(), expected_sum.data());
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(sum[i], expected_sum[i], 1e-12) << seed;
      std::vector<double> P(static_cast<std::size_t>(columns) * columns * island.contact_count());
      for (double& v : P) v = random.uniform(0.1, 1);
      for (int g = 0; g < island.group_count(); ++g) {
        double S[144], expected_S[144];
        group_product(island, g, first, columns, P.data(), S);
        group_product(plain, g, first, columns, P.data(), expected_S);
        for (int i = 0; i < 144; ++i) EXPECT_NEAR(S[i], expected_S[i], 1e-12) << seed;
      }
    }
  }
  EXPECT_GT(with_patches, 50);
}

TEST(Islands, ContactsThatActAtTwoPointsKeepTheirColumns) {
  test::ProblemMaker maker;
  for (int i = 0; i < 2; ++i) maker.add_body(1, Vec3(0, 0, i), Vec3::Zero());
  for (int k = 0; k < 4; ++k) maker.add_contact(0, 1, Vec3(0.1 * k, 0, 0.5), Vec3::UnitZ(), 0.5);
  ContactProblem problem = maker.finish();
  problem.contacts[2].jacobian_a(1, 4) += 0.01;
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, false, {}, islands, count);
  EXPECT_EQ(islands[0].has_patches, (std::vector<char>{0}));
}

TEST(Islands, CountContactsLeftOutInTheDenominator) {
  test::ProblemMaker maker;
  maker.add_body(1, Vec3::Zero(), Vec3(0, 0, -1));
  maker.add_contact(-1, 0, Vec3(0, 0, -0.5), Vec3::UnitZ(), 0.5);
  maker.add_contact(-1, 0, Vec3(0.5, 0, 0), -Vec3::UnitX(), 0.5, -7);
  const ContactProblem problem = maker.finish();
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, true, {}, islands, count);
  const double denominator = islands[0].denominator;
  builder.build(problem, true, {1, 0}, islands, count);
  EXPECT_EQ(islands[0].contact_count(), 1);
  EXPECT_DOUBLE_EQ(islands[0].denominator, denominator);
}

TEST(Islands, AreTheConnectedComponents) {
  IslandBuilder builder;
  std::vector<Island> islands;  // reused: leftovers of earlier problems must not show
  for (int seed = 0; seed < 300; ++seed) {
    const ContactProblem problem = random_graph(seed);
    const std::vector<int> label = components(problem);
    int count = 0;
    builder.build(problem, true, {}, islands, count);
    std::set<int> labels, bodies_seen, contacts_seen;
    for (int k = 0; k < count; ++k) {
      ASSERT_FALSE(islands[k].blocks.empty());
      labels.insert(label[islands[k].blocks[0].body]);
      for (const auto& [body, part] : islands[k].blocks) {
        EXPECT_EQ(label[body], label[islands[k].blocks[0].body]) << "seed " << seed;
        EXPECT_TRUE(bodies_seen.insert(body).second);
      }
      for (int c : islands[k].contacts) {
        EXPECT_TRUE(contacts_seen.insert(c).second);
        const int body = std::max(problem.contacts[c].body_a, problem.contacts[c].body_b);
        EXPECT_EQ(label[body], label[islands[k].blocks[0].body]);
      }
    }
    EXPECT_EQ(static_cast<int>(labels.size()), count) << "seed " << seed;
    EXPECT_EQ(static_cast<int>(contacts_seen.size()), problem.contact_count());
    std::set<int> touched;
    for (const ContactBlock& contact : problem.contacts) {
      if (contact.body_a >= 0) touched.insert(contact.body_a);
      if (contact.body_b >= 0) touched.insert(contact.body_b);
    }
    EXPECT_EQ(bodies_seen, touched) << "seed " << seed;
  }
}

TEST(Islands, WithoutDecompositionThereIsOne) {
  IslandBuilder builder;
  std::vector<Island> islands;
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_graph(seed);
    int count = 0;
    builder.build(problem, false, {}, islands, count);
    ASSERT_EQ(count, problem.contact_count() > 0 ? 1 : 0);
    if (count == 1) {
      EXPECT_EQ(islands[0].contact_count(), problem.contact_count());
    }
  }
}

TEST(Islands, ScaledOperatorReproducesTheDelassusOperator) {
  for (int seed = 0; seed < 60; ++seed) {
    const ContactProblem problem = random_problem(seed, {.max_patch = 2, .bounds = true});
    IslandBuilder builder;
    std::vector<Island> islands;
    int count = 0;
    builder.build(problem, false, {}, islands, count);
    if (count == 0) continue;
    const Island& island = islands[0];
    const LocalProblem local = local_form(problem);
    const int n = problem.contact_count();
    for (int c = 0; c < n; ++c) ASSERT_EQ(island.contacts[c], c);
    MatX gram(3 * n, 3 * n);
    for (int j = 0; j < 3 * n; ++j) {
      VecX z = VecX::Unit(3 * n, j), x = VecX::Zero(island.velocity_size()), u(3 * n);
      island.accumulate(0, 3, z.data(), x.data());
      EXPECT_EQ(x.tail<6>().norm(), 0) << "the body of all that is not free";
      island.apply_transposed(0, 3, x.data(), u.data());
      gram.col(j) = u;
    }
    VecX S(3 * n), q(3 * n);
    for (int c = 0; c < n; ++c) {
      S.segment<3>(3 * c).setConstant(1 / island.scale[c]);
      EXPECT_NEAR(gram.block(3 * c, 3 * c, 3, 3).trace(), 3, 1e-12) << "seed " << seed;
      EXPECT_EQ(island.mu[c], problem.contacts[c].mu);
      for (int k = 0; k < 3; ++k) q[3 * c + k] = island.q[3 * static_cast<std::size_t>(c) + k];
    }
    const MatX expected = S.asDiagonal() * local.W * S.asDiagonal();
    EXPECT_LT((gram - expected).norm(), 1e-12 * (1 + expected.norm())) << "seed " << seed;
    EXPECT_LT((q - S.cwiseProduct(local.q)).norm(), 1e-12 * (1 + q.norm())) << "seed " << seed;
    if (island.block_count() == problem.body_count()) {  // else bodies without contacts count only for the judge
      EXPECT_NEAR(island.denominator, std::max(q.norm(), problem.gravity_scale), 1e-12 * (1 + q.norm()));
    }
  }
}

TEST(Islands, PartsOfTheOperatorAgreeWithTheWhole) {
  const ContactProblem problem = random_problem(7, {.max_patch = 3});
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, false, {}, islands, count);
  const Island& island = islands[0];
  const int n = island.contact_count();
  Random random(3);
  VecX x = random.vector_of(island.velocity_size());
  x.tail<6>().setZero();
  VecX whole(3 * n), normal(n), tangent(2 * n);
  island.apply_transposed(0, 3, x.data(), whole.data());
  island.apply_transposed(0, 1, x.data(), normal.data());
  island.apply_transposed(1, 2, x.data(), tangent.data());
  for (int c = 0; c < n; ++c) {
    EXPECT_NEAR(whole[3 * c], normal[c], 1e-14);
    EXPECT_NEAR(whole[3 * c + 1], tangent[2 * c], 1e-14);
    EXPECT_NEAR(whole[3 * c + 2], tangent[2 * c + 1], 1e-14);
  }
  VecX sum = VecX::Zero(island.velocity_size()), together = sum;
  island.accumulate(0, 1, normal.data(), sum.data());
  island.accumulate(1, 2, tangent.data(), sum.data());
  island.accumulate(0, 3, whole.data(), together.data());
  EXPECT_LT((sum - together).norm(), 1e-13 * together.norm());
}

TEST(Islands, GroupsAreTheRunsOfContactsBetweenTheSameBodies) {
  IslandBuilder builder;
  std::vector<Island> islands;
  for (int seed = 0; seed < 100; ++seed) {
    const ContactProblem problem = random_graph(seed);
    int count = 0;
    builder.build(problem, seed % 2 == 0, {}, islands, count);
    for (int k = 0; k < count; ++k) {
      const Island& island = islands[k];
      ASSERT_EQ(island.group_begin.front(), 0);
      ASSERT_EQ(island.group_begin.back(), island.contact_count());
      for (int g = 0; g < island.group_count(); ++g) {
        const int begin = island.group_begin[g], end = island.group_begin[g + 1];
        ASSERT_LT(begin, end);
        const auto sides = [&](int c) { return std::pair(island.side_a[c], island.side_b[c]); };
        for (int c = begin; c < end; ++c) EXPECT_EQ(sides(c), sides(begin));
        if (end < island.contact_count()) {
          EXPECT_NE(sides(end), sides(begin));
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction
