// The operator of a region in all its forms, and what is kept from step to step.
#include "solvers/regions/region_operator.h"

#include <gtest/gtest.h>

#include "base/on_threads.h"
#include "contact/wide_problems.h"
#include "regions/mass_points.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

constexpr Assembly kForms[] = {Assembly::kSparse, Assembly::kDense, Assembly::kFactored, Assembly::kAuto};

// W of the problem in the island's scaled variables.
MatX scaled_delassus(const ContactProblem& problem, const Island& island) {
  MatX W = local_form(problem).W;
  for (int i = 0; i < W.rows(); ++i)
    for (int j = 0; j < W.cols(); ++j) W(i, j) /= island.scale[i / 3] * island.scale[j / 3];
  return W;
}

std::vector<ContactProblem> problems() {
  const ContactProblem rigid = test::random_problem(3, {.max_mass_ratio = 10});
  return {test::clusters(1, 40, 5, 20), rigid, test::wide_twin(rigid, 1, 2).problem, test::with_modes(rigid, 2, 5)};
}

TEST(RegionOperator, IsTheDelassusOperatorInEveryForm) {
  for (const ContactProblem& problem : problems()) {
    const Island island = test::whole_island(problem);
    const MatX W = scaled_delassus(problem, island);
    const VecX z = test::ProblemRandom(1).vector_of(W.rows());
    for (const Assembly form : kForms) {
      RegionOperator op;
      op.set(island, form);
      VecX out(W.rows());
      op.multiply(z.data(), out.data());
      EXPECT_LT((out - W * z).norm(), 1e-12 * W.norm());
      op.begin_rows(z.data());
      VecX changed = z;
      for (int c = 0; c < island.contact_count(); ++c) {
        EXPECT_LT((op.own_block(c) - W.block<3, 3>(3 * c, 3 * c)).norm(), 1e-12);
        EXPECT_LT((op.row(c, changed.data()) - (W * changed).segment<3>(3 * c)).norm(), 1e-11 * W.norm());
        const Vec3 change(0.1, -0.2, 0.3 * c);
        changed.segment<3>(3 * c) += change;
        op.changed(c, change);
      }
    }
  }
}

TEST(RegionOperator, OfMassPointsHasFewBlocksAndOfARigidBodyAll) {
  const Island soft = test::whole_island(test::clusters(1, 2000, 5, 20));
  RegionStructure structure;
  structure.update(soft);
  structure.find_pattern();
  EXPECT_LT(structure.column.size(), 40U * soft.contact_count());
  EXPECT_LE(structure.entry_count(), 4 * soft.contact_count());  // a point, and the corners of a triangle

  test::ProblemMaker maker;
  maker.add_body(1, Vec3::Zero(), -Vec3::UnitZ());
  maker.add_patch(-1, 0, Vec3(0, 0, -0.5), Vec3::UnitZ(), 0.5, 5);
  const Island rigid = test::whole_island(maker.finish());
  structure.update(rigid);
  EXPECT_EQ(structure.block_count(10000), 25 * 25);
  RegionOperator op;
  op.set(rigid, Assembly::kAuto);
  EXPECT_EQ(op.assembly(), Assembly::kFactored);
}

TEST(RegionOperator, KeepsItsStructureWhileContactsTouchTheSamePoints) {
  ContactProblem problem = test::clusters(4, 30, 30, 30);
  RegionOperator op;
  EXPECT_FALSE(op.set(test::whole_island(problem), Assembly::kSparse));
  for (double& value : problem.wide_values) value *= 1.01;
  const Island same = test::whole_island(problem);
  EXPECT_TRUE(op.set(same, Assembly::kSparse));
  const VecX z = test::ProblemRandom(1).vector_of(3 * same.contact_count());
  VecX out(z.size());
  op.multiply(z.data(), out.data());
  EXPECT_LT((out - scaled_delassus(problem, same) * z).norm(), 1e-11);
  problem.contacts.pop_back();
  EXPECT_FALSE(op.set(test::whole_island(problem), Assembly::kSparse));
}

TEST(RegionOperator, GivesTheSameBitsForAnyNumberOfThreads) {
  const Island island = test::whole_island(test::clusters(2, 3000, 5, 20));
  const VecX z = test::ProblemRandom(1).vector_of(3 * island.contact_count());
  for (const Assembly form : {Assembly::kSparse, Assembly::kFactored}) {
    const auto product = [&] {
      RegionOperator op;
      op.set(island, form);
      VecX out(z.size());
      op.multiply(z.data(), out.data());
      return out;
    };
    const VecX one = test::on_threads(1, product);
    for (const int threads : {2, 5}) EXPECT_EQ(test::on_threads(threads, product), one);
  }
}

}  // namespace
}  // namespace stiction
