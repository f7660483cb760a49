// Hands: a free body that is drawn to the pose of a device, or of a path, by springs and dampers in all six degrees of
// freedom; what the body meets is felt as force and torque. Haptic devices work this way ("virtual coupling").
//
// With x the way from the body's centre of mass to where the device wants it at the end of the step, theta the turn
// that is still missing (rotation vector, world axes), k, d and k_r, d_r stiffnesses and dampings, V, Omega the
// device's velocities, and ' for the end of the step, the coupling acts implicitly:
//
//   m (v' - v) = h (k (x - h v') + d (V - v')) + other impulses                                                  (1)
//   I (w' - w) = h (k_r (theta - h w') + d_r (Omega - w')) + other impulses                                      (2)
//
// i.e. the body has the mass m + a, a = h d + h^2 k, and gets the impulse p = h (k x + d V); rotations alike. Contacts
// see this mass (contact/assemble.h), so that stiff couplings are no harder than soft ones, and the force over the
// step, (p - a v') / h, is exactly k times the offset where nothing moves.
//
// Passive: while the device rests, kinetic energy plus k |x|^2 / 2 plus k_r |theta|^2 / 2 does not grow, for any
// stiffness, damping and step, contacts included (for the turn up to half a turn, and up to second order in h where the
// body tumbles about changing axes).
// Largest forces: a spring that would pull with more than max_force is softened to s k with s = max_force / (k |x|), so
// that it pulls with max_force whatever the offset; its potential is then quadratic near and linear far. The quadratic
// with the softened stiffness lies above it, so that the bound on the energy stays. What the hand feels is also cut at
// max_force, dampers included.
//
// Held by a point, as a mouse does, a body turns freely about it. With r the way from the centre of mass to the point,
// u = v + w x r its velocity, x the way it still has to go, and f = k (x - h u) + d (V - u), the implicit rule would
// add to the mass the matrix A = a (1, -r x; r x, -r x r x), which joins translation and turn. Instead
//
//   (m + a_v) (v' - v) = h f + other impulses,              a_v = a (1 + |r| / rho)                                (3)
//   (I + a_w) (w' - w) = h (r x f - d_r w') + others,       a_w = a |r| (|r| + rho)                                (4)
//
// with rho the body's radius of gyration: diag(a_v, a_w) - A has no negative eigenvalue, so that this is the implicit
// rule for a body that is somewhat heavier where velocities change, and passive as above (the point's arm being that of
// the step's start). What rests, or moves steadily, does not notice: the force is then exactly that of the spring.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "base/types.h"
#include "model/motion.h"

namespace stiction {

struct Body;
struct BodyState;

// Critically damped for a body of mass m: damping 2 sqrt(stiffness m).
struct HandCoupling {
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  double stiffness = 1000;         // k [N/m], >= 0
  double damping = 20;             // d [N s/m], >= 0
  double angular_stiffness = 2;    // k_r [N m/rad], >= 0
  double angular_damping = 0.05;   // d_r [N m s/rad], >= 0
  double max_force = kUnlimited;   // [N], > 0
  double max_torque = kUnlimited;  // [N m], > 0
};

struct Hand {
  int body = 0;  // free
  HandCoupling coupling;
  std::vector<MotionKey> path;  // by rising time (model/hand_path.h); empty: a device moves the hand
  // Held by this point of its own coordinates alone [m]: the positions of targets are where the point should be, their
  // rotations and the angular stiffness do not matter.
  std::optional<Vec3> point = std::nullopt;
};

// Where the hand wants the body's own coordinates at the end of the step, and how fast it moves.
struct HandTarget {
  Pose pose;
  Vec3 velocity = Vec3::Zero();          // of the origin [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // world axes [rad/s]
};

// What the coupling does to a body in a step: a and p of (1) and (2); by a point a_v, a_w + h d_r, and what (3) and (4)
// make of it.
struct HandPull {
  double mass = 0;                      // [kg]
  double inertia = 0;                   // [kg m^2]
  Vec3 impulse = Vec3::Zero();          // [N s]
  Vec3 angular_impulse = Vec3::Zero();  // [N m s]
};
HandPull hand_pull(const HandCoupling& coupling, const HandTarget& target, const Body& body, const BodyState& state,
                   double step);
HandPull point_pull(const HandCoupling& coupling, const Vec3& point, const HandTarget& target, const Body& body,
                    const BodyState& state, double step);

// The velocity without contacts that `free` (without the hand as well) becomes: (m + a) v = m free + p, and alike for
// the rotation.
Vec6 pulled_velocity(const HandPull& pull, const Body& body, const Quat& rotation, const Vec6& free);

// Mean force and torque over a step that the hand feels, at the body's centre of mass, world axes.
struct HandForce {
  Vec3 force = Vec3::Zero();   // [N]
  Vec3 torque = Vec3::Zero();  // [N m]
};
// velocity: of the body at the end of the step.
HandForce hand_force(const HandCoupling& coupling, const HandPull& pull, const Vec6& velocity, double step);

}  // namespace stiction
