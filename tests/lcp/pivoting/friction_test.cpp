#include <gtest/gtest.h>

#include "lcp/pivoting/box_stacks.h"
#include "lcp/pivoting/cone_step.h"
#include "lcp/pivoting/dantzig.h"
#include "lcp/pivoting/friction_pivoting.h"

namespace stiction {
namespace {

using test::box_stack;
using test::friction_errors;
using test::RandomQp;
using test::StackOptions;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// BA (23) by walking along the ray.
double first_exit(const Vec2& f, const Vec2& df, double f_N, double df_N, double mu) {
  constexpr double kStep = 1e-4;
  for (int i = 1; i < 100000; ++i) {
    const double s = kStep * i;
    if ((f + s * df).norm() > mu * (f_N + s * df_N)) return s;
  }
  return kInfinity;
}

TEST(ConeStep, IsWhereARayLeavesTheCone) {
  RandomQp random(1);
  for (int k = 0; k < 300; ++k) {
    const double mu = random.uniform(0.1, 1), f_N = random.uniform(0.1, 2), df_N = random.uniform(-1, 1);
    const Vec2 f = random.vector(2).normalized() * mu * f_N * random.uniform(0, 0.95);
    const Vec2 df = random.vector(2);
    const double s = step_to_cone(f.squaredNorm(), f.dot(df), df.squaredNorm(), mu * f_N, mu * df_N);
    const double walked = first_exit(f, df, f_N, df_N, mu);
    if (walked == kInfinity) {
      EXPECT_GT(s, 9.9);
    } else {
      EXPECT_NEAR(s, walked, 2e-4);
    }
  }
}

TEST(ConeStep, OnTheBorderItDependsOnTheDirection) {
  const auto step = [](const Vec2& df, double df_N) {
    const Vec2 f(0.5, 0);  // mu = 0.5, f_N = 1
    return step_to_cone(f.squaredNorm(), f.dot(df), df.squaredNorm(), 0.5, 0.5 * df_N);
  };
  EXPECT_EQ(step(Vec2(1, 0), 0), 0);
  EXPECT_EQ(step(Vec2(0, 1), 0), 0) << "tangential leaves a disk";
  EXPECT_NEAR(step(Vec2(-1, 0), 0), 1, 1e-15) << "through the disk and out on the other side";
  EXPECT_EQ(step(Vec2(0.5, 0), 1), kInfinity) << "along the border";
  EXPECT_EQ(step(Vec2(0, 0), 1), kInfinity);
  EXPECT_EQ(step(Vec2(0, 0), -1), 0);
}

// A box on an incline, in the plane: gravity along the surface is tan(angle) times that across.
FrictionProblem incline(double degrees, double mu) {
  RandomQp random(0);
  StackOptions options;
  options.boxes = 1;
  options.tangents = 1;
  options.push = 0;
  options.equal = true;
  test::Stack stack = box_stack(random, options);
  const double angle = degrees * M_PI / 180;
  stack.force << 9.81 * std::sin(angle), -9.81 * std::cos(angle), 0;
  stack.problem.b = stack.J * stack.inverse_mass.cwiseProduct(stack.force);
  stack.problem.mu.setConstant(mu);
  return stack.problem;
}

TEST(FrictionPivoting, ABoxOnAnInclineSticksBelowTheCriticalAngle) {
  const FrictionProblem p = incline(20, std::tan(20.001 * M_PI / 180));
  const FrictionResult r = solve_friction(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_LT(r.a.lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(FrictionPivoting, ABoxOnAnInclineSlidesAboveIt) {
  const FrictionProblem p = incline(30, 0.2);
  const FrictionResult r = solve_friction(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  const double expected = 9.81 * (std::sin(M_PI / 6) - 0.2 * std::cos(M_PI / 6));
  for (const int row : {1, 3}) EXPECT_NEAR(r.a[row], expected, 1e-12);
  EXPECT_NEAR(r.f[1] + r.f[3], -0.2 * (r.f[0] + r.f[2]), 1e-12);
}

struct Tally {
  int problems = 0, contacts = 0, drives = 0, zero_steps = 0, given_up = 0, restarted = 0;
  double worst = 0;

  void add(const FrictionProblem& p, const FrictionResult& r) {
    ++problems;
    contacts += p.contact_count();
    drives += r.drives;
    zero_steps += r.zero_steps;
    given_up += r.given_up;
    restarted += r.attempts > 1 ? 1 : 0;
    worst = std::max(worst, friction_errors(p, r.f).worst());
  }
  void print() const {
    std::printf(
        "%d problems, %d contacts: worst condition %.1e, %.2f drives a contact, %d steps of length zero, given up %d "
        "times, "
        "%d restarted\n",
        problems, contacts, worst, 1.0 * drives / contacts, zero_steps, given_up, restarted);
  }
};

Tally solve_stacks(int first_seed, int count, StackOptions options, int most_boxes) {
  Tally tally;
  for (int seed = first_seed; seed < first_seed + count; ++seed) {
    RandomQp random(seed);
    options.boxes = random.integer(1, most_boxes);
    const FrictionProblem p = box_stack(random, options).problem;
    const FrictionResult r = solve_friction(p);
    EXPECT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    tally.add(p, r);
  }
  tally.print();
  return tally;
}

TEST(FrictionPivoting, PlanarStacksSatisfyTheConditions) {
  StackOptions options;
  options.tangents = 1;
  const Tally tally = solve_stacks(0, 300, options, 15);
  EXPECT_LT(tally.worst, 1e-9);
  EXPECT_GT(tally.given_up, 0) << "the rule was never needed: look for harder problems";
  EXPECT_LT(tally.drives, 3 * tally.contacts);
}

TEST(FrictionPivoting, SpatialStacksSatisfyTheConditions) {
  const Tally tally = solve_stacks(0, 150, {}, 6);
  EXPECT_LT(tally.worst, 1e-9);
  EXPECT_GT(tally.given_up, 0) << "the rule was never needed: look for harder problems";
  EXPECT_LT(tally.drives, 3 * tally.contacts);
}

TEST(FrictionPivoting, EqualBoxesStraightOnTopOfEachOtherAreDegenerateAndSolved) {
  StackOptions options;
  options.equal = true;
  options.push = 0.05;
  EXPECT_LT(solve_stacks(500, 60, options, 6).worst, 1e-9);
  options.push = 0;
  EXPECT_LT(solve_stacks(500, 10, options, 6).worst, 1e-9);
}

// Pushed so hard that most boxes tip, slide or fly.
TEST(FrictionPivoting, HardPushedStacksSatisfyTheConditions) {
  StackOptions options;
  options.push = 2;
  EXPECT_LT(solve_stacks(1000, 100, options, 6).worst, 1e-9);
}

TEST(FrictionPivoting, WithoutFrictionItIsDantzig) {
  for (int seed = 0; seed < 50; ++seed) {
    RandomQp random(seed);
    StackOptions options;
    options.boxes = random.integer(1, 6);
    const test::Stack stack = box_stack(random, options);
    FrictionProblem p = stack.problem;
    p.mu.setZero();
    const FrictionResult r = solve_friction(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved);
    const int contacts = p.contact_count();
    DantzigProblem normal{MatX(contacts, contacts), VecX(contacts), 0};
    for (int i = 0; i < contacts; ++i) {
      normal.b[i] = p.b[p.normal_row(i)];
      for (int j = 0; j < contacts; ++j) normal.A(i, j) = p.A(p.normal_row(i), p.normal_row(j));
    }
    const DantzigResult d = solve_dantzig(normal);
    for (int i = 0; i < contacts; ++i) EXPECT_NEAR(r.a[p.normal_row(i)], d.a[i], 1e-10 * p.b.lpNorm<Eigen::Infinity>());
  }
}

TEST(FrictionPivoting, BilateralConstraintsHoldBesideFriction) {
  Tally tally;
  int redundant = 0;
  for (int seed = 0; seed < 60; ++seed) {
    RandomQp random(seed);
    StackOptions options;
    options.boxes = random.integer(1, 4);
    const test::Stack stack = box_stack(random, options);
    const int joints = random.integer(1, 4);
    MatX J(joints + stack.J.rows(), stack.J.cols());
    J << random.matrix(joints, static_cast<int>(stack.J.cols())), stack.J;
    if (joints > 2) J.row(2) = J.row(0) - 2 * J.row(1);
    FrictionProblem p = stack.problem;
    p.bilateral_count = joints;
    p.A = J * stack.inverse_mass.asDiagonal() * J.transpose();
    p.b = J * stack.inverse_mass.cwiseProduct(stack.force);
    const FrictionResult r = solve_friction(p);
    ASSERT_EQ(r.status, PivotingStatus::kSolved) << "seed " << seed;
    redundant += r.redundant_bilaterals;
    tally.add(p, r);
  }
  tally.print();
  EXPECT_LT(tally.worst, 1e-9);
  EXPECT_GT(redundant, 0);
}

TEST(FrictionPivoting, ContradictingBilateralConstraintsAreInfeasible) {
  FrictionProblem p;
  p.A = MatX::Ones(2, 2);
  p.b = (VecX(2) << 1, 2).finished();
  p.mu = VecX(0);
  p.bilateral_count = 2;
  const FrictionResult r = solve_friction(p);
  EXPECT_EQ(r.status, PivotingStatus::kInfeasible);
  EXPECT_LT((p.A * r.ray).norm(), 1e-12);
  EXPECT_LT(p.b.dot(r.ray), 0);
}

// A pushed rod whose lower end slides on the ground (Painleve), mass 1 kg, half length 1 m. Rows: normal, tangent.
FrictionProblem rod(double degrees, double mu, double slides, double b_N) {
  const double s = std::sin(degrees * M_PI / 180), c = std::cos(degrees * M_PI / 180);
  FrictionProblem p;
  p.tangents = 1;
  p.A = (MatX(2, 2) << 1 + 3 * c * c, -3 * s * c, -3 * s * c, 1 + 3 * s * s).finished();
  p.b = (VecX(2) << b_N, 0).finished();
  p.mu = VecX::Constant(1, mu);
  p.sliding = MatX::Constant(1, 1, slides);
  return p;
}

TEST(DynamicFriction, FollowsTheNormalForceAgainstTheMotion) {
  const FrictionProblem p = rod(60, 0.3, 1, -9.81);
  const FrictionResult r = solve_friction(p);
  ASSERT_EQ(r.status, PivotingStatus::kSolved);
  EXPECT_NEAR(r.f[0], 9.81 / (p.A(0, 0) - 0.3 * p.A(0, 1)), 1e-12);
  EXPECT_NEAR(r.f[1], -0.3 * r.f[0], 1e-12);
  EXPECT_NEAR(r.a[0], 0, 1e-12);
}

// 1 + 3 cos^2 < 3 mu sin cos: the normal force turns the rod into the ground, however large it is.
TEST(DynamicFriction, PainlevesRodEndsInAnUnboundedRay) {
  const FrictionProblem p = rod(60, 2, -1, -9.81);
  const FrictionResult r = solve_friction(p);
  ASSERT_EQ(r.status, PivotingStatus::kUnboundedRay);
  EXPECT_EQ(r.ray_row, 0);
  EXPECT_GT(r.ray[0], 0);
  EXPECT_NEAR(r.ray[1], 2 * r.ray[0], 1e-12) << "on the cone, against the motion";
  EXPECT_LT((p.A * r.ray)[0], 0);
}

TEST(DynamicFriction, TheSameRodSolvesWhenItSlidesTheOtherWayOrLessSteeply) {
  EXPECT_EQ(solve_friction(rod(60, 2, 1, -9.81)).status, PivotingStatus::kSolved);
  EXPECT_EQ(solve_friction(rod(60, 1.2, -1, -9.81)).status, PivotingStatus::kSolved);
  const FrictionResult open = solve_friction(rod(60, 2, -1, 1));
  ASSERT_EQ(open.status, PivotingStatus::kSolved) << "indeterminate: no force is one of two answers";
  EXPECT_EQ(open.f[0], 0);
}

TEST(DynamicFriction, StacksOnASlidingBoxMixBothKinds) {
  Tally tally;
  int rays = 0;
  for (int seed = 0; seed < 100; ++seed) {
    RandomQp random(seed);
    StackOptions options;
    options.boxes = random.integer(1, 5);
    options.tangents = random.integer(1, 2);
    options.mu_high = 0.4;
    FrictionProblem p = box_stack(random, options).problem;
    p.sliding = MatX::Zero(p.tangents, p.contact_count());
    const int feet = p.tangents == 1 ? 2 : 4;
    const VecX direction = random.vector(p.tangents).normalized();
    for (int c = 0; c < feet; ++c) p.sliding.col(c) = direction;
    const FrictionResult r = solve_friction(p);
    ASSERT_TRUE(r.status == PivotingStatus::kSolved || r.status == PivotingStatus::kUnboundedRay) << "seed " << seed;
    rays += r.status == PivotingStatus::kUnboundedRay ? 1 : 0;
    if (r.status == PivotingStatus::kSolved) tally.add(p, r);
  }
  tally.print();
  std::printf("%d rays\n", rays);
  EXPECT_LT(tally.worst, 1e-9);
  EXPECT_GT(tally.problems, 80);
}

TEST(FrictionPivoting, APivotLimitIsReportedAsSuch) {
  RandomQp random(3);
  const FrictionProblem p = box_stack(random, {}).problem;
  FrictionOptions options;
  options.max_pivots = 3;
  const FrictionResult r = solve_friction(p, options);
  EXPECT_EQ(r.status, PivotingStatus::kPivotLimit);
  EXPECT_EQ(r.attempts, 5);
  EXPECT_TRUE(r.f.allFinite());
}

}  // namespace
}  // namespace stiction
