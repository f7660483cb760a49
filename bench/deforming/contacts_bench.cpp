// Measures collision of bodies with thousands of surface vertices: one on a plane, one on another, one with itself.
// Prints a table of processor time, best of several rounds. An argument runs whole steps as well.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "collision/collider.h"
#include "collision_deforming/modal_shape.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

constexpr double kStep = 1e-3;
constexpr int kCells = 31, kModes = 20;  // 5768 vertices, 1024 of them on each side

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

test::ModalShapeOptions block(bool linear) {
  test::ModalShapeOptions options;
  options.surface = test::box_surface({1, 1, 0.3}, kCells);
  options.basis = test::smooth_basis(options.surface, kModes, 1, 1, 7);
  options.start = VecX::Constant(kModes, 1e-5);
  options.stiffness = 1e6;
  options.damping = 1e3;
  options.linear = linear;
  return options;
}

Model world(const test::ModalShapeOptions& options, bool two) {
  Model model;
  Body plane;
  plane.name = "plane";
  plane.fixed = true;
  plane.shape = PlaneShape{Vec3::UnitZ(), two ? -1.0 : 0.0};
  model.bodies = {plane, test::modal_body("block", options, {0, 0, 0.15})};
  if (two) {
    model.bodies.push_back(test::modal_body("upper", options, {0.5 + 0.004, 0.003, 0.45}));
    model.bodies[2].deformable = model.bodies[1].deformable;
  }
  compute_masses(model);
  return model;
}

void measure(const char* name, const Model& model) {
  const double start = processor_seconds();
  Collider collider(model);
  const double built = processor_seconds() - start;
  // Two states in turn: of one and the same, nothing would be computed again.
  std::array<State, 2> states = {initial_state(model), initial_state(model)};
  for (BodyState& body : states[1].bodies) body.deformation *= 1 - 1e-9;
  ContactSet contacts;
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    const double before = processor_seconds();
    for (int i = 0; i < 10; ++i) collider.collide(states[i % 2], kStep, contacts);
    best = std::min(best, (processor_seconds() - before) / 10);
  }
  fmt::print("{:34} {:6} contacts {:9.1f} us a step {:7.3f} us a contact; built in {:.0f} ms\n", name, contacts.size(),
             1e6 * best, 1e6 * best / static_cast<double>(std::max<std::size_t>(contacts.size(), 1)), 1e3 * built);
}

void measure_steps(const char* name, const Model& model) {
  Simulation simulation(model, kStep, {}, 1);
  for (int i = 0; i < 20; ++i) simulation.step();
  const double before = processor_seconds();
  for (int i = 0; i < 50; ++i) simulation.step();
  fmt::print("{:34} {:6} contacts {:9.1f} us a whole step, residual {:.1e}\n", name, simulation.contacts().size(),
             1e6 * (processor_seconds() - before) / 50, simulation.last_report().certificate.residual);
}

}  // namespace
}  // namespace stiction

int main(int argc, char**) {
  using namespace stiction;
  const auto linear = block(true), other = block(false);
  measure("on a plane", world(linear, false));
  measure("on a plane, without a basis", world(other, false));
  measure("on another", world(linear, true));
  measure("on another, without a basis", world(other, true));
  Model self = world(linear, false);
  self.bodies[1].self_contact = true;
  measure("on a plane, with self-contact", self);
  if (argc > 1) {
    measure_steps("on a plane", world(linear, false));
  }
}
