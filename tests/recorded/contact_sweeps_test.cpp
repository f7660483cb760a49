// Gauss-Seidel sweeps on recorded problems: where they arrive, and where they stop in time.
#include "recorded/contact_sweeps.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/repetitions.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_problems.h"
#include "recorded/recorded_solver.h"

namespace stiction {
namespace {

std::vector<int> all_contacts(const RecordedProblem& problem) {
  std::vector<int> contacts(problem.mu.size());
  std::iota(contacts.begin(), contacts.end(), 0);
  return contacts;
}

struct Swept {
  int sweeps;
  double error;  // recorded_error
  std::vector<double> z;
};

Swept swept(const RecordedProblem& problem, double tolerance, double seconds = 60) {
  ContactSpaceLaw law(problem, all_contacts(problem), tolerance * problem.q.norm());
  Swept result{0, 0, std::vector<double>(static_cast<std::size_t>(law.velocity_size()), 0.0)};
  result.sweeps = ContactSweeps().solve(law, Deadline(seconds), result.z);
  VecX r(problem.q.size());
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const int c = static_cast<int>(i) / problem.dimension;
    r[i] = result.z[3 * static_cast<std::size_t>(c) + i % problem.dimension] / law.scale(c);
  }
  result.error = recorded_error(problem, r);
  return result;
}

// Contacts that are coupled weakly: W + 4 I.
RecordedProblem loose(std::uint32_t seed, int dimension) {
  RecordedProblem problem = test::random_recorded(seed, dimension, 12, 20);
  for (Eigen::Index i = 0; i < problem.W.rows(); ++i) problem.W.coeffRef(i, i) += 4;
  return problem;
}

TEST(ContactSweeps, OneContactTakesOneBatch) {
  const Swept result = swept(test::one_contact(3, 4, Vec3(-2, 3, 4), 0.5), 1e-12);
  EXPECT_EQ(result.sweeps, 2);
  EXPECT_LE(result.error, 1e-12);
  EXPECT_NEAR(result.z[1] / result.z[0], -0.3, 1e-12);  // slides against q_t
}

TEST(ContactSweeps, ArriveWhereContactsAreCoupledWeakly) {
  for (const int dimension : {2, 3})
    for (int seed = 0; seed < test::repetitions(50); ++seed)
      EXPECT_LE(swept(loose(static_cast<std::uint32_t>(seed), dimension), 1e-10).error, 1e-10) << seed;
}

TEST(ContactSweeps, AnUnsymmetricMatrixIsUsedAsWritten) {
  for (const int dimension : {2, 3}) {
    for (int seed = 0; seed < test::repetitions(50); ++seed) {
      RecordedProblem problem = loose(static_cast<std::uint32_t>(seed), dimension);
      for (int c = 0; c < problem.contact_count(); ++c) {
        problem.W.coeffRef(dimension * c, dimension * c + 1) += 0.3;
        problem.W.coeffRef(dimension * c + 1, dimension * c) -= 0.2;
      }
      EXPECT_LE(swept(problem, 1e-10).error, 1e-10) << seed;
    }
  }
}

// A column of bodies on a floor, contacts between neighbours only: the impulse of the lowest carries all of them, and
// sweeps need about the square of their number.
RecordedProblem column(int bodies) {
  RecordedProblem problem;
  MatX W = MatX::Zero(3 * bodies, 3 * bodies);
  problem.q = VecX::Zero(3 * bodies);
  for (int c = 0; c < bodies; ++c) {
    W.block<3, 3>(3 * c, 3 * c) = (c == 0 ? 1 : 2) * Mat3::Identity();
    if (c == 0) continue;
    W.block<3, 3>(3 * c, 3 * (c - 1)) = W.block<3, 3>(3 * (c - 1), 3 * c) = -Mat3::Identity();
  }
  problem.q[0] = -1;
  problem.W = W.sparseView();
  problem.mu = VecX::Constant(bodies, 0.5);
  return problem;
}

TEST(ContactSweeps, StopEarlyWhereTheyDoNotArrive) {
  const RecordedProblem problem = column(200);
  const Swept result = swept(problem, 1e-10);
  EXPECT_GT(result.error, 1e-10);
  EXPECT_LT(result.sweeps, 1000);  // of 40,000 or so
  const RecordedResult solved = solve_recorded(problem, {.tolerance = 1e-10});
  EXPECT_EQ(solved.status, RecordedStatus::kSolved);
  EXPECT_NEAR(solved.r[0], 200, 1e-5);  // all bodies share the velocity of the lowest: 1 = r_0 / 200
}

TEST(ContactSweeps, NeverMakeNaNOrRunForeverWhereThereIsNoSolution) {
  const Swept result = swept(test::one_contact(3, 0, Vec3(-1, 0, 0), 0.5), 1e-10);
  EXPECT_LT(result.sweeps, 1000);
  for (const double value : result.z) EXPECT_TRUE(std::isfinite(value));
}

TEST(ContactSweeps, KeepToTheirTime) {
  EXPECT_EQ(swept(loose(1, 3), 1e-10, 1e-12).sweeps, 0);
}

}  // namespace
}  // namespace stiction
