#include "recording/contact_state.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr double kImpulseShare = 1e-6;  // of the speed that gravity adds in a step
constexpr double kSlipShare = 1e-3;     // of the same; solvers leave errors well below it
constexpr double kLeastSpeed = 1e-3;    // stands in for that speed where there is no gravity [m/s]
constexpr double kBoundaryShare = 1e-3;

}  // namespace

ContactStateScale contact_state_scale(double gravity, double step) {
  const double speed = gravity > 0 ? gravity * step : kLeastSpeed;
  return {kImpulseShare * speed, kSlipShare * speed};
}

ContactState contact_state(const Vec3& impulse, const Vec3& velocity, double mu, const FrictionSet& friction_set,
                           double response, const ContactStateScale& scale) {
  if (!(impulse[0] * response > scale.impulse_speed)) return ContactState::kOpen;
  const bool inscribed = !friction_set.is_disk() && !friction_set.is_square();
  const double narrowest = inscribed ? std::cos(std::numbers::pi / friction_set.samples) : 1;
  const double friction = impulse.tail<2>().norm(), slip = velocity.tail<2>().norm();
  const bool at_boundary = friction >= (1 - kBoundaryShare) * narrowest * mu * impulse[0];
  return slip > scale.slip_speed && at_boundary ? ContactState::kSlide : ContactState::kStick;
}

ContactState contact_state(const ContactProblem& problem, const VecX& impulse, const VecX& velocity, int index,
                           const ContactStateScale& scale) {
  const ContactBlock& contact = problem.contacts[index];
  const Vec3 own_impulse = impulse.segment<3>(3 * static_cast<Eigen::Index>(index));
  return contact_state(own_impulse, contact_velocity(problem, contact, velocity), contact.mu, problem.friction_set,
                       own_response(problem, contact)[0], scale);
}

}  // namespace stiction
