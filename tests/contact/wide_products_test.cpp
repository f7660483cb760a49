// Products with the dense columns of runs, against the same written out.
#include "contact/wide_products.h"

#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "contact/wide_problems.h"

namespace stiction {
namespace {

Island island_of(const ContactProblem& problem) {
  IslandBuilder builder;
  std::vector<Island> islands;
  int count = 0;
  builder.build(problem, false, {}, islands, count);
  return count == 0 ? Island{} : islands[0];
}

// Columns [first, first + count) of A_c over all blocks of the island.
MatX columns_of(const Island& island, int contact, int first, int count) {
  MatX A = MatX::Zero(island.velocity_size(), 3);
  for (int k = 0; k < 3; ++k) {
    const double* rigid = &island.A[static_cast<std::size_t>(contact) * Island::kContact + k * Island::kColumn];
    A.block<6, 1>(6 * island.side_a[contact], k) += Eigen::Map<const Vec6>(rigid);
    A.block<6, 1>(6 * island.side_b[contact], k) += Eigen::Map<const Vec6>(rigid + 6);
  }
  island.for_parts(contact, [&](int block, const PartColumns& part) { A.middleRows<6>(6 * block) += part; });
  return A.middleCols(first, count);
}

std::vector<double> random_blocks(test::ProblemRandom& random, int contacts, int count, bool symmetric) {
  std::vector<double> P;
  for (int c = 0; c < contacts; ++c) {
    MatX block = MatX::Zero(count, count);
    if (random.chance(0.8)) {
      for (double& entry : block.reshaped()) entry = random.uniform(-1, 1);
      if (symmetric) block = (block * block.transpose()).eval();
      block.diagonal().array() += 2;
    }
    P.insert(P.end(), block.data(), block.data() + block.size());
  }
  return P;
}

TEST(WideProduct, IsTheSumOverTheContactsOfARun) {
  int runs = 0, with_rigid_sides = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const ContactProblem problem = test::with_modes(test::random_problem(seed), seed, 1 + seed % 30);
    const Island island = island_of(problem);
    test::ProblemRandom random(seed);
    WideProduct product;
    std::vector<TouchedBlock> touched;
    for (const auto& [first, count] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 3)}) {
      const bool symmetric = seed % 2 == 0;
      const std::vector<double> P = random_blocks(random, island.contact_count(), count, symmetric);
      for (const WideRun& run : island.wide_runs) {
        MatX expected = MatX::Zero(island.velocity_size(), island.velocity_size());
        for (int c = run.begin; c < run.end; ++c) {
          const MatX A = columns_of(island, c, first, count);
          const Eigen::Map<const MatX> block(&P[static_cast<std::size_t>(c) * count * count], count, count);
          expected += A * block * A.transpose();
        }
        const auto half = symmetric ? WideProduct::Half::kLower : WideProduct::Half::kBoth;
        EXPECT_EQ(product.compute(island, run, first, count, P.data(), half), !expected.isZero(0));
        touched_blocks(island, run, touched);
        ++runs;
        with_rigid_sides += touched.back().wide ? 0 : 1;
        for (std::size_t i = 0; i < touched.size(); ++i) {
          for (std::size_t j = 0; j < (symmetric ? i : touched.size()); ++j) {
            const Eigen::Map<const Mat6, 0, Eigen::OuterStride<>> part(product.at(touched[i].row, touched[j].row),
                                                                       Eigen::OuterStride<>(product.stride()));
            const Mat6 wanted = expected.block<6, 6>(6 * touched[i].block, 6 * touched[j].block);
            EXPECT_LT((part - wanted).norm(), 1e-12 * (1 + expected.norm())) << seed;
          }
        }
      }
    }
  }
  EXPECT_GT(runs, 100);
  EXPECT_GT(with_rigid_sides, 10);
}

TEST(WideRuns, HoldEveryContactWithAWideSideOnce) {
  for (int seed = 0; seed < test::repetitions(60); ++seed) {
    const ContactProblem problem = test::with_modes(test::random_problem(seed), seed, 1 + seed % 8);
    const Island island = island_of(problem);
    std::vector<int> met(island.contact_count(), 0);
    int last = 0;
    for (std::size_t r = 0; r < island.wide_runs.size(); ++r) {
      EXPECT_GE(island.wide_runs[r].begin, last);
      last = island.wide_runs[r].end;
      for (int c = island.wide_runs[r].begin; c < island.wide_runs[r].end; ++c) {
        ++met[c];
        EXPECT_EQ(island.run(c), &island.wide_runs[r]);
      }
    }
    for (int c = 0; c < island.contact_count(); ++c) {
      const ContactBlock& contact = problem.contacts[island.contacts[c]];
      EXPECT_EQ(met[c], contact.wide_end > contact.wide_begin ? 1 : 0) << seed;
    }
  }
}

}  // namespace
}  // namespace stiction
