// Joints.
#include <cmath>

#include "model/joint_check.h"
#include "scenes/writer/json_values.h"

namespace stiction {
namespace {

constexpr double kDegree = M_PI / 180;  // [rad]
constexpr int kNeighbours = 4;

// That comes back as the same number of radians, where there is one.
double degrees(double radians) {
  const double nearest = radians / kDegree;
  double below = nearest, above = nearest;
  for (int i = 0; i < kNeighbours; ++i) {
    if (below * kDegree == radians) return below;
    if (above * kDegree == radians) return above;
    below = std::nextafter(below, -INFINITY);
    above = std::nextafter(above, INFINITY);
  }
  return nearest;
}

Json coordinate(double value, const Joint& joint) {
  return to_json(joint.kind == JointKind::kHinge ? degrees(value) : value);
}

}  // namespace

Json to_json(const Joint& joint, const Model& model) {
  const auto name = [&](int body) { return body == kWorld ? std::string("world") : model.bodies[body].name; };
  Json json = {{"type", joint_kind_name(joint.kind)}, {"bodies", {name(joint.bodies[0]), name(joint.bodies[1])}}};
  if (joint.kind == JointKind::kDistance) {
    json["anchors"] = {to_json(joint.anchor), to_json(joint.anchor_b)};
  } else {
    json["anchor"] = to_json(joint.anchor);
  }
  if (joint.kind == JointKind::kUniversal) {
    json["axes"] = {to_json(joint.axis), to_json(joint.axis_b)};
  } else if (joint.has_axis()) {
    json["axis"] = to_json(joint.axis);
  }
  if (joint.start != 0) json["start"] = coordinate(joint.start, joint);
  if (joint.limits) json["limits"] = {coordinate(joint.limits->lower, joint), coordinate(joint.limits->upper, joint)};
  if (joint.motor) {
    json["motor"] = {{"velocity", to_json(joint.motor->velocity)}};
    if (std::isfinite(joint.motor->max_effort))
      json["motor"][joint.kind == JointKind::kHinge ? "max_torque" : "max_force"] = to_json(joint.motor->max_effort);
  }
  if (joint.friction != 0) json["friction"] = to_json(joint.friction);
  if (joint.collide) json["collide"] = true;
  return json;
}

}  // namespace stiction
