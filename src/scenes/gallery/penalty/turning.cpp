#include "scenes/gallery/penalty/turning.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kDegree = std::numbers::pi / 180;  // [rad]

std::string range_in_degrees(double least, double most) {
  return least > 0 ? fmt::format("at least {:g}", least / kDegree) : fmt::format("at most {:g}", most / kDegree);
}

class TurnedMonitor : public ExpectationMonitor {
 public:
  TurnedMonitor(const std::string& name, double least, double most, const Model& model)
      : name_(name), body_(model.body_index(name)), least_(least), most_(most) {}
  void start(const Moment& moment) override { first_ = moment.state.bodies[body_].rotation; }
  void observe(const Moment& moment) override {
    angle_ = moment.state.bodies[body_].rotation.angularDistance(first_);
    largest_ = std::max(largest_, angle_);
  }
  ExpectationResult result() const override {
    const bool broken = !(largest_ <= most_);
    const std::string range = range_in_degrees(least_, most_);
    return {fmt::format("{} turns by {} degrees (measured {:.3g}, {:.3g} at the end)", name_, range, largest_ / kDegree,
                        angle_ / kDegree),
            largest_, largest_ >= least_ && !broken, broken};
  }
  void save(ByteWriter& to) const override {
    put_each(to, first_.w(), first_.x(), first_.y(), first_.z(), angle_, largest_);
  }
  void load(ByteReader& from) override {
    get_each(from, first_.w(), first_.x(), first_.y(), first_.z(), angle_, largest_);
  }

 private:
  std::string name_;
  int body_;
  double least_, most_;  // [rad]
  Quat first_ = Quat::Identity();
  double angle_ = 0, largest_ = 0;  // [rad]
};

}  // namespace

Expectation expect_turned(const std::string& body, double least, double most) {
  return expect_custom(fmt::format("{} turns by {} degrees", body, range_in_degrees(least, most)),
                       [=](const Model& model) { return std::make_unique<TurnedMonitor>(body, least, most, model); });
}

}  // namespace stiction::building
