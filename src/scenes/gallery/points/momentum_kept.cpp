#include "scenes/gallery/points/momentum_kept.h"

#include <fmt/format.h>
#include <cmath>

#include <algorithm>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

class MomentumMonitor : public ExpectationMonitor {
 public:
  explicit MomentumMonitor(double share) : share_(share) {}
  void start(const Moment& moment) override { first_ = momentum(moment, size_); }
  void observe(const Moment& moment) override {
    double size = 0;
    const double change = (momentum(moment, size) - first_).norm();
    size_ = std::max(size_, size);
    if (!(change <= most_) && !std::isnan(most_)) most_ = change;
  }
  ExpectationResult result() const override {
    const double share = size_ > 0 ? most_ / size_ : 0;
    const bool broken = !(share <= share_);
    return {fmt::format("linear momentum is kept to {:g} of its size (measured {:.2g} of {:.4g} kg m/s)", share_, share,
                        size_),
            share, !broken, broken};
  }
  void save(ByteWriter& to) const override { put_each(to, first_.x(), first_.y(), first_.z(), size_, most_); }
  void load(ByteReader& from) override { get_each(from, first_.x(), first_.y(), first_.z(), size_, most_); }

 private:
  static Vec3 momentum(const Moment& moment, double& size) {
    Vec3 sum = Vec3::Zero();
    size = 0;
    for (std::size_t i = 0; i < moment.model.bodies.size(); ++i) {
      const Vec3 own = moment.model.bodies[i].mass.mass * moment.state.bodies[i].velocity;
      sum += own;
      size += own.norm();
    }
    return sum;
  }

  double share_;
  Vec3 first_ = Vec3::Zero();   // at the start [kg m/s]
  double size_ = 0, most_ = 0;  // sum of sizes, largest change [kg m/s]
};

}  // namespace

Expectation expect_momentum_kept(double share) {
  return expect_custom(fmt::format("linear momentum is kept to {:g} of its size", share),
                       [=](const Model&) { return std::make_unique<MomentumMonitor>(share); });
}

}  // namespace stiction::building
