// Bodies and contacts -> contact problem: prediction, held bodies, bounds, momentum.
#include "contact/assemble.h"

#include <gtest/gtest.h>

#include "contact/problems.h"
#include "model/bodies.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;

Body placed(Body body, const std::string& name, const Vec3& position) {
  body.name = name;
  body.start.position = position;
  return body;
}

Body fixed_body(const std::string& name) {
  Body body;
  body.name = name;
  body.fixed = true;
  return body;
}

constexpr DofLock kHeld = {true, true, true, true, true, true};

// ground (fixed), box, pole (all held), bar (y, rx, rz held), late (not there yet)
Model small_model() {
  Model model;
  model.bodies.push_back(fixed_body("ground"));
  model.bodies.push_back(placed(test::box_body({1, 2, 3}), "box", {0, 0, 1.5}));
  model.bodies.push_back(placed(test::box_body({1, 1, 1}, 1000, kHeld), "pole", {3, 0, 0.5}));
  model.bodies.push_back(
      placed(test::box_body({1, 1, 1}, 500, {false, true, false, true, false, true}), "bar", {0, 0, 4}));
  model.bodies.push_back(placed(test::box_body({1, 1, 1}), "late", {0, 0, 9}));
  model.bodies.back().appears_at = 1;
  return model;
}

Contact contact_between(int a, int b, const Vec3& point, const Vec3& normal, double gap, std::uint64_t id) {
  Contact contact;
  contact.body_a = a;
  contact.body_b = b;
  contact.point = point;
  contact.normal = normal;
  contact.gap = gap;
  contact.id = id;
  return contact;
}

TEST(Predict, NumbersOnlyBodiesThatCanMove) {
  const Model model = small_model();
  Prediction prediction;
  predict(model, initial_state(model), kStep, prediction);
  EXPECT_EQ(prediction.block_of_body, (std::vector<int>{-1, 0, -1, 1, -1}));
  EXPECT_EQ(prediction.body_of_block, (std::vector<int>{1, 3}));
}

TEST(Predict, AppliesGravityAndForcesAndLeavesHeldDirectionsAlone) {
  Model model = small_model();
  model.bodies[1].start_velocity = {1, 2, 3};
  model.bodies[1].force = {6000, 0, 0};  // mass 6000
  model.bodies[3].force = {0, 1000, 0};  // y is held
  Prediction prediction;
  predict(model, initial_state(model), kStep, prediction);
  EXPECT_LT((prediction.start_velocity.head<3>() - Vec3(1, 2, 3)).norm(), 1e-15);
  EXPECT_LT((prediction.free_velocity.head<3>() - Vec3(1.01, 2, 3 - 0.0981)).norm(), 1e-12);
  EXPECT_EQ(prediction.free_velocity[7], 0);
  EXPECT_NEAR(prediction.free_velocity[8], -0.0981, 1e-15);
}

TEST(Assemble, DropsContactsWhereNothingCanReact) {
  const Model model = small_model();
  Prediction prediction;
  predict(model, initial_state(model), kStep, prediction);
  ContactSet contacts = {contact_between(0, 1, {0, 0, 0}, Vec3::UnitZ(), 0, 1),
                         contact_between(0, 2, {3, 0, 0}, Vec3::UnitZ(), 0, 2),
                         contact_between(1, 3, {0, 0, 3}, Vec3::UnitZ(), 0, 3)};
  drop_inert_contacts(prediction, contacts);
  ASSERT_EQ(contacts.size(), 2U);
  EXPECT_EQ(contacts[0].id, 1U);
  EXPECT_EQ(contacts[1].id, 3U);
}

TEST(Assemble, FillsTheProblem) {
  Model model = small_model();
  model.materials[0].friction = 0.7;
  const State state = initial_state(model);
  Prediction prediction;
  predict(model, state, kStep, prediction);
  const ContactSet contacts = {contact_between(0, 1, {0.5, 1, 0}, Vec3::UnitZ(), 0.002, 11),
                               contact_between(1, 3, {0, 0, 3.25}, Vec3::UnitZ(), 0.5, 12)};
  ContactProblem problem;
  assemble(model, state, prediction, contacts, kStep, FrictionSet{8}, problem);
  ASSERT_EQ(problem.body_count(), 2);
  ASSERT_EQ(problem.contact_count(), 2);
  EXPECT_EQ(problem.contacts[0].body_a, -1);
  EXPECT_EQ(problem.contacts[0].body_b, 0);
  EXPECT_EQ(problem.contacts[1].body_a, 0);
  EXPECT_EQ(problem.contacts[1].body_b, 1);
  EXPECT_EQ(problem.contacts[1].id, 12U);
  EXPECT_DOUBLE_EQ(problem.contacts[0].mu, 0.7);
  EXPECT_DOUBLE_EQ(problem.contacts[0].bound, -0.2);
  EXPECT_DOUBLE_EQ(problem.contacts[1].bound, -50);
  EXPECT_EQ(problem.friction_set.samples, 8);
  EXPECT_EQ(problem.warm_impulse.size(), 0);
  EXPECT_NEAR(problem.gravity_scale, kStep * 9.81 * std::sqrt(6000 + 500), 1e-12);
  EXPECT_EQ(problem.bodies[1].linear[1], 0) << "y of the bar is held";
  // Velocity of the box's point: v + omega x arm, normal first.
  VecX v = VecX::Zero(12);
  v.head<6>() << 1, 2, 3, 0.1, 0.2, 0.3;
  const Vec3 velocity = Vec3(1, 2, 3) + Vec3(0.1, 0.2, 0.3).cross(Vec3(0.5, 1, -1.5));
  EXPECT_LT((contact_velocity(problem, v).head<3>() - tangent_frame(Vec3::UnitZ()) * velocity).norm(), 1e-14);
}

TEST(Assemble, HeldDirectionsDoNotReact) {
  const Model model = small_model();
  const State state = initial_state(model);
  Prediction prediction;
  predict(model, state, kStep, prediction);
  const ContactSet contacts = {contact_between(1, 3, {0.2, 0.3, 3.5}, Vec3(1, 1, 1).normalized(), 0, 12)};
  ContactProblem problem;
  assemble(model, state, prediction, contacts, kStep, {}, problem);
  const VecX change = velocity_after(problem, Vec3(100, 50, 20)) - problem.free_velocity;
  for (int held : {6 + 1, 6 + 3, 6 + 5}) EXPECT_EQ(change[held], 0) << held;
  for (int free : {6 + 0, 6 + 2, 6 + 4}) EXPECT_NE(change[free], 0) << free;
}

// SP-7: both bodies receive the impulse at one common point, so angular momentum is kept even at an open gap.
TEST(Assemble, ConservesMomentumAtAnOpenGap) {
  for (int seed = 0; seed < 100; ++seed) {
    test::Random random(seed);
    Model model;
    for (int i = 0; i < 2; ++i) {
      model.bodies.push_back(placed(test::body_with_inertia(std::exp(3 * random.normal()), random.inertia()),
                                    i == 0 ? "a" : "b", random.vector()));
      model.bodies.back().start.rotation = random.rotation();
      model.bodies.back().start_velocity = random.vector();
      model.bodies.back().start_angular_velocity = random.vector();
    }
    const State state = initial_state(model);
    Prediction prediction;
    predict(model, state, kStep, prediction);
    const ContactSet contacts = {contact_between(0, 1, random.vector(), random.vector().normalized(), 0.3, 1)};
    ContactProblem problem;
    assemble(model, state, prediction, contacts, kStep, {}, problem);
    const VecX change = velocity_after(problem, random.vector()) - problem.free_velocity;
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    double size = 0;
    for (int i = 0; i < 2; ++i) {
      const Vec3 p = model.bodies[i].mass.mass * change.segment<3>(6 * i);
      const Vec3 spin = test::world_inertia(model.bodies[i], state.bodies[i]) * change.segment<3>(6 * i + 3);
      linear += p;
      angular += spin + state.bodies[i].center.cross(p);
      size += p.norm() + spin.norm();
    }
    EXPECT_LT(linear.norm(), 1e-13 * size) << "seed " << seed;
    EXPECT_LT(angular.norm(), 1e-11 * size) << "seed " << seed;
  }
}

struct BoundCase {
  const char* what;
  double gap, u_start, u_free, e, recovery, expected;
};

TEST(NormalBound, FollowsTheRules) {
  const BoundCase cases[] = {
      {"touching", 0, 0, -0.1, 0, 0, 0},
      {"a gap may close, not be passed", 0.002, 0, -0.1, 0, 0, -0.2},
      {"overlap without recovery", -0.002, 0, -0.1, 0, 0, 0},
      {"impact", 0, -2, -2.1, 0.5, 0, 1},
      {"impact into overlap", -0.001, -2, -2.1, 0.5, 0, 1},
      {"impact closing the gap in this step", 0.02, -2, -2.1, 0.5, 0, 1},
      {"no bounce before touching", 0.03, -2, -2.1, 0.5, 0, -3},
      {"slower than the threshold", 0, -0.049, -0.15, 0.5, 0, 0},
      {"faster than the threshold", 0, -0.051, -0.15, 0.5, 0, 0.0255},
      {"e = 0 does not bounce", 0, -2, -2.1, 0, 0, 0},
      {"parting at the start", 0, 2, -2.1, 0.5, 0, 0},
      {"recovery, of what is more than touching", -0.001, 0, -0.1, 0, 0.5, 0.05 + 0.5 * 1e-3 * 9.81 * kStep},
      {"what solvers leave is taken back at once", -0.5e-3 * 9.81 * kStep * kStep, 0, -0.1, 0, 0,
       0.5e-3 * 9.81 * kStep},
      {"recovery is capped", -0.1, 0, -0.1, 0, 0.5, 0.1},
      {"recovery needs overlap", 0.001, 0, -0.1, 0, 0.5, -0.1},
      {"impact goes before recovery", -0.001, -2, -2.1, 0.5, 0.5, 1},
  };
  for (const BoundCase& c : cases) {
    Model model;
    model.recovery = c.recovery;
    EXPECT_NEAR(normal_bound(model, kStep, c.gap, c.u_start, c.u_free, c.e), c.expected, 1e-14) << c.what;
  }
}

// The four feet of a box tilted by noise: velocities that a rigid body can have must satisfy all four bounds as
// equations, whichever of the feet overlap.
TEST(NormalBound, FeetOfAFlatBaseAgreeWhicheverOverlapByNoise) {
  Model model;
  for (const double recovery : {0.0, 0.2}) {
    model.recovery = recovery;
    for (const double noise : {0.0, 1e-12, 1e-9}) {
      const auto bound = [&](double x, double y) {
        return normal_bound(model, kStep, noise * (x - 2 * y - 0.3), 0, 0, 0);
      };
      const double twist = bound(1, 1) - bound(-1, 1) - bound(1, -1) + bound(-1, -1);
      EXPECT_NEAR(twist, 0, 1e-15 + 1e-15 * noise / kStep);
    }
  }
}

// Places near 10 m are known to 1e-15 m or so: less is no gap. More is, and nothing jumps where it begins.
TEST(Assemble, AGapThatRoundOffFeignsIsNone) {
  Model model = small_model();
  model.bodies[1].start.position = {10, 0, 1.5};
  const State state = initial_state(model);
  Prediction prediction;
  predict(model, state, kStep, prediction);
  const auto bound = [&](double gap) {
    ContactProblem problem;
    assemble(model, state, prediction, {contact_between(0, 1, {10, 0, 0}, Vec3::UnitZ(), gap, 1)}, kStep, {}, problem);
    return problem.contacts[0].bound;
  };
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_EQ(bound(sign * 1e-14), 0);
    EXPECT_EQ(bound(sign * 1e-12), -sign * 1e-12 / kStep);
    for (double gap = 0; gap < 3e-13; gap += 1e-15) {
      EXPECT_LE(std::abs(bound(sign * gap)), gap / kStep * (1 + 1e-12));
      EXPECT_LT(std::abs(bound(sign * (gap + 1e-15)) - bound(sign * gap)), 3e-15 / kStep);
    }
  }
}

// A residual of the tolerance may be one body's velocity; what that makes of its gaps in a step is not known. Two free
// bodies here.
TEST(Assemble, AGapThatTheLastSolveMayHaveLeftIsNone) {
  const Model model = small_model();
  const State state = initial_state(model);
  Prediction prediction;
  predict(model, state, kStep, prediction);
  const auto bound = [&](double gap, double tolerance) {
    ContactProblem problem;
    assemble(model, state, prediction, {contact_between(0, 1, {0, 0, 1}, Vec3::UnitZ(), gap, 1)}, kStep, {}, problem,
             tolerance);
    return problem.contacts[0].bound;
  };
  const double fall = kStep * kStep * model.gravity.norm();
  for (const double tolerance : {1e-4, 1e-3}) {
    const double left = tolerance * fall * std::sqrt(2.0);
    for (const double sign : {-1.0, 1.0}) {
      EXPECT_EQ(bound(sign * 0.999 * left, tolerance), 0);
      EXPECT_EQ(bound(sign * 2.001 * left, tolerance), bound(sign * 2.001 * left, 0));
    }
    EXPECT_NE(bound(0.999 * left, 0), 0);
  }
  EXPECT_EQ(bound(0.049 * model.margin, 1e6), 0) << "tolerances beyond all reason";
  EXPECT_EQ(bound(0.101 * model.margin, 1e6), -0.101 * model.margin / kStep);
}

}  // namespace
}  // namespace stiction
