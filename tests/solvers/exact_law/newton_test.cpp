// Newton on the exact friction law near a solution.
#include "solvers/exact_law/newton.h"

#include <gtest/gtest.h>

#include "solvers/exact_law/island_law.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

TEST(ExactLawNewton, ImprovesAnIterateNearASolution) {
  for (const int samples : {0, 8}) {
    int tried = 0, improved = 0;
    for (int seed = 0; seed < 200; ++seed) {
      SolverOptions options = test::options_of({{"tolerance", "1e-9"}, {"decompose", "false"}});
      options.tangents.samples = samples;
      const ContactProblem problem =
          test::random_problem(seed, {.max_patch = 2, .max_mass_ratio = 100, .set = options.tangents});
      const Island island = test::whole_island(problem);
      if (island.contact_count() == 0) continue;
      const test::Solved solved = test::solve(problem, options);
      if (solved.certificate.residual > 1e-9) continue;
      // Disturb the solution by a few parts in a thousand.
      test::ProblemRandom random(seed);
      std::vector<double> z(3 * static_cast<std::size_t>(island.contact_count()));
      for (std::size_t i = 0; i < z.size(); ++i) {
        const std::size_t c = i / 3;
        z[i] = island.scale[c] * solved.solution.impulse[3 * island.contacts[c] + static_cast<int>(i % 3)];
        z[i] *= 1 + 2e-3 * random.uniform(-1, 1);
      }
      LawResidual residual;
      IslandLaw law(island);
      const double before = residual(law, z);
      if (before < 1e-6) continue;
      ExactLawNewton newton;
      const int systems = newton.polish(law, {.target = 1e-12}, Deadline(), z);
      ++tried;
      EXPECT_EQ(residual(law, z), newton.natural_map());
      improved += newton.natural_map() < 1e-3 * before && systems > 0;
    }
    EXPECT_GT(tried, 100) << samples;
    EXPECT_GE(improved, tried * 9 / 10) << samples << " samples, of " << tried;
  }
}

TEST(ExactLawNewton, LeavesASolutionAlone) {
  const ContactProblem problem = test::point_on_plane(2, {3, 4, -1}, 0.5);
  const Island island = test::whole_island(problem);
  std::vector<double> z = {2, -0.6, -0.8};
  for (double& value : z) value *= island.scale[0];
  const std::vector<double> before = z;
  ExactLawNewton newton;
  IslandLaw law(island);
  newton.polish(law, {.target = 1e-12}, Deadline(), z);
  EXPECT_LT(test::distance(z, before), 1e-11);
}

}  // namespace
}  // namespace stiction
