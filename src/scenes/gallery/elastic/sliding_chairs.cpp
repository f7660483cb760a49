#include "scenes/gallery/elastic/sliding_chairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/leg_tips.h"
#include "scenes/monitors.h"

namespace stiction {
namespace {

constexpr int kLegs = LegTips::kLegs;

// As many as there are.
template <class Number>
void load_same(ByteReader& from, std::vector<Number>& values) {
  std::vector<Number> saved = from.get_all<Number>();
  if (saved.size() != values.size()) throw InputError("the saved run has another number of chairs");
  values = std::move(saved);
}

// Chairs and their leg tips over the ground, from instant to instant.
class ChairMonitor : public WindowMonitor {
 public:
  ChairMonitor(const Expectation& window, const Model& model)
      : WindowMonitor(window), ground_(model.body_index("ground")), chairs_(select_free_bodies("chair*", model)) {
    for (const int chair : chairs_) tips_.emplace_back(model, chair);
  }

 protected:
  int chair_count() const { return static_cast<int>(chairs_.size()); }
  // In the ground's own coordinates [m].
  Vec3 chair_place(const Moment& moment, int chair) const {
    return on_ground(moment.model, moment.state, ground_, moment.state.bodies[chairs_[chair]].center);
  }
  Vec3 tip_place(const Moment& moment, int chair, int leg) const {
    return on_ground(moment.model, moment.state, ground_, tips_[chair].place(moment.model, moment.state, leg));
  }

 private:
  int ground_;
  std::vector<int> chairs_;
  std::vector<LegTips> tips_;
};

class PathMonitor : public ChairMonitor {
 public:
  PathMonitor(const Expectation& window, const Model& model)
      : ChairMonitor(window, model), openings_(3 * kLegs * chair_count()), farthest_(kLegs * chair_count()) {}

 protected:
  void watch(const Moment& moment) override {
    for (int i = 0; i < kLegs * chair_count(); ++i) {
      const Vec3 place = tip_place(moment, i / kLegs, i % kLegs);
      Eigen::Map<Vec3> opening(openings_.data() + 3 * static_cast<std::ptrdiff_t>(i));
      if (!opened_) opening = place;
      farthest_[i] = std::max(farthest_[i], (place - opening).head<2>().norm());
    }
    opened_ = true;
  }
  ExpectationResult judge() const override {
    const auto [least, most] = std::minmax_element(farthest_.begin(), farthest_.end());
    const Expectation& e = expectation();
    if (e.max < Expectation::kUnlimited) {
      const double loosest = loosest_chair();
      return {
          fmt::format("chairs stick: each has a foot that moves over the plane{} by at most {:g} m (measured {:.3g} m; "
                      "any foot {:.3g} m)",
                      window_text(), e.max, loosest, *most),
          loosest, loosest <= e.max, !(loosest <= e.max)};
    }
    return {fmt::format("chairs slide: over the plane{} all feet move more than {:g} m (measured {:.3g} to {:.3g} m)",
                        window_text(), e.more_than, *least, *most),
            *least, *least > e.more_than, *least > e.more_than};
  }
  void save_figures(ByteWriter& to) const override {
    put_each(to, opened_);
    to.put_all(openings_);
    to.put_all(farthest_);
  }
  void load_figures(ByteReader& from) override {
    get_each(from, opened_);
    load_same(from, openings_);
    load_same(from, farthest_);
  }

 private:
  // Of the foot that moves least, the largest of any chair [m].
  double loosest_chair() const {
    double loosest = 0;
    for (auto feet = farthest_.begin(); feet != farthest_.end(); feet += kLegs) {
      loosest = std::max(loosest, *std::min_element(feet, feet + kLegs));
    }
    return loosest;
  }

  bool opened_ = false;
  std::vector<double> openings_;  // x, y, z of every foot [m]
  std::vector<double> farthest_;  // of every foot [m]
};

// Downhill speeds of leg tips, from one instant to the next.
class SpeedMonitor : public ChairMonitor {
 public:
  SpeedMonitor(const Expectation& window, const Model& model)
      : ChairMonitor(window, model), last_((kLegs + 1) * chair_count()) {}

 protected:
  // Over the step that ends now [m/s].
  virtual void see(int chair, int leg, double tip_speed, double chair_speed) = 0;

  void watch(const Moment& moment) override {
    for (int chair = 0; chair < chair_count(); ++chair) {
      const double chair_speed = speed(moment, chair_place(moment, chair), (kLegs + 1) * chair);
      for (int leg = 0; leg < kLegs; ++leg) {
        const double tip = speed(moment, tip_place(moment, chair, leg), (kLegs + 1) * chair + 1 + leg);
        if (opened_) see(chair, leg, tip, chair_speed);
      }
    }
    opened_ = true;
  }
  void save_figures(ByteWriter& to) const override {
    put_each(to, opened_);
    to.put_all(last_);
  }
  void load_figures(ByteReader& from) override {
    get_each(from, opened_);
    load_same(from, last_);
  }

 private:
  double speed(const Moment& moment, const Vec3& place, int slot) {
    const double before = std::exchange(last_[slot], place.x());
    return (place.x() - before) / moment.step;
  }
  bool opened_ = false;
  std::vector<double> last_;  // downhill places of every chair and its tips [m]
};

class SwingMonitor : public SpeedMonitor {
 public:
  SwingMonitor(const Expectation& window, const Model& model)
      : SpeedMonitor(window, model), sums_(kLegs * chair_count()), squares_(kLegs * chair_count()) {}

 protected:
  void see(int chair, int leg, double tip_speed, double chair_speed) override {
    const double swing = tip_speed - chair_speed;
    sums_[kLegs * chair + leg] += swing;
    squares_[kLegs * chair + leg] += swing * swing;
    if (chair == 0 && leg == 0) ++steps_;
  }
  ExpectationResult judge() const override {
    double least = Expectation::kUnlimited, most = 0;
    for (int chair = 0; chair < chair_count(); ++chair) {
      least = std::min(least, swing_of(chair));
      most = std::max(most, swing_of(chair));
    }
    const Expectation& e = expectation();
    return {fmt::format("leg tips swing against their chair{} with {} rms (measured {:.3g} to {:.3g} m/s)",
                        window_text(), range_text(e.min, e.max, "m/s"), least, most),
            least, least >= e.min && most <= e.max};
  }
  void save_figures(ByteWriter& to) const override {
    SpeedMonitor::save_figures(to);
    put_each(to, steps_);
    to.put_all(sums_);
    to.put_all(squares_);
  }
  void load_figures(ByteReader& from) override {
    SpeedMonitor::load_figures(from);
    get_each(from, steps_);
    load_same(from, sums_);
    load_same(from, squares_);
  }

 private:
  double swing_of(int chair) const {
    const double steps = static_cast<double>(std::max<std::int64_t>(steps_, 1));
    double variance = 0;
    for (int i = kLegs * chair; i < kLegs * (chair + 1); ++i) {
      const double mean = sums_[i] / steps;
      variance += std::max(0.0, squares_[i] / steps - mean * mean) / kLegs;
    }
    return std::sqrt(variance);
  }
  std::int64_t steps_ = 0;
  std::vector<double> sums_, squares_;  // over the steps, of every leg [m/s], [m^2/s^2]
};

class StickSlipMonitor : public SpeedMonitor {
 public:
  StickSlipMonitor(const Expectation& window, const Model& model, int times, double halt, double slide)
      : SpeedMonitor(window, model),
        times_(times),
        halt_(halt),
        slide_(slide),
        slides_(kLegs * chair_count()),
        halts_(chair_count()) {}

 protected:
  void see(int chair, int leg, double tip_speed, double /*chair_speed*/) override {
    int& slides = slides_[kLegs * chair + leg];
    if (std::abs(tip_speed) >= slide_) slides = 1;
    if (std::abs(tip_speed) > halt_ || slides == 0) return;
    slides = 0;
    ++halts_[chair];
  }
  ExpectationResult judge() const override {
    const auto [least, most] = std::minmax_element(halts_.begin(), halts_.end());
    return {
        fmt::format("leg tips stick and slip{}: at least {} times a chair they fall from {:g} to {:g} m/s (measured "
                    "{} to {})",
                    window_text(), times_, slide_, halt_, *least, *most),
        static_cast<double>(*least), *least >= times_, *least >= times_};
  }
  void save_figures(ByteWriter& to) const override {
    SpeedMonitor::save_figures(to);
    to.put_all(slides_);
    to.put_all(halts_);
  }
  void load_figures(ByteReader& from) override {
    SpeedMonitor::load_figures(from);
    load_same(from, slides_);
    load_same(from, halts_);
  }

 private:
  int times_;
  double halt_, slide_;      // [m/s]
  std::vector<int> slides_;  // 1 for a tip that has slid since it last stuck
  std::vector<int> halts_;   // of the tips of every chair
};

Expectation in_window(const ChairWindow& window) {
  Expectation expectation;
  expectation.kind = ExpectationKind::kCustom;
  expectation.from = window.from;
  expectation.to = window.to;
  return expectation;
}

template <class Monitor, class... More>
Expectation expect_of(const Expectation& window, const std::string& name, More... more) {
  Expectation expectation = building::expect_custom(
      name, [=](const Model& model) { return std::make_unique<Monitor>(window, model, more...); });
  expectation.from = window.from;
  return expectation;
}

}  // namespace

Expectation expect_chairs_stick(const ChairWindow& window, double at_most) {
  Expectation within = in_window(window);
  within.max = at_most;
  return expect_of<PathMonitor>(
      within, fmt::format("every chair has a foot that moves over the plane by at most {:g} m", at_most));
}

Expectation expect_chairs_slide(const ChairWindow& window, double more_than) {
  Expectation within = in_window(window);
  within.more_than = more_than;
  return expect_of<PathMonitor>(within, fmt::format("all feet slide by more than {:g} m", more_than));
}

Expectation expect_legs_swing(const ChairWindow& window, double min, double max) {
  Expectation within = in_window(window);
  within.min = min;
  within.max = max;
  return expect_of<SwingMonitor>(
      within, fmt::format("the tips of the legs swing against their chair with {}, rms", range_text(min, max, "m/s")));
}

Expectation expect_legs_stick_and_slip(const ChairWindow& window, int times, double halt, double slide) {
  return expect_of<StickSlipMonitor>(
      in_window(window), fmt::format("the legs come to a halt after a slip at least {} times a chair", times), times,
      halt, slide);
}

}  // namespace stiction
