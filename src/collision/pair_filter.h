// Which pairs of bodies and parts collide, and up to which gap.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "collision/placed_shapes.h"

namespace stiction {

// Pairs of two fixed bodies (also scripted ones), of different levels, of absent bodies and ignored pairs do not
// collide, nor do bodies asleep with each other or with what cannot move. a < b.
inline bool may_collide(const Model& model, const State& state, int a, int b) {
  if (!state.bodies[a].present || !state.bodies[b].present) return false;
  const auto still = [&](int body) {
    return state.bodies[body].asleep || (model.bodies[body].fixed && !model.bodies[body].scripted);
  };
  if (still(a) && still(b)) return false;
  return model.may_touch(a, b);
}

// Signed distance from the plane of the box's lowest point along the normal.
inline double height_above(const WorldPlane& plane, const Aabb& box) {
  const Vec3 low = (plane.normal.array() > 0).select(box.min, box.max);
  return plane.normal.dot(low) - plane.offset;
}

inline bool parts_near(const PlacedPart& a, const PlacedPart& b, double margin) {
  if (a.kind == PartKind::kPlane) return height_above(a.plane, b.box) <= margin;
  if (b.kind == PartKind::kPlane) return height_above(b.plane, a.box) <= margin;
  return a.box.grown(margin).overlaps(b.box);
}

// The next number with 20 binary digits: margins that differ by round-off are the same, but for the few at a border.
inline double rounded_up(double margin) {
  constexpr int kDigits = 20;
  int exponent = 0;
  const double digits = std::frexp(margin, &exponent);
  return std::ldexp(std::ceil(std::ldexp(digits, kDigits)), exponent - kDigits);
}

// At least model.margin + h (bound on the speed of approach + h (bound on the acceleration)) + detours [m]. Velocities
// of scripted bodies count like those of free ones; of a plane that turns counts what lies opposite to the other body.
inline double pair_margin(const Model& model, const State& state, double step, const std::vector<PlacedBody>& placed,
                          int a, int b) {
  const BodyState& one = state.bodies[a];
  const BodyState& two = state.bodies[b];
  const auto reach = [&](int self, int other) {
    if (!placed[self].is_plane) return placed[self].radius;
    return (state.bodies[self].center - state.bodies[other].center).norm() + placed[other].radius;
  };
  double approach = (one.velocity - two.velocity).norm();
  if (!one.angular_velocity.isZero(0)) approach += one.angular_velocity.norm() * reach(a, b);
  if (!two.angular_velocity.isZero(0)) approach += two.angular_velocity.norm() * reach(b, a);
  approach += placed[a].own_speed + placed[b].own_speed;
  const double acceleration = model.gravity.norm() + placed[a].acceleration + placed[b].acceleration;
  return rounded_up(model.margin + step * (approach + step * acceleration) + placed[a].detour + placed[b].detour);
}

// Of a body that deforms with itself: its frame's motion does not bring its points together.
inline double self_margin(const Model& model, double step, const PlacedBody& body) {
  return model.margin + 2 * (step * body.own_speed + body.detour);
}

}  // namespace stiction
