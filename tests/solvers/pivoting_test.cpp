// The solvers `dantzig` and `lemke`: what they solve, which answer they take, and what they say where they fail.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/repetitions.h"
#include "lcp/pivoting/friction_pivoting.h"
#include "solvers/contact_space.h"
#include "solvers/dantzig/dantzig_solver.h"
#include "solvers/fake_clock.h"
#include "solvers/lemke/lemke_solver.h"
#include "solvers/solving.h"

namespace stiction {
namespace {

using test::ProblemMaker;
using test::Settings;
using Random = test::ProblemRandom;

constexpr double kGravity = 0.0981;  // h g [m/s]

test::Solved solve_by(const char* name, const ContactProblem& problem, Settings settings = {}) {
  settings.emplace_back("name", name);
  return test::solve(problem, test::options_of(settings));
}

// A box on two others on the ground, pushed: every face has one foot more than it needs.
ContactProblem three_boxes(double push, FrictionSet set = {}) {
  ProblemMaker maker(set);
  maker.add_body(1, {-0.75, 0, 0.5}, {push, 0, -kGravity});
  maker.add_body(2, {0.75, 0, 0.5}, {0, 0.3 * push, -kGravity});
  maker.add_body(3, {0, 0, 1.5}, {push, 0, -kGravity}, {0, 0, push});
  maker.add_patch(-1, 0, {-0.75, 0, 0}, Vec3::UnitZ(), 0.4, 2);
  maker.add_patch(-1, 1, {0.75, 0, 0}, Vec3::UnitZ(), 0.4, 2);
  maker.add_patch(0, 2, {-0.25, 0, 1}, Vec3::UnitZ(), 0.4, 2);
  maker.add_patch(1, 2, {0.25, 0, 1}, Vec3::UnitZ(), 0.4, 2);
  return maker.finish();
}

ContactProblem box_on_slope(double degrees, double mu, double heading_degrees = 0) {
  const double angle = degrees * M_PI / 180, heading = heading_degrees * M_PI / 180;
  const double down = kGravity * std::sin(angle);
  ProblemMaker maker;
  maker.add_body(2, {0, 0, 0.5}, {down * std::cos(heading), down * std::sin(heading), -kGravity * std::cos(angle)});
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), mu, 2);
  return maker.finish();
}

void expect_solved(const test::Solved& solved, const std::string& what) {
  EXPECT_EQ(solved.solution.report.status, SolveStatus::kConverged) << what;
  EXPECT_LE(solved.certificate.residual, 1e-6) << what;
  EXPECT_LE(solved.certificate.signorini, 1e-9) << what;
}

TEST(PivotingSolvers, OrderUnitsAndFramesMayChangeTheAnswerButNotTheLaw) {
  for (const double push : {0.01, 0.5}) {
    for (const char* name : {"dantzig", "lemke"}) {
      const bool lemke = name == std::string("lemke");
      const ContactProblem problem = three_boxes(push, FrictionSet{lemke ? 8 : 0});
      const Settings settings = lemke ? Settings{{"tangents", "polygon8"}} : Settings{};
      for (int seed = 0; seed < test::repetitions(10); ++seed) {
        Random random(seed);
        std::vector<double> angles(problem.contact_count());
        for (double& angle : angles) angle = random.uniform(0, 2 * M_PI);
        const std::vector<int> order = random.permutation(problem.contact_count());
        const std::string what = std::string(name) + ", seed " + std::to_string(seed);
        expect_solved(solve_by(name, test::reordered(problem, order), settings), what);
        expect_solved(solve_by(name, test::with_turned_tangents(problem, angles), settings), what);
        expect_solved(solve_by(name, test::in_units(problem, {1e-3, 39.37, 1e3}), settings), what);
      }
    }
  }
}

struct Count {
  int problems = 0, solved = 0, turned = 0;
};

Count solve_random(const char* name, int problems, const test::RandomProblemOptions& random, const Settings& settings) {
  Count count;
  for (int seed = 0; seed < problems; ++seed) {
    const ContactProblem problem = test::random_problem(seed, random);
    const test::Solved solved = solve_by(name, problem, settings);
    ++count.problems;
    count.turned += solved.solution.report.rung == "directions" ? 1 : 0;
    if (solved.solution.report.status == SolveStatus::kConverged) {
      ++count.solved;
      EXPECT_LE(solved.certificate.residual, 1e-6) << name << ", seed " << seed;
    } else {
      EXPECT_GT(solved.certificate.residual, 0.5e-6) << name << ", seed " << seed;
    }
    EXPECT_LE(solved.certificate.momentum_error, 1e-9) << name << ", seed " << seed;
  }
  std::printf("%s: %d of %d random problems solved, directions turned in %d\n", name, count.solved, count.problems,
              count.turned);
  return count;
}

TEST(PivotingSolvers, SolveRandomProblemsAndNeverClaimMoreThanTheJudgeSees) {
  const int problems = test::repetitions(150);
  test::RandomProblemOptions random{.max_bodies = 4, .max_patch = 3, .max_mass_ratio = 100};
  const Count dantzig = solve_random("dantzig", problems, random, {});
  EXPECT_GE(dantzig.solved, 0.9 * problems);
  random.bounds = true;
  EXPECT_GE(solve_random("dantzig", problems, random, {}).solved, 0.9 * problems);
  random.max_patch = 2;
  random.set = FrictionSet{8};
  EXPECT_GE(solve_random("lemke", test::repetitions(100), random, {{"tangents", "polygon8"}}).solved,
            0.9 * test::repetitions(100));
}

// BA (21) and (22) hold with friction at an angle to the motion: in the paper's own first round the box slides down a
// slope on which it can stand.
TEST(Dantzig, TurnsDirectionsWhereThePapersConditionsLetABoxSlide) {
  const ContactProblem problem = box_on_slope(26, 0.5);
  FrictionProblem in_contact_space;
  set_contact_space(test::whole_island(problem), in_contact_space);
  const FrictionResult paper = solve_friction(in_contact_space);
  ASSERT_EQ(paper.status, PivotingStatus::kSolved);
  EXPECT_GT(paper.a.norm(), 1e-3) << "the paper's answer sticks: no need to turn anything";
  const test::Solved solved = solve_by("dantzig", problem);
  EXPECT_EQ(solved.solution.report.rung, "directions");
  EXPECT_LT(solved.solution.velocity.norm(), 1e-6 * kGravity);
}

TEST(Dantzig, ABoxStandsBelowTheCriticalAngleInAnyHeading) {
  for (int heading = 0; heading < 360; heading += 17) {
    const test::Solved below = solve_by("dantzig", box_on_slope(26.5, 0.5, heading));
    expect_solved(below, "heading " + std::to_string(heading));
    EXPECT_LT(below.solution.velocity.norm(), 1e-6 * kGravity) << heading;
    const double angle = 27 * M_PI / 180;
    const test::Solved above = solve_by("dantzig", box_on_slope(27, 0.5, heading));
    EXPECT_NEAR(above.solution.velocity.norm(), kGravity * (std::sin(angle) - 0.5 * std::cos(angle)), 1e-6 * kGravity)
        << heading;
  }
}

TEST(Dantzig, StartsFromTheLastStepsImpulses) {
  for (const double push : {0.01, 0.5}) {
    ContactProblem problem = three_boxes(push);
    const test::Solved first = solve_by("dantzig", problem, {{"tolerance", "1e-9"}});
    problem.warm_impulse = first.solution.warm_start;
    const test::Solved again = solve_by("dantzig", problem, {{"tolerance", "1e-9"}});
    EXPECT_LE(again.certificate.residual, 1e-9);
    EXPECT_LE(again.solution.report.newton_steps, 3) << push;
    EXPECT_LT((again.solution.velocity - first.solution.velocity).norm(), 1e-6 * kGravity) << push;
  }
}

// Where no impulses can be told to be better than others none are the answer, not what an island before had.
TEST(Dantzig, AnIslandWhoseResidualOverflowsGetsNothingOfTheOneBefore) {
  ContactProblem spoiled = box_on_slope(20, 0.5);
  spoiled.free_velocity *= 1e200;  // its square is not finite
  const Island before = test::whole_island(three_boxes(0.5)), after = test::whole_island(spoiled);
  DantzigDriver driver{SolverOptions{}};
  DriverResult result;
  driver.solve(before, {}, {}, result);
  ASSERT_EQ(result.status, SolveStatus::kConverged);
  driver.solve(after, {}, {}, result);
  EXPECT_NE(result.status, SolveStatus::kConverged);
  ASSERT_EQ(result.solution.alpha.size(), static_cast<std::size_t>(spoiled.contact_count()));
  for (const double alpha : result.solution.alpha) EXPECT_EQ(alpha, 0);
}

// A body between two plates that close on it.
ContactProblem squeezed() {
  ProblemMaker maker;
  maker.add_body(1, Vec3::Zero(), Vec3::Zero());
  maker.add_contact(-1, 0, {0, 0, -0.5}, Vec3::UnitZ(), 0.5);
  maker.add_contact(-1, 0, {0, 0, 0.5}, -Vec3::UnitZ(), 0.5);
  ContactProblem problem = maker.finish();
  for (ContactBlock& contact : problem.contacts) contact.drive = Vec3(-1, 0, 0);
  return problem;
}

TEST(PivotingSolvers, TellThatBoundsContradictEachOther) {
  for (const char* name : {"dantzig", "lemke"}) {
    const test::Solved solved = solve_by(name, squeezed());
    EXPECT_EQ(solved.solution.report.status, SolveStatus::kInfeasible) << name;
    EXPECT_TRUE(solved.solution.velocity.allFinite()) << name;
  }
}

template <class Driver>
DriverResult cut_after(const Island& island, long looks) {
  test::FakeClock clock;
  Driver driver{SolverOptions{}};
  DriverResult result;
  const Deadline deadline(test::FakeClock::kTick * static_cast<double>(looks), &clock);
  driver.solve(island, {}, deadline, result);
  EXPECT_LE(clock.looks(), looks + 10);
  return result;
}

TEST(PivotingSolvers, EndAtTheDeadlineWithWhatTheyHave) {
  const Island island = test::whole_island(three_boxes(0.5));
  for (const long looks : {1L, 5L, 12L}) {
    for (const DriverResult& result :
         {cut_after<DantzigDriver>(island, looks), cut_after<LemkeDriver>(island, looks)}) {
      EXPECT_EQ(result.status, SolveStatus::kBudgetCut);
      for (const double alpha : result.solution.alpha) EXPECT_GE(alpha, 0);
    }
  }
}

// What mechanisms bring along: rows without friction, and friction along one tangent with a normal row of its own.
TEST(PivotingSolvers, TakeRowsWithoutFrictionAndFrictionAlongOneTangent) {
  for (const char* name : {"dantzig", "lemke"}) {
    ContactProblem problem = three_boxes(0.5);
    for (int c = 0; c < problem.contact_count(); ++c) {
      ContactBlock& contact = problem.contacts[c];
      if (c % 3 == 0) contact.mu = 0;
      if (c % 3 == 0 || c % 3 == 1) contact.jacobian_a.row(2) = contact.jacobian_b.row(2) = Mat36::Zero().row(2);
    }
    // The other contacts slide between the corners of lemke's polygon.
    if (name == std::string("lemke")) problem.friction_set.samples = 8;
    const Settings settings = name == std::string("lemke") ? Settings{{"tangents", "polygon8"}} : Settings{};
    expect_solved(solve_by(name, problem, settings), name);
  }
}

// 20 x 20 contacts and 64 corners: 26,400 unknowns.
TEST(Lemke, RefusesAProblemThatIsTooLargeWithWhatItWouldTake) {
  ProblemMaker maker(FrictionSet{64});
  maker.add_body(1, {0, 0, 0.5}, {0, 0, -kGravity});
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.4, 20);
  try {
    solve_by("lemke", maker.finish(), {{"tangents", "polygon64"}});
    FAIL() << "not refused";
  } catch (const SimulationError& error) {
    const std::string message = error.what();
    for (const char* part : {"400 contacts", "64 corners", "26400 unknowns", "28 GB", "fewer corners"}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
}

TEST(Lemke, SolvesOnThePolygonAndSaysWhereTheDiskIsMissed) {
  const auto sliding = [](double heading) {
    return test::point_on_plane(2, {3 * std::cos(heading), 3 * std::sin(heading), -1}, 0.5, {}, 0, Vec3::Zero());
  };
  const test::Solved corner = solve_by("lemke", sliding(M_PI / 4)), between = solve_by("lemke", sliding(0.2));
  expect_solved(corner, "along a corner of the octagon");
  EXPECT_EQ(between.solution.report.status, SolveStatus::kIterationLimit);
  EXPECT_EQ(between.solution.report.rung, "polygon");
  EXPECT_LT((between.solution.impulse - Vec3(2, -1, 0)).norm(), 1e-9) << "the nearest corner";
}

}  // namespace
}  // namespace stiction
