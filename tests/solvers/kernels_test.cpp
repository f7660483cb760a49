// The two kernels against each other, and the two sizes of each (SP-6), on random projections.
#include <gtest/gtest.h>

#include "solvers/solving.h"
#include "solvers/staggered/drivers.h"
#include "solvers/staggered/island_projections.h"

namespace stiction {
namespace {

using Random = test::ProblemRandom;
using test::distance;
using test::norm;

constexpr FrictionSet kOctagon{8};

struct Projection {
  ContactProblem problem;
  Island island;
  Iterate start;  // some friction f = A_t beta, some alpha >= 0

  bool empty() const { return island.contact_count() == 0; }
};

Projection random_projection(int seed, const test::RandomProblemOptions& options) {
  Projection given;
  given.problem = test::random_problem(seed, options);
  given.island = test::whole_island(given.problem);
  if (given.empty()) return given;
  Random random(seed + 77777);
  std::vector<double> z(3 * static_cast<std::size_t>(given.island.contact_count()));
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double size = given.island.denominator * (random.chance(0.2) ? 0 : 1);
    z[i] = size * (i % 3 == 0 ? random.uniform(0, 1) : random.uniform(-0.5, 0.5));
  }
  given.start.set_impulse(given.island, z);
  return given;
}

SolverOptions kernel_and_form(Kernel kernel, Form form) {
  SolverOptions options;
  options.kernel = kernel;
  options.form = form;
  options.tangents = kOctagon;
  return options;
}

Iterate contact_projection(const Projection& given, Kernel kernel, Form form) {
  IslandProjections projections;
  projections.prepare(given.island, kernel_and_form(kernel, form));
  Iterate it = given.start;
  projections.project_contact(it, kExactProjection * given.island.denominator);
  return it;
}

Iterate friction_projection(const Projection& given, Kernel kernel, Form form) {
  IslandProjections projections;
  projections.prepare(given.island, kernel_and_form(kernel, form));
  Iterate it = given.start;
  projections.project_friction(it, kExactProjection * given.island.denominator);
  return it;
}

double size_of(const Projection& given, const std::vector<double>& x) {
  return norm(x) + given.island.denominator;
}

// Optimality of alpha in the contact projection, worst contact, scaled units.
double contact_error(const Projection& given, const Iterate& it) {
  const Island& island = given.island;
  std::vector<double> x = it.c, u(island.contact_count());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += it.f[i];
  island.apply_transposed(0, 1, x.data(), u.data());
  double error = 0;
  for (std::size_t c = 0; c < u.size(); ++c) {
    error = std::max(error, std::abs(std::min(it.alpha[c], u[c] + island.q[3 * c])));
  }
  return error;
}

// SP eq. 20, 21: the projected velocity is unique, whichever kernel finds it; redundant contacts included.
TEST(Kernels, AgreeOnTheContactProjection) {
  for (int seed = 0; seed < 1500; ++seed) {
    const Projection given =
        random_projection(seed, {.max_bodies = 4, .max_patch = 3, .bounds = seed % 2 == 0, .set = kOctagon});
    if (given.empty()) continue;
    const Iterate newton = contact_projection(given, Kernel::kNewton, Form::kAuto);
    const Iterate exact = contact_projection(given, Kernel::kActiveSet, Form::kDof);
    EXPECT_LT(distance(newton.c, exact.c), 1e-9 * size_of(given, exact.c)) << "seed " << seed;
  }
}

TEST(Kernels, AgreeOnTheFrictionProjection) {
  for (int seed = 0; seed < 1000; ++seed) {
    const Projection given = random_projection(seed, {.max_bodies = 3, .max_patch = 2, .set = kOctagon});
    if (given.empty()) continue;
    const Iterate newton = friction_projection(given, Kernel::kNewton, Form::kAuto);
    const Iterate exact = friction_projection(given, Kernel::kActiveSet, Form::kContact);
    EXPECT_LT(distance(newton.f, exact.f), 1e-9 * size_of(given, exact.f)) << "seed " << seed;
  }
}

TEST(Kernels, BothSizesOfTheNewtonKernelAgree) {  // SP-6
  for (int seed = 0; seed < 500; ++seed) {
    const Projection given = random_projection(seed, {.max_patch = 3, .bounds = true, .set = kOctagon});
    if (given.empty()) continue;
    const Iterate dof = contact_projection(given, Kernel::kNewton, Form::kDof);
    const Iterate contact = contact_projection(given, Kernel::kNewton, Form::kContact);
    EXPECT_LT(distance(dof.c, contact.c), 1e-9 * size_of(given, dof.c)) << "seed " << seed;
    const Iterate dof_f = friction_projection(given, Kernel::kNewton, Form::kDof);
    const Iterate contact_f = friction_projection(given, Kernel::kNewton, Form::kContact);
    EXPECT_LT(distance(dof_f.f, contact_f.f), 1e-9 * size_of(given, dof_f.f)) << "seed " << seed;
  }
}

TEST(Kernels, BothSizesOfTheActiveSetKernelAgree) {  // SP-6
  for (int seed = 0; seed < 300; ++seed) {
    const Projection given = random_projection(seed, {.max_bodies = 3, .max_patch = 2, .set = kOctagon});
    if (given.empty()) continue;
    const Iterate dof = contact_projection(given, Kernel::kActiveSet, Form::kDof);
    const Iterate contact = contact_projection(given, Kernel::kActiveSet, Form::kContact);
    EXPECT_LT(distance(dof.c, contact.c), 1e-9 * size_of(given, dof.c)) << "seed " << seed;
    const Iterate dof_f = friction_projection(given, Kernel::kActiveSet, Form::kDof);
    const Iterate contact_f = friction_projection(given, Kernel::kActiveSet, Form::kContact);
    EXPECT_LT(distance(dof_f.f, contact_f.f), 1e-9 * size_of(given, dof_f.f)) << "seed " << seed;
  }
}

TEST(Kernels, ContactProjectionReachesSignorinisPrecision) {
  for (int seed = 0; seed < 1500; ++seed) {
    const Projection given = random_projection(seed, {.max_bodies = 8, .max_patch = 5, .bounds = true});
    if (given.empty()) continue;
    const Iterate it = contact_projection(given, Kernel::kNewton, Form::kAuto);
    EXPECT_LT(contact_error(given, it), 1e-10 * given.island.denominator) << "seed " << seed;
    for (double alpha : it.alpha) EXPECT_GE(alpha, 0);
  }
}

TEST(Kernels, ContactProjectionReachesMachinePrecisionWithoutRedundancy) {
  for (int seed = 0; seed < 500; ++seed) {
    const Projection given = random_projection(seed, {.max_patch = 1, .max_mass_ratio = 100, .bounds = true});
    if (given.empty()) continue;
    const Iterate it = contact_projection(given, Kernel::kNewton, Form::kAuto);
    EXPECT_LT(contact_error(given, it), 1e-12 * size_of(given, it.c)) << "seed " << seed;
  }
}

TEST(Kernels, FrictionStaysInItsSetExactly) {
  for (int seed = 0; seed < 300; ++seed) {
    const Projection given = random_projection(seed, {.max_patch = 3});
    if (given.empty()) continue;
    const Iterate it = friction_projection(given, Kernel::kNewton, Form::kAuto);
    for (int c = 0; c < given.island.contact_count(); ++c) {
      const std::size_t k = 2 * static_cast<std::size_t>(c);
      EXPECT_LE(std::hypot(it.beta[k], it.beta[k + 1]), given.island.mu[c] * it.alpha[c] * (1 + 1e-14)) << seed;
    }
  }
}

// Systems are prepared by the first projection.
Form form_of_a_projection(IslandProjections& projections, const Island& island, const SolverOptions& options) {
  projections.prepare(island, options);
  EXPECT_EQ(projections.form(), Form::kAuto);
  Iterate it;
  it.set_zero(island);
  projections.project_contact(it, 1e-10);
  return projections.form();
}

TEST(Kernels, FormIsChosenBySizeAndOnRequest) {
  const Projection given = random_projection(3, {.set = kOctagon});
  ASSERT_FALSE(given.empty());
  for (const Kernel kernel : {Kernel::kNewton, Kernel::kActiveSet}) {
    for (const Form form : {Form::kDof, Form::kContact}) {
      IslandProjections projections;
      EXPECT_EQ(form_of_a_projection(projections, given.island, kernel_and_form(kernel, form)), form);
    }
  }
  // One contact among two bodies against 50 on one.
  test::ProblemMaker few, many;
  few.add_body(1, {0, 0, 0}, {0, 0, 1});
  few.add_body(1, {0, 0, 1}, {0, 0, -1});
  few.add_contact(0, 1, {0, 0, 0.5}, Vec3::UnitZ(), 0.5);
  many.add_body(1, {0, 0, 0.5}, {0, 0, -1});
  many.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.5, 7);
  for (const Kernel kernel : {Kernel::kNewton, Kernel::kActiveSet}) {
    IslandProjections projections;
    const Island small = test::whole_island(few.finish()), large = test::whole_island(many.finish());
    EXPECT_EQ(form_of_a_projection(projections, small, kernel_and_form(kernel, Form::kAuto)), Form::kContact);
    EXPECT_EQ(form_of_a_projection(projections, large, kernel_and_form(kernel, Form::kAuto)), Form::kDof);
  }
}

// The contact projection takes the minimiser nearest to the alpha it starts from: a solution stays where it is.
TEST(Kernels, ContactProjectionKeepsAnAlphaThatIsAlreadyOptimal) {
  test::ProblemMaker maker;
  maker.add_body(1, {0, 0, 0.5}, {0, 0, -0.1});
  maker.add_patch(-1, 0, Vec3::Zero(), Vec3::UnitZ(), 0.5, 3);
  Projection given;
  given.problem = maker.finish();
  given.island = test::whole_island(given.problem);
  std::vector<double> z(27, 0.0);
  for (int c : {0, 2, 6, 8}) z[3 * static_cast<std::size_t>(c)] = given.island.scale[c] * 0.025;
  given.start.set_impulse(given.island, z);
  const Iterate it = contact_projection(given, Kernel::kNewton, Form::kAuto);
  EXPECT_LT(distance(it.alpha, given.start.alpha), 1e-12);
}

}  // namespace
}  // namespace stiction
