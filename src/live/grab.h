// What the mouse holds: a point of a free body that a spring draws to where the mouse is (hands by a point,
// model/hand.h).
//
// The rule, for a body of mass m and step h:
//   stiffness   k = m w^2 with w = 40 rad/s, less where the step is long: h w <= 0.3. A body that is lifted hangs
//               g / w^2 below the mouse: 6 mm at h <= 7.5 ms, 11 mm at h = 10 ms.
//   damping     2 m w: critical for the body alone.
//   turning     free about the point; it dies away at 5 1/s (of the body's inertia about the point).
//   force       of the spring, at most 30 times the body's weight (on Earth, where there is no gravity); the target
//               moves no faster than at the speed where the damper's is as large: 3.7 m/s where w = 40 rad/s.
// The coupling is passive for any numbers (model/hand.h), so that h w is bounded for the sake of the body's motion: at
// 0.3 the implicit spring makes it at most 1.7 times as heavy, seen by what hits it (more by the arm of the point).
#pragma once

#include "model/hand.h"
#include "model/model.h"

namespace stiction {

// point: in the body's own coordinates [m]; gravity [m/s^2].
HandCoupling grab_coupling(const Body& body, const Vec3& point, const Vec3& gravity, double step);

// A target that comes to what was asked for within some hundredths of a second: mice and networks tell positions some
// sixty times a second, steps are taken more often, and jumps would be kicks.
class SmoothTarget {
 public:
  void start(const Vec3& position) { wanted_ = present_ = position; }
  void want(const Vec3& position) { wanted_ = position; }
  const Vec3& present() const { return present_; }
  // Over one step [s]; the velocity it moved with, at most `fastest` [m/s].
  Vec3 advance(double step, double fastest);

 private:
  Vec3 wanted_ = Vec3::Zero(), present_ = Vec3::Zero();
};

// The share of the way to go in one step.
double smoothing_share(double step);

}  // namespace stiction
