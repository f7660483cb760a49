#include "model/hand.h"

#include <algorithm>
#include <cmath>

#include "model/dynamics.h"
#include "model/model.h"
#include "model/state.h"
#include "model/turn.h"

namespace stiction {
namespace {

// Of a spring that pulls with no more than `most` at this offset.
double softened(double stiffness, double most, double offset) {
  return stiffness * offset > most ? most / offset : stiffness;
}

Vec3 limited(const Vec3& v, double most) {
  const double size = v.norm();
  return size > most ? Vec3(most / size * v) : v;
}

}  // namespace

HandPull hand_pull(const HandCoupling& coupling, const HandTarget& target, const Body& body, const BodyState& state,
                   double step) {
  const Vec3 arm = target.pose.rotation * body.mass.center;
  const Vec3 offset = target.pose.position + arm - state.center;
  const Vec3 turn = turn_of(target.pose.rotation * state.rotation.conjugate());
  const Vec3 velocity = target.velocity + target.angular_velocity.cross(arm);
  const double k = softened(coupling.stiffness, coupling.max_force, offset.norm());
  const double k_r = softened(coupling.angular_stiffness, coupling.max_torque, turn.norm());
  HandPull pull;
  pull.mass = step * (coupling.damping + step * k);
  pull.inertia = step * (coupling.angular_damping + step * k_r);
  pull.impulse = step * (k * offset + coupling.damping * velocity);
  pull.angular_impulse = step * (k_r * turn + coupling.angular_damping * target.angular_velocity);
  return pull;
}

HandPull point_pull(const HandCoupling& coupling, const Vec3& point, const HandTarget& target, const Body& body,
                    const BodyState& state, double step) {
  const Vec3 arm = state.rotation * (point - body.mass.center);
  const Vec3 offset = target.pose.position - (state.center + arm);
  const Vec3 velocity = state.velocity + state.angular_velocity.cross(arm);
  const double k = softened(coupling.stiffness, coupling.max_force, offset.norm()), d = coupling.damping;
  const Vec3 force = k * (offset - step * velocity) + d * (target.velocity - velocity);
  const double added = step * (d + step * k), reach = arm.norm();
  const double gyration = std::sqrt(body.mass.inertia.trace() / (3 * body.mass.mass));  // [m]
  const double inertia = added * reach * (reach + gyration);                            // (4)
  HandPull pull;
  pull.mass = added * (1 + reach / gyration);  // (3)
  pull.inertia = inertia + step * coupling.angular_damping;
  pull.impulse = pull.mass * state.velocity + step * force;
  pull.angular_impulse = inertia * state.angular_velocity + step * arm.cross(force);
  return pull;
}

Vec6 pulled_velocity(const HandPull& pull, const Body& body, const Quat& rotation, const Vec6& free) {
  const Mat3 R = rotation.toRotationMatrix();
  const Vec3 factor = inverse_mass_factor(body, pull.mass);
  const Mat3 F = inverse_inertia_factor(body, rotation, pull.inertia);
  const Vec3 spin = R * (body.mass.inertia * (R.transpose() * free.tail<3>())) + pull.angular_impulse;
  Vec6 velocity;
  velocity.head<3>() = factor.cwiseProduct(factor).cwiseProduct(body.mass.mass * free.head<3>() + pull.impulse);
  velocity.tail<3>() = F * (F.transpose() * spin);
  return velocity;
}

HandForce hand_force(const HandCoupling& coupling, const HandPull& pull, const Vec6& velocity, double step) {
  return {limited((pull.mass * velocity.head<3>() - pull.impulse) / step, coupling.max_force),
          limited((pull.inertia * velocity.tail<3>() - pull.angular_impulse) / step, coupling.max_torque)};
}

}  // namespace stiction
