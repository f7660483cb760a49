#include "scenes/gallery/mechanisms/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::building {
namespace {

class JointMonitor : public ExpectationMonitor {
 public:
  explicit JointMonitor(double max) : max_(max) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.report.joint_error <= worst_) return;
    worst_ = moment.report.joint_error;
    when_ = moment.state.time;
  }
  ExpectationResult result() const override {
    return {
        fmt::format("no joint is apart by more than {:g} m or rad (measured {:.3g} at {:.4g} s)", max_, worst_, when_),
        worst_, worst_ <= max_};
  }
  void save(ByteWriter& to) const override { put_each(to, worst_, when_); }
  void load(ByteReader& from) override { get_each(from, worst_, when_); }

 private:
  double max_, worst_ = 0, when_ = 0;
};

class SlipMonitor : public ExpectationMonitor {
 public:
  SlipMonitor(int body, int on, double max, double from, const Model& model)
      : body_(body), on_(on), max_(max), from_(from), names_{model.bodies[body].name, model.bodies[on].name} {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.state.time < from_) return;
    const BodyState &body = moment.state.bodies[body_], &on = moment.state.bodies[on_];
    const Vec3 place = body.rotation.conjugate() * (on.center - body.center);
    if (!seen_) first_ = place;
    seen_ = true;
    slip_ = std::max(slip_, (place - first_).norm());
  }
  ExpectationResult result() const override {
    return {fmt::format("{} does not slip on {} by more than {:g} m from {:g} s on (measured {:.3g} m)", names_[0],
                        names_[1], max_, from_, slip_),
            slip_, seen_ && slip_ <= max_, false, seen_};
  }
  void save(ByteWriter& to) const override { put_each(to, first_, slip_, seen_); }
  void load(ByteReader& from) override { get_each(from, first_, slip_, seen_); }

 private:
  int body_, on_;
  double max_, from_;
  std::array<std::string, 2> names_;
  Vec3 first_ = Vec3::Zero();
  double slip_ = 0;
  bool seen_ = false;
};

}  // namespace

int add_bar(Model& model, const std::string& name, int material, const Vec3& from, const Vec3& to, double thickness) {
  const Vec3 along = to - from;
  const double slope = std::atan2(along.z(), along.x());
  add_box(model, name, material, {along.norm(), thickness, thickness}, (from + to) / 2,
          Quat(Eigen::AngleAxisd(-slope, Vec3::UnitY())));
  return last_body(model);
}

int last_body(const Model& model) {
  return static_cast<int>(model.bodies.size()) - 1;
}

void keep_in_plane(Body& body) {
  body.lock = {false, true, false, true, false, true};
}

Joint& add_hinge(Model& model, int a, int b, const Vec3& anchor) {
  Joint& joint = model.joints.emplace_back();
  joint.kind = JointKind::kHinge;
  joint.bodies = {a, b};
  joint.anchor = anchor;
  joint.axis = -Vec3::UnitY();  // from x towards z
  return joint;
}

Joint& add_slider(Model& model, int a, int b, const Vec3& anchor, const Vec3& axis) {
  Joint& joint = model.joints.emplace_back();
  joint.kind = JointKind::kSlider;
  joint.bodies = {a, b};
  joint.anchor = anchor;
  joint.axis = axis;
  return joint;
}

Expectation expect_joints_held(double max) {
  return expect_custom(fmt::format("no joint is ever apart by more than {:g} m or rad", max),
                       [=](const Model&) { return std::make_unique<JointMonitor>(max); });
}

Expectation expect_no_slip(const std::string& body, const std::string& on, double max, double from) {
  return expect_custom(fmt::format("{} does not slip on {} by more than {:g} m from {:g} s on", body, on, max, from),
                       [=](const Model& model) {
                         return std::make_unique<SlipMonitor>(model.body_index(body), model.body_index(on), max, from,
                                                              model);
                       });
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
