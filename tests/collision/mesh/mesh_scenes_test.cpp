// Structures of mesh bodies behave as those of analytic boxes do.
#include <gtest/gtest.h>

#include "base/repetitions.h"
#include "collision/mesh/mesh_worlds.h"

namespace stiction {
namespace {

using namespace test;

constexpr double kDegree = M_PI / 180;

// A mesh slab under a mesh block; gravity is turned by the angle.
double speed_on_incline(double degrees, const Vec3& heading, const Body& ground, const Body& block) {
  Model model;
  model.bodies = {ground, block};
  model.gravity = 9.81 * (std::sin(degrees * kDegree) * heading - std::cos(degrees * kDegree) * Vec3::UnitZ());
  Simulation simulation = simulate(std::move(model));
  run(simulation, 100);
  return simulation.state().bodies[1].velocity.norm();
}

TEST(MeshScenes, ABlockSticksBelowAndSlidesAboveTheFrictionAngle) {
  const MeshShape slab = mesh_shape(box_mesh({6, 6, 1})), block = mesh_shape(box_mesh({1, 1, 0.2}));
  const Body on_mesh = fixed_body(mesh_body("slab", slab, {0, 0, -0.5}));
  const Body free = mesh_body("block", block, {0, 0, 0.1});
  const Body on_box = fixed_body(box_body("slab", {6, 6, 1}, {0, 0, -0.5}));
  for (const Body& ground : {on_mesh, on_box, plane_body()}) {
    for (const Vec3& heading : {Vec3(1, 0, 0), Vec3(0.6, 0.8, 0)}) {
      EXPECT_LT(speed_on_incline(26.555, heading, ground, free), 1e-8);
      const double excess = std::sin(26.575 * kDegree) - 0.5 * std::cos(26.575 * kDegree);
      EXPECT_NEAR(speed_on_incline(26.575, heading, ground, free), 9.81 * excess, 1e-6);
    }
  }
  EXPECT_LT(speed_on_incline(26.555, Vec3::UnitX(), on_mesh, box_body("block", {1, 1, 0.2}, {0, 0, 0.1})), 1e-8);
}

TEST(MeshScenes, AStackOfTenMeshBoxesStandsTenSeconds) {
  const MeshShape cube = mesh_shape(box_mesh(Vec3::Ones()));
  Model model = world({});
  for (int i = 0; i < 10; ++i)
    model.bodies.push_back(mesh_body(std::string(1, static_cast<char>('a' + i)), cube, {0, 0, i + 0.5}));
  Simulation simulation = simulate(std::move(model));
  const State start = simulation.state();
  std::size_t contacts = 0;
  double penetration = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepReport& report = simulation.step();
    if (i == 0) contacts = report.contact_count;
    ASSERT_EQ(report.contact_count, contacts) << "step " << i;
    penetration = std::max(penetration, report.max_penetration);
  }
  EXPECT_EQ(contacts, 40u);
  EXPECT_LT(displacement(simulation, start), 1e-9);
  EXPECT_LT(penetration, 1e-9);
}

// Blocks of a half circle of mean radius 1 and the given thickness, with a fixed springer at each end.
Model arch(int blocks, double thickness) {
  Model model;
  const auto voussoir = [&](double from, double to) {
    std::vector<Vec2> loop;
    for (const auto& [angle, r] : {std::pair{from, 1 - thickness / 2}, std::pair{from, 1 + thickness / 2},
                                   std::pair{to, 1 + thickness / 2}, std::pair{to, 1 - thickness / 2}}) {
      loop.emplace_back(r * std::cos(angle), r * std::sin(angle));
    }
    return loop;
  };
  const auto add = [&](const std::string& name, double from, double to, bool fixed) {
    std::vector<Vec2> loop = voussoir(from, to);
    Vec2 center = Vec2::Zero();
    for (const Vec2& p : loop) center += p / 4;
    for (Vec2& p : loop) p -= center;
    const TriangleMesh mesh = prism_mesh(loop, {{0, 1, 2}, {0, 2, 3}}, 0.4);
    model.bodies.push_back(mesh_body(name, mesh_shape(mesh), {center.x(), 0, center.y()}));
    model.bodies.back().fixed = fixed;
  };
  const double width = M_PI / blocks;
  add("right", -width, 0, true);
  for (int i = 0; i < blocks; ++i) add(std::string(1, static_cast<char>('a' + i)), i * width, (i + 1) * width, false);
  add("left", M_PI, M_PI + width, true);
  return model;
}

TEST(MeshScenes, AnArchOfMeshVoussoirsStands) {
  Model model = arch(15, 0.15);
  Simulation simulation = simulate(std::move(model), 1e-6);
  const State start = simulation.state();
  for (int i = 0; i < test::repetitions(300); ++i) {
    const StepReport& report = simulation.step();
    ASSERT_EQ(report.contact_count, 64) << "step " << i;
  }
  EXPECT_LT(displacement(simulation, start), 1e-6);
}

TEST(MeshScenes, AnArchThinnerThanPossibleFalls) {
  Model model = arch(15, 0.08);
  Simulation simulation = simulate(std::move(model), 1e-6);
  const State start = simulation.state();
  run(simulation, 100);
  EXPECT_GT(displacement(simulation, start), 1e-2);
}

TEST(MeshScenes, ABallInAMeshGrooveHasTwoContactsAndRollsFreely) {
  // A V of two planes at 45 degrees along y; the ball starts at 1 m/s and rolls without slipping sooner or later.
  const std::vector<Vec2> loop = {{-1, -1}, {1, -1}, {1, 1}, {0, 0}, {-1, 1}};
  const TriangleMesh groove = prism_mesh(loop, {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}}, 8);
  Model model;
  model.bodies.push_back(fixed_body(mesh_body("groove", mesh_shape(groove), Vec3::Zero())));
  model.bodies.push_back(sphere_body("ball", 0.2, {0, -3, 0.2 * std::sqrt(2.0)}));
  const double v = 1, r = 0.2;
  model.bodies[1].start_velocity = {0, v, 0};
  model.bodies[1].start_angular_velocity = {-v / (r / std::sqrt(2.0)), 0, 0};  // no slip at both contacts
  Simulation simulation = simulate(std::move(model));
  for (int i = 0; i < 300; ++i) ASSERT_EQ(simulation.step().contact_count, 2) << "step " << i;
  const BodyState& ball = simulation.state().bodies[1];
  EXPECT_NEAR(ball.velocity.y(), v, 1e-6);
  EXPECT_NEAR(ball.center.z(), r * std::sqrt(2.0), 1e-9);
}

TEST(MeshScenes, ABallRollsOverTriangleEdgesWithoutFeelingThem) {
  // A flat floor of many triangles.
  TriangleMesh floor = box_mesh({6, 6, 1});
  Model model;
  model.bodies.push_back(fixed_body(mesh_body("floor", mesh_shape(floor), {0, 0, -0.5})));
  model.bodies.push_back(sphere_body("ball", 0.1, {-2, -1.9, 0.1}));
  model.bodies[1].start_velocity = {1, 0.9, 0};
  model.bodies[1].start_angular_velocity = Vec3::UnitZ().cross(Vec3(1, 0.9, 0)) / 0.1;
  Simulation simulation = simulate(std::move(model));
  run(simulation, 300);
  EXPECT_NEAR((simulation.state().bodies[1].velocity - Vec3(1, 0.9, 0)).norm(), 0, 1e-9);
}

// A ball of facets loses the share angle^2 / 2 / 1.4 of its speed when it falls from one facet to the next, `angle` on
// (inelastic, moment of inertia 0.4 m r^2): d(v^2)/dx = 2 a - k v^2 with k = angle / (1.4 r).
TEST(MeshScenes, AMeshBallRollsDownAnInclineAsItsFacetsLetIt) {
  const double slope = 20 * kDegree, radius = 0.2, facet = std::atan(2.0) / 8;  // icosahedron's edge, halved thrice
  Model model;
  model.gravity = 9.81 * Vec3(std::sin(slope), 0, -std::cos(slope));
  model.bodies.push_back(fixed_body(mesh_body("slab", mesh_shape(box_mesh({20, 4, 1})), {0, 0, -0.5})));
  model.bodies.push_back(mesh_body("ball", mesh_shape(icosphere(radius, 3)), {-5, 0, radius}));
  Simulation simulation = simulate(std::move(model), 1e-6);
  run(simulation, 100);
  const BodyState& ball = simulation.state().bodies[1];
  const double acceleration = 9.81 * std::sin(slope) / 1.4, k = facet / (1.4 * radius);
  const double speed = std::sqrt(2 * acceleration / k * (1 - std::exp(-k * (ball.center.x() + 5))));
  EXPECT_NEAR(ball.velocity.x(), speed, 0.05 * speed);
  EXPECT_NEAR(radius * ball.angular_velocity.y(), ball.velocity.x(), 0.05 * speed);
}

TEST(MeshScenes, ACompoundOfMeshesRestsOnAMeshFloor) {
  // A table: a plate on two runners.
  std::vector<CompoundPart> parts(3);
  parts[0].shape = mesh_shape(box_mesh({1, 1, 0.1}));
  parts[0].pose.position = {0, 0, 0.25};
  for (int k = 0; k < 2; ++k) {
    parts[1 + k].shape = mesh_shape(box_mesh({0.1, 1, 0.2}));
    parts[1 + k].pose.position = {k == 0 ? -0.45 : 0.45, 0, 0.1};
  }
  Model model;
  model.bodies.push_back(fixed_body(mesh_body("floor", mesh_shape(box_mesh({6, 6, 1})), {0, 0, -0.5})));
  model.bodies.push_back(mesh_body("table", {}, Vec3::Zero()));
  model.bodies[1].shape = make_compound_shape(parts);
  Simulation simulation = simulate(std::move(model));
  const State start = simulation.state();
  for (int i = 0; i < 200; ++i) ASSERT_EQ(simulation.step().contact_count, 8);
  EXPECT_LT(displacement(simulation, start), 1e-9);
}

TEST(MeshScenes, ACylinderRollsOnAMeshFloor) {
  Model model;
  model.bodies.push_back(fixed_body(mesh_body("floor", mesh_shape(box_mesh({6, 6, 1})), {0, 0, -0.5})));
  Body roller = mesh_body("roller", {}, {-1, 0, 0.2}, Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX())));
  roller.shape = make_cylinder_shape(0.2, 0.6);
  roller.start_velocity = {1, 0, 0};
  roller.start_angular_velocity = {0, 5, 0};
  model.bodies.push_back(roller);
  Simulation simulation = simulate(std::move(model));
  for (int i = 0; i < 200; ++i) ASSERT_EQ(simulation.step().contact_count, 2);
  EXPECT_NEAR((simulation.state().bodies[1].velocity - Vec3(1, 0, 0)).norm(), 0, 1e-6);
}

TEST(MeshScenes, HooksOfTwoLsHoldEachOther) {
  // The lower one hangs with its short leg on the upper one's.
  Model model;
  const MeshShape shape = mesh_shape(l_mesh());
  model.bodies.push_back(fixed_body(mesh_body("upper", shape, Vec3::Zero())));
  const Quat turned(Eigen::AngleAxisd(M_PI, Vec3::UnitY()));
  // Turned by 180 degrees about y: its foot's lower face (z = 0.3 of its own) lies at world z = 0.3 on the upper's
  // foot.
  Body lower = mesh_body("lower", shape, {1.3, 0, 0.6}, turned);
  model.bodies.push_back(lower);
  Simulation simulation = simulate(std::move(model));
  const State start = simulation.state();
  run(simulation, 100);
  const double fallen = start.bodies[1].center.z() - simulation.state().bodies[1].center.z();
  EXPECT_LT(fallen, 0.7);  // free fall would be 4.9 m
}

}  // namespace
}  // namespace stiction
