#include "recording/frame.h"

#include <cmath>

#include "stepping/simulation.h"

namespace stiction {
namespace {

// Gaps are kept to about a picometre: finer ones are rounding, which does not compress.
constexpr double kGapGrid = 1.0 / (1LL << 40);  // [m]

std::array<float, 3> single(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

float single_gap(double gap) {
  return static_cast<float>(std::round(gap / kGapGrid) * kGapGrid);
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
  const StepReport nothing;
  const StepReport& report = with_step ? simulation.last_report() : nothing;
  frame.judged = with_step;
  frame.converged = with_step && report.converged;
  frame.residual = report.certificate.residual;
  frame.penetration = report.max_penetration;
  frame.iterations = static_cast<std::uint32_t>(report.solve.iterations);
  frame.contacts.resize(with_step ? simulation.contacts().size() : 0);
  for (std::size_t i = 0; i < frame.contacts.size(); ++i) {
    const Contact& contact = simulation.contacts()[i];
    frame.contacts[i] = {contact.body_a,          contact.body_b,
                         single(contact.point),   single(contact.normal),
                         single_gap(contact.gap), single(simulation.contact_force_on_b(static_cast<int>(i)))};
  }
}

}  // namespace stiction
