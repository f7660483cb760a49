// Meshes that move past each other: contacts are found that this brings near, and no others.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "collision/collider.h"
#include "collision/mesh/mesh_contacts.h"
#include "collision/mesh/mesh_worlds.h"
#include "collision/mesh/random_courses.h"

namespace stiction {
namespace {

using namespace test;

FeatureShape features(const TriangleMesh& mesh) {
  return make_feature_shape(mesh.vertices, mesh.triangles);
}

bool overlap(const std::vector<PairPoint>& points, double tolerance) {
  return std::any_of(points.begin(), points.end(), [&](const PairPoint& p) { return p.gap < -tolerance; });
}

// Counts the contacts that are found, and those that are left out.
struct Tally {
  int found = 0, left_out = 0;
};

void expect_those_of_interest(const FeatureShape& one, const FeatureShape& two, std::mt19937& random, Tally& tally) {
  std::uniform_real_distribution<double> share(0.3, 1.0);
  const Pose at{random_vector(random), random_rotation(random)};
  const Vec3 direction = random_vector(random).normalized();
  const Pose pose{at.position + share(random) * (one.size + two.size) * direction, random_rotation(random)};
  const PairCourses courses = random_courses(at.position, 0.05, random);
  FeaturePairs pairs;
  std::vector<PairPoint> all, found;
  pairs.find(one, at, two, pose, 0.08, {}, nullptr, all);
  pairs.find(one, at, two, pose, 0.08, courses, nullptr, found);
  if (overlap(all, pairs.tolerance()) || overlap(found, pairs.tolerance())) return;
  const std::size_t before = all.size();
  std::erase_if(all, [&](const PairPoint& p) { return !courses.concern(p.point, p.normal, p.gap); });
  tally.found += static_cast<int>(all.size());
  tally.left_out += static_cast<int>(before - all.size());
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(found[i].code, all[i].code);
    EXPECT_EQ(found[i].gap, all[i].gap);
    EXPECT_EQ(found[i].point, all[i].point);
  }
}

TEST(MeshCourses, ThoseContactsAreFoundThatAreOfInterest) {
  const std::vector<TriangleMesh> meshes = {box_mesh({1, 0.7, 0.5}),   l_mesh(),
                                            icosphere(0.5, 2),         box_mesh({1, 1, 0.01}),
                                            rock_mesh(0.5, 2, 0.5, 3), torus_mesh(0.5, 0.15, 20, 10)};
  std::vector<FeatureShape> shapes = {make_sphere_features(0.3), make_capsule_features(0.1, 0.6)};
  for (const TriangleMesh& mesh : meshes) shapes.push_back(features(mesh));
  std::mt19937 random(5);
  Tally tally;
  for (const FeatureShape& one : shapes) {
    for (const FeatureShape& two : shapes) {
      for (int i = 0; i < repetitions(60); ++i) expect_those_of_interest(one, two, random, tally);
    }
  }
  EXPECT_GT(tally.found, repetitions(500));  // of a tenth of the cases fewer, by chance
  EXPECT_GT(tally.left_out, repetitions(500));
}

// A shape with a distance field that says where to look, and the same without.
struct TwoSearches {
  explicit TwoSearches(const TriangleMesh& mesh)
      : geometry(mesh, MeshOptions{}), with_field(make_feature_shape(geometry)), without(features(mesh)) {}
  MeshGeometry geometry;
  FeatureShape with_field, without;
};

// Near each other, or nearly so.
int count_with_field(const TwoSearches& one, const TwoSearches& two, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0.7, 1.1), log_way(-3, -1);
  const Pose at{random_vector(random), random_rotation(random)};
  const Pose pose{at.position + share(random) * random_vector(random).normalized(), random_rotation(random)};
  const double way = std::pow(10, log_way(random));
  const PairCourses courses = random() % 3 == 0 ? PairCourses() : random_courses(at.position, way, random);
  FeaturePairs pairs;
  std::vector<PairPoint> all, found;
  pairs.find(one.without, at, two.without, pose, 2 * way, courses, nullptr, all);
  pairs.find(one.with_field, at, two.with_field, pose, 2 * way, courses, nullptr, found);
  if (overlap(all, 0) || overlap(found, 0)) return 0;
  EXPECT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < std::min(all.size(), found.size()); ++i) {
    EXPECT_EQ(found[i].code, all[i].code);
    EXPECT_EQ(found[i].gap, all[i].gap);
    EXPECT_EQ(found[i].point, all[i].point);
  }
  return static_cast<int>(all.size());
}

TEST(MeshCourses, TheDistanceFieldLeavesOutNothing) {
  const TwoSearches ball(icosphere(0.5, 2)), rock(rock_mesh(0.5, 2, 0.5, 3)), ring(torus_mesh(0.4, 0.1, 20, 10));
  std::mt19937 random(8);
  int found = 0;
  for (const TwoSearches* one : {&ball, &rock, &ring}) {
    for (const TwoSearches* two : {&ball, &rock, &ring}) {
      for (int i = 0; i < repetitions(300); ++i) found += count_with_field(*one, *two, random);
    }
  }
  EXPECT_GT(found, repetitions(500));
}

// A heap of mesh cubes that nothing holds.
Model loose_heap(int count, std::mt19937& random) {
  Model model = world({});
  const MeshShape cube = mesh_shape(box_mesh(Vec3::Constant(0.5)));
  for (int i = 0; i < count; ++i) {
    const int column = i % 3, row = i / 3 % 3, layer = i / 9;
    const Vec3 place = Vec3(0.9 * column, 0.9 * row, 0.5 + 0.6 * layer) + 0.1 * random_vector(random);
    model.bodies.push_back(mesh_body(std::to_string(i), cube, place, random_rotation(random)));
  }
  compute_masses(model);
  return model;
}

std::vector<BodyCourse> random_course(const Model& model, double speed, std::mt19937& random) {
  std::vector<BodyCourse> course(model.bodies.size());
  for (std::size_t i = 0; i < course.size(); ++i) {
    course[i].is_known = random() % 8 > 0;
    course[i].strays = random() % 3 == 0;
    if (model.bodies[i].fixed) continue;
    course[i].motion.velocity = speed * random_vector(random);
    course[i].motion.angular_velocity = speed * random_vector(random);
  }
  return course;
}

// Courses that are the same as in the search before, others, and more of them.
TEST(MeshCourses, WhatIsFoundDoesNotDependOnHistory) {
  std::mt19937 random(52);
  const Model model = loose_heap(27, random);
  State state = initial_state(model);
  Collider old(model);
  ContactSet warm, cold;
  Courses courses;
  courses.near = 2e-3;
  std::vector<double> detour(model.bodies.size(), 0.0);
  std::size_t found = 0;
  for (int look = 0; look < 80; ++look) {
    if (look % 5 == 0) {
      for (BodyState& body : state.bodies)
        if (random() % 2 > 0) body.center += 0.01 * random_vector(random);
      courses.courses.clear();
    }
    if (look % 5 < 4 && look % 5 != 1) courses.courses.push_back(random_course(model, 3, random));
    for (double& way : detour) way = random() % 6 == 0 ? 0.03 : 0;
    old.collide(state, 0.01, detour, courses, warm);
    Collider(model).collide(state, 0.01, detour, courses, cold);
    found += warm.size();
    ASSERT_EQ(warm.size(), cold.size()) << look;
    for (std::size_t i = 0; i < warm.size(); ++i) {
      ASSERT_EQ(warm[i].id, cold[i].id);
      ASSERT_EQ(warm[i].point, cold[i].point);
      ASSERT_EQ(warm[i].gap, cold[i].gap);
    }
  }
  EXPECT_GT(found, 1000u);
}

// Two cubes 3 mm apart, the second moving along x; weightless.
int contacts_of_cubes(double speed) {
  const MeshShape cube = mesh_shape(box_mesh(Vec3::Ones()));
  Model model = world({mesh_body("one", cube, {0, 0, 10}), mesh_body("two", cube, {1.003, 0, 10})});
  model.bodies.back().start_velocity = {speed, 0, 0};
  model.gravity.setZero();
  Simulation simulation = simulate(std::move(model));
  return simulation.step().contact_count;
}

TEST(MeshCourses, BodiesThatPartHaveNoContacts) {
  EXPECT_EQ(contacts_of_cubes(1), 0);
  EXPECT_EQ(contacts_of_cubes(0), 0);
  EXPECT_EQ(contacts_of_cubes(-0.1), 0);
  EXPECT_EQ(contacts_of_cubes(-1), 4);
}

// A row of cubes 5 mm apart; the first one comes at 5 m/s, 50 mm in a step.
TEST(MeshCourses, BodiesThatAreStruckDoNotEnterThoseTheyAreDrivenInto) {
  const MeshShape cube = mesh_shape(box_mesh(Vec3::Ones()));
  for (const int count : {2, 3, 4}) {
    std::vector<Body> cubes;
    cubes.reserve(count);
    for (int i = 0; i < count; ++i) cubes.push_back(mesh_body(std::to_string(i), cube, {1.005 * i, 0, 10}));
    cubes[0].start_velocity = {5, 0, 0};
    Model model = world(cubes);
    model.gravity.setZero();
    Simulation simulation = simulate(std::move(model));
    run(simulation, 5);
    const std::vector<BodyState>& bodies = simulation.state().bodies;
    for (int i = 2; i <= count; ++i) {
      EXPECT_GT(bodies[i].center.x() - bodies[i - 1].center.x(), 1 - 1e-9) << count << " cubes, " << i;
    }
    EXPECT_NEAR(bodies[count].velocity.x(), 5.0 / count, 1e-6) << "the row ends as one body: " << count;
  }
}

// A rod flies upward, away from a post 4 mm below its one end, and hits a lintel with the other: it is turned about and
// would be driven into the post within the step.
Model rod_between_post_and_lintel() {
  const MeshShape rod = mesh_shape(box_mesh({2, 0.1, 0.1})), block = mesh_shape(box_mesh(Vec3::Constant(0.2)));
  Body post = fixed_body(mesh_body("post", block, {-0.9, 0, 9.846}));
  Body lintel = fixed_body(mesh_body("lintel", block, {0.9, 0, 10.152}));
  Body flying = mesh_body("rod", rod, {0, 0, 10});
  flying.start_velocity = {0, 0, 4};
  Model model = world({post, lintel, flying});
  model.gravity.setZero();
  compute_masses(model);
  return model;
}

void expect_that_the_rod_enters_nothing(double budget_ms) {
  SolverOptions options;
  options.tolerance = 1e-9;
  options.budget_ms = budget_ms;
  Simulation simulation(rod_between_post_and_lintel(), 0.01, options);
  double lowest = 0;
  for (int i = 0; i < 5; ++i) {
    simulation.step();
    for (const Contact& contact : simulation.contacts()) lowest = std::min(lowest, contact.gap);
  }
  EXPECT_GT(lowest, -1e-3);
  const BodyState& end = simulation.state().bodies.back();
  EXPECT_GT(end.angular_velocity.norm(), 0.1) << "or it was not turned about";
}

TEST(MeshCourses, ARodThatIsTurnedAboutDoesNotEnterWhatItPartedFrom) {
  expect_that_the_rod_enters_nothing(0);
}

// There is no time to look for contacts again.
TEST(MeshCourses, ARodThatIsTurnedAboutDoesNotEnterWhatItPartedFromWithinABudget) {
  expect_that_the_rod_enters_nothing(1e-6);
}

// A ball at 20 m/s strikes another, which is driven into a third 2 mm behind it, without any margin. A mesh far away
// changes nothing of that.
TEST(MeshCourses, BallsAreLookedAtAgainWhereverMeshesAre) {
  for (const bool with_mesh : {false, true}) {
    std::vector<Body> bodies;
    for (int i = 0; i < 3; ++i) {
      Body ball;
      ball.name = std::to_string(i);
      ball.shape = SphereShape{0.1};
      ball.start.position = {i == 0 ? -0.3 : 0.202 * i, 0, 10};
      bodies.push_back(ball);
    }
    bodies[0].start_velocity = {20, 0, 0};
    if (with_mesh) bodies.push_back(mesh_body("far", mesh_shape(box_mesh(Vec3::Ones())), {50, 0, 50}));
    Model model = world(bodies);
    model.gravity.setZero();
    model.margin = 0;
    Simulation simulation = simulate(std::move(model));
    double deepest = 0;
    for (int i = 0; i < 10; ++i) deepest = std::max(deepest, simulation.step().max_penetration);
    EXPECT_LT(deepest, 1e-6) << with_mesh;
  }
}

}  // namespace
}  // namespace stiction
