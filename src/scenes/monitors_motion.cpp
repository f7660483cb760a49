// Monitors of bodies: at_rest, moved, speed, position, distance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scenes/monitors.h"

namespace stiction {
namespace {

// What is kept of one body over the window.
struct Track {
  int body = 0;
  bool seen = false;
  Vec3 opening = Vec3::Zero();           // centre of mass when the window opened or the body appeared [m]
  double displacement = 0;               // largest so far [m]
  double speed = 0;                      // latest [m/s]
  double low = Expectation::kUnlimited;  // of the figure that must stay in a range
  double high = -Expectation::kUnlimited;
};

class MotionMonitor : public WindowMonitor {
 public:
  MotionMonitor(const Expectation& expectation, const Model& model) : WindowMonitor(expectation), model_(model) {
    for (int body : select_free_bodies(expectation.bodies, model)) tracks_.push_back(Track{.body = body});
    if (tracks_.empty()) {
      throw InputError(
          fmt::format("{}: no free body matches \"{}\"", expectation_name(expectation.kind), expectation.bodies));
    }
  }

 protected:
  void watch(const Moment& moment) override {
    for (Track& track : tracks_) {
      const BodyState& state = moment.state.bodies[track.body];
      if (state.present) update(track, model_.bodies[track.body], state);
    }
  }

  ExpectationResult judge() const override {
    const auto absent = std::find_if(tracks_.begin(), tracks_.end(), [](const Track& t) { return !t.seen; });
    if (absent != tracks_.end()) {
      return {fmt::format("{} {}{}: body \"{}\" was never there", expectation().bodies,
                          expectation_name(expectation().kind), window_text(), name(*absent)),
              std::nan(""), false, false, false};
    }
    switch (expectation().kind) {
      case ExpectationKind::kAtRest:
        return judge_rest();
      case ExpectationKind::kMoved:
        return judge_moved();
      default:
        return judge_range();
    }
  }

  void save_figures(ByteWriter& to) const override {
    put_each(to, static_cast<std::uint64_t>(tracks_.size()));
    for (const Track& t : tracks_) put_each(to, t.seen, t.opening, t.displacement, t.speed, t.low, t.high);
  }
  void load_figures(ByteReader& from) override {
    if (from.get<std::uint64_t>() != tracks_.size()) throw InputError("saved expectation: another number of bodies");
    for (Track& t : tracks_) get_each(from, t.seen, t.opening, t.displacement, t.speed, t.low, t.high);
  }

 private:
  void update(Track& track, const Body& body, const BodyState& state) {
    if (!track.seen) {
      track.seen = true;
      track.opening = state.center;
    }
    track.displacement = std::max(track.displacement, (state.center - track.opening).norm());
    track.speed = state.velocity.norm();
    const bool is_position = expectation().kind == ExpectationKind::kPosition;
    const double figure = is_position ? body_pose(body, state).position[expectation().axis] : track.speed;
    track.low = std::min(track.low, figure);
    track.high = std::max(track.high, figure);
  }

  template <class Less>
  const Track& extreme(Less less) const {
    return *std::max_element(tracks_.begin(), tracks_.end(), less);
  }
  const std::string& name(const Track& track) const { return model_.bodies[track.body].name; }

  ExpectationResult judge_rest() const {
    const Expectation& e = expectation();
    const Track& farthest = extreme([](const Track& a, const Track& b) { return a.displacement < b.displacement; });
    const Track& fastest = extreme([](const Track& a, const Track& b) { return a.speed < b.speed; });
    const bool near = farthest.displacement <= e.max_displacement;
    const bool slow = fastest.speed <= e.max_speed;
    std::string text = fmt::format("{} at rest{}:", e.bodies, window_text());
    if (std::isfinite(e.max_displacement)) {
      text += fmt::format(" moves at most {:g} m (measured {:.3g} m, {})", e.max_displacement, farthest.displacement,
                          name(farthest));
    }
    if (std::isfinite(e.max_speed)) {
      text += fmt::format("{} ends at no more than {:g} m/s (measured {:.3g} m/s, {})",
                          std::isfinite(e.max_displacement) ? "," : "", e.max_speed, fastest.speed, name(fastest));
    }
    const bool by_speed = !slow || !std::isfinite(e.max_displacement);
    return {text, near && by_speed ? fastest.speed : farthest.displacement, near && slow, !near};
  }

  ExpectationResult judge_moved() const {
    const Expectation& e = expectation();
    const Track& nearest = extreme([](const Track& a, const Track& b) { return a.displacement > b.displacement; });
    return {fmt::format("{} moved{} more than {:g} m (measured {:.6g} m, {})", e.bodies, window_text(), e.more_than,
                        nearest.displacement, name(nearest)),
            nearest.displacement, nearest.displacement > e.more_than, nearest.displacement > e.more_than};
  }

  ExpectationResult judge_range() const {
    const Expectation& e = expectation();
    const bool is_position = e.kind == ExpectationKind::kPosition;
    const Track& lowest = extreme([](const Track& a, const Track& b) { return a.low > b.low; });
    const Track& highest = extreme([](const Track& a, const Track& b) { return a.high < b.high; });
    const bool low_decides = lowest.low - e.min < e.max - highest.high;
    const Track& decisive = low_decides ? lowest : highest;
    const std::string what = is_position ? fmt::format("{} position", "xyz"[e.axis]) : "speed";
    const bool kept = lowest.low >= e.min && highest.high <= e.max;
    return {fmt::format("{} {}{} {} (measured {:.6g} to {:.6g}, {})", e.bodies, what, window_text(),
                        range_text(e.min, e.max, is_position ? "m" : "m/s"), lowest.low, highest.high, name(decisive)),
            low_decides ? lowest.low : highest.high, kept, !kept};
  }

  const Model& model_;
  std::vector<Track> tracks_;
};

class DistanceMonitor : public WindowMonitor {
 public:
  DistanceMonitor(const Expectation& expectation, const Model& model)
      : WindowMonitor(expectation), a_(find(expectation.bodies, model)), b_(find(expectation.other, model)) {}

 protected:
  void watch(const Moment& moment) override {
    const BodyState& a = moment.state.bodies[a_];
    const BodyState& b = moment.state.bodies[b_];
    if (!a.present || !b.present) return;
    const double distance = (a.center - b.center).norm();
    low_ = std::min(low_, distance);
    high_ = std::max(high_, distance);
  }

  ExpectationResult judge() const override {
    const Expectation& e = expectation();
    const std::string text =
        fmt::format("distance of {} and {}{} {}", e.bodies, e.other, window_text(), range_text(e.min, e.max, "m"));
    if (low_ > high_) return {text + ": the bodies were never there together", std::nan(""), false, false, false};
    const bool kept = low_ >= e.min && high_ <= e.max;
    const bool low_decides = low_ - e.min < e.max - high_;
    return {fmt::format("{} (measured {:.6g} to {:.6g} m)", text, low_, high_), low_decides ? low_ : high_, kept,
            !kept};
  }

  void save_figures(ByteWriter& to) const override { put_each(to, low_, high_); }
  void load_figures(ByteReader& from) override { get_each(from, low_, high_); }

 private:
  static int find(const std::string& name, const Model& model) {
    const int index = model.body_index(name);
    if (index < 0) throw InputError(fmt::format("distance: there is no body \"{}\"", name));
    return index;
  }

  int a_;
  int b_;
  double low_ = Expectation::kUnlimited;
  double high_ = -Expectation::kUnlimited;
};

}  // namespace

std::unique_ptr<ExpectationMonitor> make_motion_monitor(const Expectation& expectation, const Model& model) {
  return std::make_unique<MotionMonitor>(expectation, model);
}

std::unique_ptr<ExpectationMonitor> make_distance_monitor(const Expectation& expectation, const Model& model) {
  return std::make_unique<DistanceMonitor>(expectation, model);
}

}  // namespace stiction
