// How a scripted body drags what touches it: the w of u = J v + w.
//
// A free body that sticks to a scripted one has to move with it exactly over the whole step. Its own motion is v for
// the centre of mass (x' = x + h v) and a turn by h omega; the scripted body takes the material point at x to
// o + h V + exp(h Omega) (x - o). So the free body's centre has to have the velocity of the chord, and points about it
// turn with Omega:
//   w(p) = V + (exp(h Omega) - 1) / h (x - o) + Omega x (p - x) + surface velocity
// The tangent instead of the chord would throw a block on a turntable outward by h^2 Omega^2 r / 2 in every step.
#pragma once

#include "base/types.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

struct Drive {
  Vec3 origin = Vec3::Zero();            // o [m]
  Vec3 velocity = Vec3::Zero();          // V, of the origin [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // Omega, world axes [rad/s]
  Vec3 surface = Vec3::Zero();           // velocity of the surface against the body, world axes [m/s]
  Mat3 chord = Mat3::Zero();             // (exp(h Omega) - 1) / h [1/s]
};

// Neither the body nor its surface moves.
inline bool is_still(const Drive& drive) {
  return drive.velocity.isZero(0) && drive.angular_velocity.isZero(0) && drive.surface.isZero(0);
}

// `body` is scripted; its state holds the mean velocity of the coming step [s].
Drive make_drive(const Model& model, int body, const State& state, double step);

// w at `point` for a free body with this centre of mass; `normal`: of the contact. World [m/s].
Vec3 drive_velocity(const Drive& drive, const Vec3& center, const Vec3& point, const Vec3& normal);

}  // namespace stiction
