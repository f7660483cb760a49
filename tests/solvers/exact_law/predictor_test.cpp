// The predictor on the exact friction law and its stages, from nothing.
#include "solvers/exact_law/predictor.h"

#include <gtest/gtest.h>

#include "solvers/solving.h"

namespace stiction {
namespace {

struct Sample {
  Island island;
  std::vector<double> zero;
};

// Random islands with at least one contact that has to act.
std::vector<Sample> samples(int count, const test::RandomProblemOptions& options) {
  std::vector<Sample> all;
  for (std::uint32_t seed = 0; static_cast<int>(all.size()) < count; ++seed) {
    Sample sample{test::whole_island(test::random_problem(seed, options)), {}};
    sample.zero.assign(sample.island.q.size(), 0.0);
    LawResidual residual;
    if (sample.island.contact_count() > 0 && residual(IslandLaw(sample.island), sample.zero) > 1e-6)
      all.push_back(sample);
  }
  return all;
}

TEST(InteriorPoint, ComesNearASolutionInThirtySystems) {
  int near = 0;
  const auto all = samples(300, {.max_patch = 4, .max_mass_ratio = 100});
  for (const Sample& sample : all) {
    InteriorPoint path;
    IslandLaw law(sample.island);
    LawResidual residual;
    std::vector<double> z = sample.zero;
    const int systems = path.solve(law, 1e-5, 30, Deadline(), z);
    EXPECT_LE(systems, 30);
    EXPECT_EQ(residual(law, z), path.natural_map());
    near += path.natural_map() <= 1e-3;
  }
  EXPECT_GE(near, 285);
}

TEST(InteriorPoint, NeverReturnsSomethingWorseThanItsStart) {
  for (const Sample& sample : samples(100, {.max_mass_ratio = 1e6})) {
    InteriorPoint path;
    IslandLaw law(sample.island);
    LawResidual residual;
    std::vector<double> z = sample.zero;
    path.solve(law, 0, 3, Deadline(), z);
    EXPECT_LE(path.natural_map(), residual(law, sample.zero));
  }
}

TEST(LawPredictor, SolvesNearlyAllRandomProblemsFromNothing) {
  for (const int corners : {0, 8}) {
    int solved = 0, systems = 0;
    FrictionSet set;
    set.samples = corners;
    const auto all = samples(300, {.max_patch = 4, .max_mass_ratio = 1e4, .set = set});
    for (const Sample& sample : all) {
      LawPredictor predictor;
      LawResidual residual;
      std::vector<double> z = sample.zero;
      predictor.solve(sample.island, {1e-9, 0, 0, 3e-7}, Deadline(), z);
      const double natural_map = residual(IslandLaw(sample.island), z);
      EXPECT_EQ(natural_map, predictor.stages().back().natural_map);
      solved += natural_map <= 3e-7;
      for (const auto& stage : predictor.stages()) systems += stage.systems;
    }
    EXPECT_GE(solved, 290) << corners;
    EXPECT_LE(systems, 300 * 60) << corners;
  }
}

TEST(LawPredictor, LeavesASolutionAlone) {
  const Island island = test::whole_island(test::point_on_plane(2, {3, 4, -1}, 0.5));
  std::vector<double> z = {2, -0.6, -0.8};
  for (double& value : z) value *= island.scale[0];
  const std::vector<double> before = z;
  LawPredictor predictor;
  predictor.solve(island, {1e-9, 0, 0, 3e-7}, Deadline(), z);
  EXPECT_LT(test::distance(z, before), 1e-11);
}

}  // namespace
}  // namespace stiction
