// How the cost of collision grows with the number of bodies and the size of their surfaces, where every vertex moves by
// itself. Processor time, best of several rounds, and the exponent from row to row. An argument chooses one table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>

#include "collision/collider.h"
#include "collision_deforming/free_surface.h"
#include "collision_deforming/modal_shape.h"

namespace stiction {
namespace {

constexpr double kStep = 1e-3;  // [s]

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The cube's surface, every face cut into cells x cells squares, blown up to a ball.
TriangleMesh ball(double radius, int cells) {
  TriangleMesh mesh = test::box_surface(Vec3::Constant(2), cells);
  for (Vec3& v : mesh.vertices) v *= radius / v.norm();
  return mesh;
}

void shake(std::mt19937& random, double most, BodyState& state) {
  std::uniform_real_distribution<double> number(-most, most);
  for (double& x : state.deformation) x += number(random);
}

struct World {
  Model model;
  State state;
};

// Balls packed as densely as they can be, pressed into each other by 1 % of their radius, on a plane.
World pile(int count) {
  constexpr double kRadius = 0.05, kApart = 1.99 * kRadius;
  const int side = std::max(2, static_cast<int>(std::lround(std::cbrt(count))));
  const auto surface = std::make_shared<test::FreeSurface>(ball(kRadius, 7));
  World world;
  Body& plane = world.model.bodies.emplace_back();
  plane.name = "plane";
  plane.fixed = true;
  plane.shape = PlaneShape{Vec3::UnitZ(), 0};
  for (int i = 0; i < count; ++i) {
    const int x = i % side, y = i / side % side, z = i / (side * side);
    const Vec3 place(x + 0.5 * ((y + z) % 2), std::sqrt(3.0) * (y + (z % 2) / 3.0) / 2, std::sqrt(6.0) / 3 * z);
    world.model.bodies.push_back(
        test::free_body(fmt::format("ball{}", i), surface, kApart * place + Vec3(0, 0, 0.999 * kRadius)));
  }
  compute_masses(world.model);
  world.state = initial_state(world.model);
  std::mt19937 random(1);
  for (std::size_t i = 1; i < world.state.bodies.size(); ++i) shake(random, 0.002 * kRadius, world.state.bodies[i]);
  return world;
}

// One ball that may touch itself and does not.
World lone_ball(int cells) {
  World world;
  world.model.bodies = {test::free_body("ball", std::make_shared<test::FreeSurface>(ball(0.5, cells)), Vec3::Zero())};
  world.model.bodies[0].self_contact = true;
  world.model.margin = 1e-3;
  compute_masses(world.model);
  world.state = initial_state(world.model);
  std::mt19937 random(1);
  shake(random, 0.02 / cells, world.state.bodies[0]);
  return world;
}

// A closed sheet, 2 mm thick, with edges of 20 mm, rolled up with 1 mm between its turns: it touches itself
// everywhere.
World rolled_sheet(int cells) {
  constexpr double kEdge = 0.02, kThick = 0.002, kPitch = 0.003;  // [m]
  TriangleMesh sheet = test::box_surface({kEdge * cells, kEdge * cells, kThick}, std::array{cells, cells, 1});
  const auto surface = std::make_shared<test::FreeSurface>(sheet);
  World world;
  world.model.bodies = {test::free_body("roll", surface, Vec3::Zero())};
  world.model.bodies[0].self_contact = true;
  world.model.margin = 1.5e-3;
  compute_masses(world.model);
  world.state = initial_state(world.model);
  constexpr double kInner = 0.04;  // of the first turn [m]
  for (Vec3& v : sheet.vertices) {
    const double along = v[0] + kEdge * cells / 2, growth = kPitch / (2 * M_PI);
    // The length of r = kInner + growth * angle up to an angle, to first order in growth.
    const double angle = (std::sqrt(kInner * kInner + 2 * growth * along) - kInner) / growth;
    const double r = kInner + growth * angle + v[2];
    v = {r * std::cos(angle), r * std::sin(angle), v[1]};
  }
  test::place_vertices(sheet, world.state.bodies[0]);
  return world;
}

struct Row {
  double size, seconds;
  std::size_t contacts;
};

Row measure(const World& world) {
  Collider collider(world.model);
  std::array<State, 2> states = {world.state, world.state};
  for (BodyState& body : states[1].bodies) body.deformation *= 1 - 1e-9;
  Row row{0, 1e9, 0};
  for (const BodyState& body : world.state.bodies) row.size += static_cast<double>(body.deformation.size()) / 3;
  ContactSet contacts;
  for (int round = 0; round < 8; ++round) {
    const double before = processor_seconds();
    for (const State& state : states) collider.collide(state, kStep, contacts);
    row.seconds = std::min(row.seconds, (processor_seconds() - before) / 2);
  }
  row.contacts = contacts.size();
  return row;
}

void measure_all(const char* name, const std::vector<int>& sizes, const std::function<World(int)>& make) {
  fmt::print("{}\n", name);
  Row before{};
  for (const int size : sizes) {
    const Row row = measure(make(size));
    fmt::print("  {:5} {:8.0f} vertices {:7} contacts {:10.1f} us a step {:6.0f} ns a vertex", size, row.size,
               row.contacts, 1e6 * row.seconds, 1e9 * row.seconds / row.size);
    if (row.contacts > 0) fmt::print(" {:6.2f} us a contact", 1e6 * row.seconds / static_cast<double>(row.contacts));
    if (before.size > 0)
      fmt::print("   exponent {:.2f}", std::log(row.seconds / before.seconds) / std::log(row.size / before.size));
    fmt::print("\n");
    before = row;
  }
}

}  // namespace
}  // namespace stiction

int main(int argc, char** argv) {
  using namespace stiction;
  const auto is_wanted = [&](const std::string& name) { return argc < 2 || name == argv[1]; };
  if (is_wanted("pile")) measure_all("balls in a pile", {10, 100, 400}, pile);
  if (is_wanted("ball")) measure_all("a ball that does not touch itself, cells a side", {16, 31, 62, 124}, lone_ball);
  if (is_wanted("roll")) measure_all("a sheet rolled up, cells a side", {16, 32, 64, 128}, rolled_sheet);
}
