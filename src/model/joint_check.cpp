#include "model/joint_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

struct KindName {
  JointKind kind;
  const char* name;
};
constexpr KindName kNames[] = {
    {JointKind::kBall, "ball"},           {JointKind::kHinge, "hinge"},   {JointKind::kSlider, "slider"},
    {JointKind::kFixed, "fixed"},         {JointKind::kPlanar, "planar"}, {JointKind::kDistance, "distance"},
    {JointKind::kUniversal, "universal"},
};

constexpr double kLeastDistance = 1e-9;             // [m]
constexpr double kLeastAngle = 1e-6;                // between the axes of a universal joint [rad]
constexpr double kUnit = 1e-9;                      // of axes
constexpr double kWidestLimits = 350 * M_PI / 180;  // of a hinge, from one to the other [rad]

std::string name_of(const Model& model, int body) {
  return body == kWorld ? "the world" : fmt::format("\"{}\"", model.bodies[body].name);
}

bool is_fixed(const Model& model, int body) {
  return body == kWorld || model.bodies[body].fixed;
}

void require_bodies(const Model& model, const Joint& joint) {
  const auto [a, b] = joint.bodies;
  for (const int body : joint.bodies) {
    if (body < kWorld || body >= static_cast<int>(model.bodies.size()))
      throw InputError(fmt::format("there is no body number {} (there are {})", body, model.bodies.size()));
    if (body != kWorld && (model.bodies[body].elastic || model.bodies[body].deforms()))
      throw InputError(fmt::format("{} deforms: joints hold rigid bodies in this version", name_of(model, body)));
  }
  if (a == b)
    throw InputError(fmt::format("joins {} with itself; name two bodies, or a body and \"world\"", name_of(model, a)));
  if (is_fixed(model, a) && is_fixed(model, b)) {
    throw InputError(
        fmt::format("neither {} nor {} is free, so there is nothing to hold; remove the joint, or \"fixed\"",
                    name_of(model, a), name_of(model, b)));
  }
}

void require_axis(const Vec3& axis) {
  if (!(std::abs(axis.norm() - 1) < kUnit))
    throw InputError("the axis must have a length: three numbers that are not all zero");
}

void require_geometry(const Joint& joint) {
  if (!joint.anchor.allFinite() || !joint.anchor_b.allFinite()) throw InputError("the anchor must be finite");
  if (joint.has_axis()) require_axis(joint.axis);
  if (joint.kind == JointKind::kUniversal) {
    require_axis(joint.axis_b);
    if (joint.axis.cross(joint.axis_b).norm() < kLeastAngle)
      throw InputError("the two axes of a universal joint must not be parallel");
  }
  if (joint.kind == JointKind::kDistance && !joint.limits &&
      !((joint.anchor_b - joint.anchor).norm() >= kLeastDistance))
    throw InputError("the two anchors of a distance joint are the same point; use a ball joint");
}

void require_limits(const Joint& joint) {
  const JointLimits& limits = *joint.limits;
  const char* kind = joint_kind_name(joint.kind);
  if (!joint.has_coordinate())
    throw InputError(fmt::format("a {} joint has no limits; hinges, sliders and distances have", kind));
  if (!(limits.lower <= limits.upper)) throw InputError("the lower limit is above the upper one; exchange them");
  const bool is_distance = joint.kind == JointKind::kDistance;
  const double start = is_distance ? (joint.anchor_b - joint.anchor).norm() : joint.start;
  if (is_distance && limits.lower < 0) throw InputError("a distance is never negative: neither can its limits be");
  if (is_distance && !(limits.upper > 0)) throw InputError("the upper limit of a distance must be positive");
  if (!(limits.lower <= start + kLeastDistance && start - kLeastDistance <= limits.upper)) {
    throw InputError(fmt::format("the joint starts at {:.6g}{}, outside of its limits; move the bodies{}",
                                 joint.kind == JointKind::kHinge ? start * 180 / M_PI : start,
                                 joint.kind == JointKind::kHinge ? " degrees" : " m",
                                 is_distance ? "" : ", or say where it starts with \"start\""));
  }
  if (joint.kind == JointKind::kHinge && !(limits.upper - limits.lower <= kWidestLimits)) {
    throw InputError(
        fmt::format("limits of a hinge must be at most {:.0f} degrees apart, so that it is clear which one it has "
                    "reached; leave them out if it may go all the way round",
                    kWidestLimits * 180 / M_PI));
  }
}

void require_drive(const Joint& joint) {
  if (!joint.has_motor_axis() && (joint.motor || joint.friction != 0 || joint.start != 0)) {
    throw InputError(fmt::format("a {} joint has no motor, friction or start; hinges and sliders have",
                                 joint_kind_name(joint.kind)));
  }
  if (!(joint.friction >= 0) || !std::isfinite(joint.friction)) throw InputError("friction must be zero or positive");
  if (!std::isfinite(joint.start)) throw InputError("the start must be finite");
  if (!joint.motor) return;
  if (!std::isfinite(joint.motor->velocity)) throw InputError("the motor's velocity must be finite");
  if (!(joint.motor->max_effort > 0)) throw InputError("the motor's largest torque or force must be positive");
  if (std::isinf(joint.motor->max_effort) && (joint.limits || joint.friction > 0))
    throw InputError(
        "a motor of unlimited strength contradicts limits and friction; give it max_torque (hinge) or max_force "
        "(slider)");
}

}  // namespace

const char* joint_kind_name(JointKind kind) {
  return std::ranges::find(kNames, kind, &KindName::kind)->name;
}

std::optional<JointKind> joint_kind(const std::string& name) {
  const auto* found = std::ranges::find(kNames, name, &KindName::name);
  if (found == std::end(kNames)) return std::nullopt;
  return found->kind;
}

void require_sound(const Model& model, const Joint& joint) {
  require_bodies(model, joint);
  require_geometry(joint);
  if (joint.limits) require_limits(joint);
  require_drive(joint);
}

Model without_jointed_pairs(Model model) {
  std::vector<IgnoredPairs::Pair> jointed;
  for (const Joint& joint : model.joints) {
    const auto [a, b] = std::minmax(joint.bodies[0], joint.bodies[1]);
    if (!joint.collide && a != kWorld) jointed.push_back({a, b});
  }
  model.ignored_pairs.add(jointed);
  return model;
}

}  // namespace stiction
