// Contacts left out of a solve at first: the solution is that of the whole problem, whatever was guessed.
#include "solvers/contact_selection.h"

#include <gtest/gtest.h>

#include "solvers/solving.h"
#include "solvers/wide_feet.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;

// Balls on a line without friction, some distance apart; the first one comes at 10 m/s. Contacts farther down the line
// are reached only by what the nearer ones do.
ContactProblem row_of_balls(Random& random, int count) {
  test::ProblemMaker maker;
  for (int i = 0; i < count; ++i) {
    maker.add_body(random.uniform(0.5, 2), Vec3(i, 0, 0), Vec3(i == 0 ? 10 : 0, 0, 0));
  }
  for (int i = 0; i + 1 < count; ++i) {
    maker.add_contact(i, i + 1, Vec3(i + 0.5, 0, 0), Vec3::UnitX(), 0, -random.uniform(0, 3));
  }
  ContactProblem problem = maker.finish();
  problem.warm_impulse.setZero(3 * problem.contact_count());
  return problem;
}

TEST(ContactSelection, LeavesOutWhatStaysOpen) {
  test::ProblemMaker maker;
  for (int i = 0; i < 4; ++i) maker.add_body(1, Vec3(i, 0, 0), Vec3(i == 1 ? -1 : 0, 0, 0));
  maker.add_contact(0, 1, Vec3(0.5, 0, 0), Vec3::UnitX(), 0.5);        // closes at 1 m/s
  maker.add_contact(1, 2, Vec3(1.5, 0, 0), Vec3::UnitX(), 0.5, -0.5);  // opens at 1.5 m/s
  maker.add_contact(2, 3, Vec3(2.5, 0, 0), Vec3::UnitX(), 0.5, -100);  // far away
  maker.add_contact(2, 3, Vec3(2.5, 0.1, 0), Vec3::UnitX(), 0.5, -100);
  maker.add_contact(2, 3, Vec3(2.5, 0.2, 0), Vec3::UnitX(), 0.5, -100);
  ContactProblem problem = maker.finish();
  ContactSelection selection;
  selection.choose(problem, 1e-8);
  EXPECT_TRUE(selection.all()) << "nothing is known of a first step";

  problem.warm_impulse.setZero(3 * problem.contact_count());
  selection.choose(problem, 1e-8);
  EXPECT_EQ(selection.kept(), (std::vector<char>{1, 1, 0, 0, 0}));
  problem.warm_impulse[3 * 3] = 1;  // carried in the last step
  selection.choose(problem, 1e-8);
  EXPECT_TRUE(selection.all()) << "most of them take part";
}

TEST(ContactSelection, AddsWhatVelocitiesPass) {
  Random random(1);
  const ContactProblem problem = row_of_balls(random, 12);
  ContactSelection selection;
  selection.choose(problem, 1e-8);
  ASSERT_FALSE(selection.all());
  ASSERT_FALSE(selection.kept()[8]);
  EXPECT_FALSE(selection.add_passed(problem, VecX::Zero(6 * problem.body_count())));
  VecX velocity = VecX::Zero(6 * problem.body_count());
  velocity[6 * 8] = 100;
  EXPECT_TRUE(selection.add_passed(problem, velocity));
  EXPECT_TRUE(selection.kept()[8]);
  EXPECT_TRUE(selection.was_added({3, 8}));
  EXPECT_FALSE(selection.was_added({3, 7}));
}

TEST(ContactSelection, AWrongGuessDoesNotShowInTheSolution) {
  for (int seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const ContactProblem problem = row_of_balls(random, random.integer(4, 40));
    const test::Solved guessed = test::solve(problem, {});
    const test::Solved whole = test::solve(problem, test::options_of({{"decompose", "false"}}));
    EXPECT_LT(guessed.certificate.residual, 1e-6) << seed;
    EXPECT_LT(guessed.certificate.signorini, 1e-9) << seed;
    EXPECT_LT((guessed.solution.velocity - whole.solution.velocity).norm(), 1e-6) << seed;
  }
}

TEST(ContactSelection, IslandsWithoutNewContactsAreNotSolvedAgain) {
  Random random(3);
  ContactProblem problem = row_of_balls(random, 30);
  const test::Solved alone = test::solve(problem, {});
  // A box that rests, far away from the row and solved at once: with it the systems of the row are no more.
  test::ProblemMaker maker;
  maker.add_body(1, Vec3(0, 0, 100), Vec3(0, 0, -0.1));
  maker.add_contact(-1, 0, Vec3(0, 0, 99.5), Vec3::UnitZ(), 0.5);
  const ContactProblem box = maker.finish();
  const int box_systems = test::solve(box, {}).solution.report.newton_steps;
  ContactBlock contact = box.contacts[0];
  contact.body_b = problem.body_count();
  problem.contacts.push_back(contact);
  problem.bodies.push_back(box.bodies[0]);
  problem.free_velocity.conservativeResize(6 * problem.body_count());
  problem.free_velocity.tail<6>() = box.free_velocity;
  problem.warm_impulse.setZero(3 * problem.contact_count());
  const test::Solved both = test::solve(problem, {});
  EXPECT_EQ(both.solution.report.newton_steps, alone.solution.report.newton_steps + box_systems);
}

// Feet with many more contacts than degrees of freedom, solved again from impulses that are somewhat off.
TEST(ContactSelection, OfWideBodiesDoesNotShowInTheSolution) {
  for (int seed = 0; seed < 20; ++seed) {
    ContactProblem problem = test::wide_foot(seed, 10, 1 + seed, 3);
    const test::Solved whole = test::solve(problem, {});
    ASSERT_LT(whole.certificate.residual, 1e-6) << seed;
    Random random(seed);
    problem.warm_impulse = whole.solution.impulse;
    for (int c = 0; c < problem.contact_count(); ++c)
      problem.warm_impulse.segment<3>(3 * c) *= random.uniform(0.8, 1.2);
    ContactSelection selection;
    selection.choose(problem, 1e-6);
    EXPECT_FALSE(selection.all()) << seed;
    const test::Solved chosen = test::solve(problem, {});
    EXPECT_LT(chosen.certificate.residual, 1e-6) << seed;
    EXPECT_LT(chosen.certificate.signorini, 1e-8) << seed;
    const test::Solved finely = test::solve(problem, test::options_of({{"tolerance", "1e-8"}}));
    EXPECT_LT(finely.certificate.residual, 1e-8) << seed;
    EXPECT_LT(finely.certificate.signorini, 1e-9) << seed;
  }
}

TEST(ContactSelection, KeepsAllContactsOfAWideBodyThatCarriedNothing) {
  ContactProblem problem = test::wide_foot(1, 6, 4, 5);
  problem.warm_impulse.setZero(3 * problem.contact_count());
  for (int body = 0; body < 4; ++body) problem.warm_impulse[3 * (36 * body + 7)] = 1;
  ContactSelection selection;
  selection.choose(problem, 1e-8);
  ASSERT_FALSE(selection.all());
  EXPECT_EQ(std::count(selection.kept().begin(), selection.kept().end(), 1), 4 + 36);
}

}  // namespace
}  // namespace stiction
