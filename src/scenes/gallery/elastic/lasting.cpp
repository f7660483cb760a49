#include "scenes/gallery/elastic/lasting.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

// Which bodies have come to rest, and where.
class RestWatch {
 public:
  RestWatch(const Rest& rest, const Model& model)
      : rest_(rest), bodies_(select_free_bodies(rest.bodies, model)), watched_(bodies_.size()) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", rest.bodies));
  }

  void observe(const Moment& moment) {
    time_ = moment.state.time;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const BodyState& body = moment.state.bodies[bodies_[i]];
      Watched& watched = watched_[i];
      if (watched.rests) {
        moved_ = std::max(moved_, (body.center - watched.place).norm());
        continue;
      }
      watched.calm = body.velocity.norm() <= rest_.speed ? watched.calm + moment.step : 0;
      if (watched.calm < rest_.calm) continue;
      watched.rests = true;
      watched.place = body.center;
      since_ = time_;
    }
  }

  std::size_t count() const { return bodies_.size(); }
  std::size_t resting() const {
    return std::count_if(watched_.begin(), watched_.end(), [](const Watched& w) { return w.rests; });
  }
  bool all_rest() const { return resting() == count(); }
  bool is_late() const { return time_ > rest_.by && !(all_rest() && since_ <= rest_.by); }
  double moved() const { return moved_; }  // the largest since a body came to rest [m]
  double since() const { return since_; }  // the last one came to rest [s]

  void save(ByteWriter& to) const {
    put_each(to, time_, since_, moved_);
    for (const Watched& w : watched_) put_each(to, w.rests, w.calm, w.place.x(), w.place.y(), w.place.z());
  }
  void load(ByteReader& from) {
    get_each(from, time_, since_, moved_);
    for (Watched& w : watched_) get_each(from, w.rests, w.calm, w.place.x(), w.place.y(), w.place.z());
  }

 private:
  struct Watched {
    bool rests = false;
    double calm = 0;            // slower than the limit for so long [s]
    Vec3 place = Vec3::Zero();  // where it came to rest [m]
  };

  Rest rest_;
  std::vector<int> bodies_;
  std::vector<Watched> watched_;
  double time_ = 0, since_ = 0, moved_ = 0;  // [s], [s], [m]
};

std::string resting_text(const RestWatch& watch) {
  return watch.all_rest() ? fmt::format("all rest from {:.4g} s on", watch.since())
                          : fmt::format("{} of {} rest", watch.resting(), watch.count());
}

class StaysAtRestMonitor : public ExpectationMonitor {
 public:
  StaysAtRestMonitor(const Rest& rest, double displacement, const Model& model)
      : rest_(rest), displacement_(displacement), watch_(rest, model) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override { watch_.observe(moment); }
  ExpectationResult result() const override {
    const bool broken = !(watch_.moved() <= displacement_) || watch_.is_late();
    return {fmt::format("{} come to rest by {:g} s and then stay within {:g} m (measured {:.3g} m, {})", rest_.bodies,
                        rest_.by, displacement_, watch_.moved(), resting_text(watch_)),
            watch_.moved(), !broken, broken};
  }
  void save(ByteWriter& to) const override { watch_.save(to); }
  void load(ByteReader& from) override { watch_.load(from); }

 private:
  Rest rest_;
  double displacement_;  // [m]
  RestWatch watch_;
};

class PenetrationUntilRestMonitor : public ExpectationMonitor {
 public:
  PenetrationUntilRestMonitor(const Rest& rest, double impact, double resting, const Model& model)
      : impact_(impact), resting_(resting), watch_(rest, model) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    // The step's contacts were found where it began.
    Depth& depth = watch_.all_rest() ? after_ : before_;
    if (moment.report.max_penetration > depth.largest) {
      depth = {moment.report.max_penetration, moment.state.time - moment.step};
    }
    watch_.observe(moment);
  }
  ExpectationResult result() const override {
    const bool broken = !(before_.largest <= impact_ && after_.largest <= resting_);
    return {fmt::format("penetration at most {:g} m until all rest, {:g} m after that (measured {:.3g} m at {:.4g} s, "
                        "{:.3g} m; {})",
                        impact_, resting_, before_.largest, before_.time, after_.largest, resting_text(watch_)),
            watch_.all_rest() ? after_.largest : before_.largest, !broken, broken};
  }
  void save(ByteWriter& to) const override {
    put_each(to, before_.largest, before_.time, after_.largest, after_.time);
    watch_.save(to);
  }
  void load(ByteReader& from) override {
    get_each(from, before_.largest, before_.time, after_.largest, after_.time);
    watch_.load(from);
  }

 private:
  struct Depth {
    double largest = 0, time = 0;  // [m], [s]
  };

  double impact_, resting_;  // [m]
  Depth before_, after_;
  RestWatch watch_;
};

// The words for a window that begins at `from` [s].
std::string since(double from) {
  return from > 0 ? fmt::format(" from {:g} s on", from) : "";
}

// What is not to grow: a figure of a moment, in words.
struct Falling {
  std::string name;  // "total energy"
  const char* unit;
  std::function<double(const Moment&)> figure;
};

class FallsMonitor : public ExpectationMonitor {
 public:
  FallsMonitor(Falling what, double limit, double from) : what_(std::move(what)), limit_(limit), from_(from) {}
  void start(const Moment& moment) override { observe(moment); }
  void observe(const Moment& moment) override {
    if (moment.state.time < from_) return;
    last_ = what_.figure(moment);
    if (!opened_) {
      opened_ = true;
      first_ = least_ = last_;
    }
    if (!(last_ - least_ <= rise_)) {
      rise_ = last_ - least_;
      time_ = moment.state.time;
    }
    least_ = std::min(least_, last_);
  }
  ExpectationResult result() const override {
    const bool broken = !(rise_ <= limit_);
    const char* unit = what_.unit;
    return {fmt::format("{} never rises by more than {:g} {}{} (measured {:.3g} {} at {:.4g} s; from {:.6g} {} to "
                        "{:.6g} {})",
                        what_.name, limit_, unit, since(from_), rise_, unit, time_, first_, unit, last_, unit),
            rise_, opened_ && !broken, broken, opened_};
  }
  void save(ByteWriter& to) const override { put_each(to, opened_, first_, least_, last_, rise_, time_); }
  void load(ByteReader& from) override { get_each(from, opened_, first_, least_, last_, rise_, time_); }

 private:
  Falling what_;
  bool opened_ = false;
  double limit_, from_;                      // [unit], [s]
  double first_ = 0, least_ = 0, last_ = 0;  // [unit]
  double rise_ = 0, time_ = 0;               // the largest above the least before it [unit], and when [s]
};

}  // namespace

Expectation expect_stays_at_rest(const Rest& rest, double displacement) {
  return expect_custom(
      fmt::format("{} come to rest by {:g} s and then stay within {:g} m", rest.bodies, rest.by, displacement),
      [=](const Model& model) { return std::make_unique<StaysAtRestMonitor>(rest, displacement, model); });
}

Expectation expect_penetration_until_rest(const Rest& rest, double impact, double resting) {
  return expect_custom(
      fmt::format("penetration at most {:g} m until all rest, {:g} m after that", impact, resting),
      [=](const Model& model) { return std::make_unique<PenetrationUntilRestMonitor>(rest, impact, resting, model); });
}

Expectation expect_energy_falls(double rise, double from) {
  const auto energy = [](const Moment& moment) { return total_energy(moment.model, moment.state); };
  return expect_custom(fmt::format("total energy never rises by more than {:g} J{}", rise, since(from)),
                       [=](const Model&) {
                         return std::make_unique<FallsMonitor>(Falling{"total energy", "J", energy}, rise, from);
                       });
}

Expectation expect_penetration_falls(double rise, double from) {
  const auto depth = [](const Moment& moment) { return moment.report.max_penetration; };
  return expect_custom(fmt::format("penetration never rises by more than {:g} m{}", rise, since(from)),
                       [=](const Model&) {
                         return std::make_unique<FallsMonitor>(Falling{"penetration", "m", depth}, rise, from);
                       });
}

}  // namespace stiction::building
