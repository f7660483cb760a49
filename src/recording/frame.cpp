#include "recording/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/deformable.h"
#include "stepping/simulation.h"

namespace stiction {

static_assert(kStageCount == static_cast<std::size_t>(Stage::kCount));

namespace {

// Gaps are kept to about a picometre: finer ones are rounding, which does not compress.
constexpr double kGapGrid = 1.0 / (1LL << 40);  // [m]

// The nearest number of single precision that is finite: recordings have no others.
float single(double x) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kMax, kMax));
}

std::array<float, 3> single(const Vec3& v) {
  return {single(v.x()), single(v.y()), single(v.z())};
}

float single_gap(double gap) {
  return single(std::round(gap / kGapGrid) * kGapGrid);
}

// Ten bits of precision: the rest is noise, which does not compress.
float rounded_seconds(double seconds) {
  int exponent = 0;
  const double mantissa = std::frexp(seconds, &exponent);
  return static_cast<float>(std::ldexp(std::round(std::ldexp(mantissa, 10)), exponent - 10));
}

void capture_figures(const StepReport& report, Frame& frame) {
  frame.residual = report.certificate.residual;
  frame.penetration = report.max_penetration;
  frame.iterations = static_cast<std::uint32_t>(report.solve.iterations);
  frame.systems = static_cast<std::uint32_t>(report.solve.newton_steps);
  for (std::size_t i = 0; i < kStageCount; ++i) frame.stage_seconds[i] = rounded_seconds(report.stage_seconds[i]);
}

void capture_energy(const Model& model, const State& state, Frame& frame) {
  frame.kinetic_energy = frame.potential_energy = frame.elastic_energy = 0;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (model.bodies[i].fixed || !state.bodies[i].present) continue;
    frame.kinetic_energy += kinetic_energy(model.bodies[i], state.bodies[i]);
    frame.potential_energy += potential_energy(model, model.bodies[i], state.bodies[i]);
    frame.elastic_energy += elastic_energy(model.bodies[i], state.bodies[i]);
  }
}

void capture_surfaces(const Model& model, const State& state, Frame& frame) {
  frame.surface_vertices.clear();
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (!model.bodies[i].deforms()) continue;
    model.bodies[i].deformable->deformed_vertices(model.bodies[i], state.bodies[i], vertices);
    for (const Vec3& v : vertices) {
      for (const float x : single(v)) frame.surface_vertices.push_back(x);
    }
  }
}

void capture_contacts(const Simulation& simulation, Frame& frame) {
  const ContactStateScale scale = contact_state_scale(simulation.model().gravity.norm(), simulation.step_size());
  const ContactSolution& solution = simulation.solution();
  frame.contacts.resize(simulation.contacts().size());
  for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
    const Contact& contact = simulation.contacts()[i];
    const int index = static_cast<int>(i);
    const ContactState state = contact_state(simulation.problem(), solution.impulse, solution.velocity, index, scale);
    frame.contacts[i] = {contact.body_a,
                         contact.body_b,
                         state,
                         single(contact.point),
                         single(contact.normal),
                         single_gap(contact.gap),
                         single(simulation.contact_force_on_b(index))};
  }
}

}  // namespace

void capture_frame(const Simulation& simulation, bool with_step, Frame& frame) {
  const State& state = simulation.state();
  frame.time = state.time;
  frame.step = state.step_index;
  frame.bodies.resize(state.bodies.size());
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const BodyState& body = state.bodies[i];
    const Pose pose = body_pose(simulation.model().bodies[i], body);
    frame.bodies[i] = {pose.position, pose.rotation, body.velocity, body.angular_velocity, body.present};
  }
  capture_energy(simulation.model(), state, frame);
  capture_surfaces(simulation.model(), state, frame);
  frame.judged = with_step;
  frame.converged = with_step && simulation.last_report().converged;
  const StepReport nothing;
  capture_figures(with_step ? simulation.last_report() : nothing, frame);
  frame.contacts.clear();
  if (with_step) capture_contacts(simulation, frame);
}

}  // namespace stiction
