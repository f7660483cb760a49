#include "scenes/gallery/elastic/ramp_slide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

class WayMonitor : public ExpectationMonitor {
 public:
  WayMonitor(const std::string& names, const RampSlide& slide, double time, double share, const Model& model)
      : names_(names), bodies_(select_free_bodies(names, model)), slide_(slide), time_(time), share_(share) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", names));
  }
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (measured_at_ > 0 || moment.state.time < time_) return;
    measured_at_ = moment.state.time;
    for (const int body : bodies_) way_ += way_down(moment, body, slide_) / static_cast<double>(bodies_.size());
  }
  ExpectationResult result() const override {
    const bool judged = measured_at_ > 0;
    const double law = slide_.way(judged ? measured_at_ : time_);
    const bool passed = judged && std::abs(way_ - law) <= share_ * law;
    return {fmt::format("{} slide down {:.4g} m by {:.4g} s, as Coulomb's law says for mu {:.4g}, within {:g} % "
                        "(measured {:.4g} m, mean of {})",
                        names_, law, judged ? measured_at_ : time_, slide_.mu, 100 * share_, way_, bodies_.size()),
            way_, passed, judged, judged};
  }
  void save(ByteWriter& to) const override { put_each(to, measured_at_, way_); }
  void load(ByteReader& from) override { get_each(from, measured_at_, way_); }

 private:
  std::string names_;
  std::vector<int> bodies_;
  RampSlide slide_;
  double time_, share_;               // [s]
  double measured_at_ = 0, way_ = 0;  // [s], [m]
};

}  // namespace

double RampSlide::way(double time) const {
  const double across = kGravity * std::cos(slope), along = kGravity * std::sin(slope);
  const double landing = std::sqrt(2 * drop / across), flight = std::min(time, landing);
  const double above = speed * flight + 0.5 * along * flight * flight;
  const double gain = along - mu * across;  // [m/s^2]
  const double end = gain < 0 ? std::min(time, speed / -gain) : time;
  if (end <= landing) return above;
  return above + speed * (end - landing) + 0.5 * gain * (end * end - landing * landing);
}

double RampSlide::time_of(double way, double most) const {
  double low = 0, high = most;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (this->way(middle) < way ? low : high) = middle;
  }
  return high;
}

Vec3 RampSlide::downhill() const {
  return {std::cos(slope), 0, -std::sin(slope)};
}

double way_down(const Moment& moment, int body, const RampSlide& slide) {
  const Body& moved = moment.model.bodies[body];
  return slide.downhill().dot(body_pose(moved, moment.state.bodies[body]).position - moved.start.position);
}

Expectation expect_way_by_law(const std::string& bodies, const RampSlide& slide, double time, double share) {
  return expect_custom(
      fmt::format("{} slide down {:.4g} m by {:.4g} s, as Coulomb's law says, within {:g} %", bodies, slide.way(time),
                  time, 100 * share),
      [=](const Model& model) { return std::make_unique<WayMonitor>(bodies, slide, time, share, model); });
}

}  // namespace stiction::building
