// The motion of one rigid body within a step: mass factors, free velocity before the contact solve, advance after it.
//
// A step is semi-implicit Euler for the translation, v' = v + h (g + F/m) + contact, x' = x + h v', and a splitting for
// the rotation: external torque and contact impulses change omega at a frozen rotation R; then `advance` follows the
// torque-free motion of the body over h.
//
// Departure. The usual explicit gyroscopic term, omega += -h I^-1 (omega x I omega) in the free velocity, feeds energy
// into a tumbling body in every step. Here free_velocity has no gyroscopic term; it acts in `advance`, by the implicit
// midpoint rule in body axes with the Cayley map (w, w_0, w_1 angular velocities in body axes; J inertia in body axes):
//
//   J w + (h/2) w x J w = J w_0             midpoint w of Euler's equation, L_m = J w = (L_0 + L_1) / 2          (1)
//   w_1 = 2 w - w_0                         i.e. L_1 = cay(-h w) L_0                                             (2)
//   R_1 = R_0 cay(h w)                      so that R_1 L_1 = R_0 L_0                                            (3)
//
// The midpoint rule keeps quadratic invariants: spatial angular momentum R L, its norm and the kinetic energy
// w . J w / 2 stay as they are to the round-off of the solution of (1). Second order in h. (1) is solved by Newton's
// method, two to four 3x3 systems per body; when w_0 and J w_0 are parallel (spheres, cubes, principal axes, rest) the
// flow is the steady rotation exp(h w_0) and nothing is solved.
#pragma once

#include <limits>

#include "base/types.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// Round-off of a place, as a share of its largest coordinate: smaller gaps are none, and bodies do not move by less (of
// the centre's largest coordinate, or of their radius of gyration), nor do they turn by a smaller angle [rad].
inline constexpr double kPlaceRoundOff = 32 * std::numeric_limits<double>::epsilon();

// Velocity (linear, angular; world axes) after gravity, `force` and `torque` have acted over the step [s], without
// contacts and without the gyroscopic term (see above). Held degrees of freedom are exactly zero. Fixed bodies: zero.
Vec6 free_velocity(const Model& model, const Body& body, const BodyState& state, double step);

// 1/sqrt(m) per world axis, zero where the translation is held or the body fixed [kg^-1/2]. added: to the mass [kg].
Vec3 inverse_mass_factor(const Body& body, double added = 0);

// F with I^-1 = F F^T in world axes [kg^-1/2 m^-1]. With held rotations I^-1 is that of the constrained body,
// S (S^T I S)^-1 S^T, where the columns of S are the free world axes: rows of held axes are zero.
// added: to the moment of inertia about every axis [kg m^2].
Mat3 inverse_inertia_factor(const Body& body, const Quat& rotation, double added = 0);

// Moves the body over the step [s] with the velocity that came out of the contact solve: centre, rotation, and the
// velocities at the end of the step. Held degrees of freedom do not move, and nothing does by less than round-off of
// its place, so that what is at rest stays where it is, to the bit. A body with a held rotation axis turns by
// exp(h omega) at constant omega, without gyroscopic term: exact for one free axis; with two free axes the kinetic
// energy varies with the moment of inertia (it does not drift, as the motion is periodic).
// Turns of more than half a radian per step are cut into substeps, at most 64; beyond what these can follow the body
// turns steadily about its present axis (energy kept, direction of the momentum not).
void advance(const Body& body, BodyState& state, const Vec6& velocity, double step);

}  // namespace stiction
