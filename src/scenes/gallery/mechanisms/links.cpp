#include "scenes/gallery/mechanisms/links.h"

#include <cmath>

namespace stiction::building {

int add_bar(Model& model, const std::string& name, int material, const Vec3& from, const Vec3& to, double thickness) {
  const Vec3 along = to - from;
  const double slope = std::atan2(along.z(), along.x());
  add_box(model, name, material, {along.norm(), thickness, thickness}, (from + to) / 2,
          Quat(Eigen::AngleAxisd(-slope, Vec3::UnitY())));
  return static_cast<int>(model.bodies.size()) - 1;
}

Joint& add_hinge(Model& model, int a, int b, const Vec3& anchor) {
  Joint& joint = model.joints.emplace_back();
  joint.kind = JointKind::kHinge;
  joint.bodies = {a, b};
  joint.anchor = anchor;
  joint.axis = -Vec3::UnitY();  // from x towards z
  return joint;
}

Expectation expect_joints_held(double max) {
  return expect_figure(
      "largest error of a joint", "m", [](const Moment& m) { return m.report.joint_error; }, 0, max);
}

double angle_in_plane(const Moment& moment, int body) {
  const Quat turn = moment.state.bodies[body].rotation * moment.model.bodies[body].start.rotation.conjugate();
  const Vec3 x = turn * Vec3::UnitX();
  return std::atan2(x.z(), x.x());
}

Vec3 circle_crossing(const Vec3& a, double radius_a, const Vec3& b, double radius_b) {
  const Vec3 way = b - a;
  const double d = way.norm();
  const double along = (d * d + radius_a * radius_a - radius_b * radius_b) / (2 * d);
  const double across = std::sqrt(radius_a * radius_a - along * along);
  return a + (along * way + across * Vec3(-way.z(), 0, way.x())) / d;
}

}  // namespace stiction::building
