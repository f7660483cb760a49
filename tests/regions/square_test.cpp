// Friction in the square around the disk (RG eq. 6): one contact, and the solvers that have the set.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/repetitions.h"
#include "contact/projections.h"
#include "regions/mass_points.h"
#include "solvers/regions/square_contact.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

constexpr FrictionSet kSquare{FrictionSet::kSquare};

TEST(SquareContact, SatisfiesTheLawForAnyOperator) {
  for (int seed = 0; seed < test::repetitions(2000); ++seed) {
    test::ProblemRandom random(seed);
    Mat3 F;
    for (int k = 0; k < 3; ++k) F.row(k) = random.vector();
    if (seed % 5 == 0) F.col(2).setZero();  // singular
    const Mat3 W = F * F.transpose();
    if (W(0, 0) < 1e-3) continue;
    const double mu = random.uniform(0, 1.5);
    Vec3 q = random.vector();
    if (seed % 5 == 0) q = F * random.vector();  // something that impulses can reach
    SquareContact contact;
    contact.prepare(W, mu);
    const Vec3 r = contact.solve(q), u = W * r + q;
    EXPECT_LT(natural_map_squared(FrictionSet::kSquare, mu, 1, r.data(), u.data()), 1e-16) << seed;
  }
}

TEST(SquareSet, ReachesFartherThanTheDiskBetweenTheTangents) {
  for (const char* solver : {"regions", "pcg-pgs", "pcg", "staggered"}) {
    const double diagonal = std::sqrt(0.5);
    const ContactProblem problem = test::point_on_plane(2, {5 * diagonal, 5 * diagonal, -1}, 0.5, kSquare);
    const test::Solved solved = test::solve(problem, test::options_of({{"name", solver}, {"tangents", "square"}}));
    EXPECT_LT((solved.solution.impulse - Vec3(2, -1, -1)).norm(), 1e-6) << solver;  // 1.414 mu r_n
    EXPECT_LE(solved.certificate.residual, 1e-6) << solver;
    EXPECT_GT(solved.certificate.residual_cone, 0.01) << solver << ": Coulomb's cone is not the declared set";
    EXPECT_GT(solved.certificate.cone_violation, 0.01) << solver;
  }
}

// Where nothing slides, and along the tangents, square and disk are the same.
TEST(SquareSet, AgreesWithTheDiskAlongTheTangents) {
  const Vec3 velocities[] = {{5, 0, -1}, {0, -5, -1}, {0.1, 0.1, -1}, {1, 1, 1}};
  for (const Vec3& velocity : velocities) {
    const test::Solved square = test::solve(test::point_on_plane(2, velocity, 0.5, kSquare),
                                            test::options_of({{"name", "regions"}, {"tangents", "square"}}));
    const test::Solved disk =
        test::solve(test::point_on_plane(2, velocity, 0.5), test::options_of({{"name", "regions"}}));
    EXPECT_LT((square.solution.impulse - disk.solution.impulse).norm(), 1e-6);
  }
}

TEST(SquareSet, IsSolvedAlikeByAllThatHaveIt) {
  for (int seed = 0; seed < test::repetitions(20); ++seed) {
    const ContactProblem problem = test::clusters(seed, 12, 3, 12, {.mu = 0.3}, kSquare);
    VecX reference;
    for (const char* solver : {"staggered", "regions", "pcg-pgs"}) {
      SolverOptions options = test::options_of({{"name", solver}, {"tangents", "square"}, {"tolerance", "1e-9"}});
      if (options.name != "staggered") options.max_iterations = 20000;
      const test::Solved solved = test::solve(problem, options);
      EXPECT_LE(solved.certificate.residual, 1e-9) << solver << seed;
      if (reference.size() == 0) reference = solved.solution.velocity;
      EXPECT_LT((solved.solution.velocity - reference).norm(), 1e-6) << solver << seed;
    }
  }
}

TEST(SquareSet, IsTheActiveSetKernelsToo) {
  for (int seed = 0; seed < test::repetitions(5); ++seed) {
    const ContactProblem problem = test::clusters(seed, 4, 4, 4, {.mu = 0.3}, kSquare);
    const test::Solved solved = test::solve(
        problem,
        test::options_of({{"driver", "paper"}, {"eps", "1e-12"}, {"kernel", "active-set"}, {"tangents", "square"}}));
    EXPECT_LE(solved.certificate.residual, 1e-6) << seed;
  }
}

TEST(SquareSet, IsRefusedWhereItIsMissingWithTheNamesOfThoseThatHaveIt) {
  for (const auto& [solver, set, remedy] :
       {std::array<const char*, 3>{"lemke", "square", "regions"}, {"regions", "polygon8", "square"}}) {
    try {
      make_solver(test::options_of({{"name", solver}, {"tangents", set}}));
      ADD_FAILURE() << solver;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(remedy), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(make_solver(test::options_of({{"name", "pgs"}, {"tangents", "square"}})), InputError);
}

}  // namespace
}  // namespace stiction
