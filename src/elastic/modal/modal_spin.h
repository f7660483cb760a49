// Free rotation over a step of a body that deforms at given rates.
//
// Body axes: L angular momentum, w angular velocity, L = I w + s with the inertia I and the deformation's own spin
// s = H(q) u of the step's start. Spatial angular momentum stays, so that L turns against the body:
//
//   (L_0 + L_1) / 2 = I w + s,    L_1 = exp(-h w) L_0,    R_1 = R_0 exp(h w) (1)
//
// As L_1 - L_0 is at right angles to w, (L - s) . I^-1 (L - s) / 2 stays as well; with s = 0 that is a rigid body's
// energy. Second order in h; steady spins are exact. With t = tan(h |w| / 2) / |w| (1) reads L + t w x L = L_0 at
// L = I w + s, which Newton's method solves (t is not differentiated). Turns of more than half a radian are cut into
// substeps.
#pragma once

#include "base/types.h"

namespace stiction {

struct FreeTurn {
  Quat rotation = Quat::Identity();  // R_0^-1 R_1
  Vec3 mean = Vec3::Zero();          // w, or its mean over substeps [rad/s]
};

// momentum: L_0 [kg m^2/s]; step: h [s], backwards if negative: (1) is the same both ways. Where (1) has no solution
// that is found, the body turns steadily.
FreeTurn turn_freely(const Mat3& inertia, const Vec3& own_spin, const Vec3& momentum, double step);

}  // namespace stiction
