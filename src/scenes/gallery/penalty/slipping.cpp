#include "scenes/gallery/penalty/slipping.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kBelowTheLimit = 1 - 1e-6;  // of Coulomb's law: friction of contacts that stick

class RollsMonitor : public ExpectationMonitor {
 public:
  RollsMonitor(const Rolling& rolling, const Model& model)
      : rolling_(rolling),
        bodies_(select_free_bodies(rolling.bodies, model)),
        ground_(model.body_index(rolling.ground)),
        top_(model.body_index(rolling.top)),
        ways_(bodies_.size()) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", rolling.bodies));
  }
  void start(const Moment& moment) override { height_ = height(moment); }
  void observe(const Moment& moment) override {
    if (down_) return;
    down_ = height(moment) < height_ - rolling_.fall;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      ways_[i].slipped += moment.step * slipping_between(moment, bodies_[i], ground_).mean;
      ways_[i].moved += moment.step * moment.state.bodies[bodies_[i]].velocity.head<2>().norm();
    }
  }
  ExpectationResult result() const override {
    double worst = 0, moved = 0;
    for (const Way& way : ways_) {
      worst = std::max(worst, way.moved > 0 ? way.slipped / way.moved : 0);
      moved = std::max(moved, way.moved);
    }
    return {fmt::format("until {} is down by {:g} m, {} roll: their surfaces slip on {} by at most {:g} of their way "
                        "(measured {:.3g} of {:.3g} m{})",
                        rolling_.top, rolling_.fall, rolling_.bodies, rolling_.ground, rolling_.share, worst, moved,
                        down_ ? "" : "; it did not come down"),
            worst, down_ && worst <= rolling_.share, down_};
  }
  void save(ByteWriter& to) const override {
    put_each(to, height_, down_);
    for (const Way& way : ways_) put_each(to, way.slipped, way.moved);
  }
  void load(ByteReader& from) override {
    get_each(from, height_, down_);
    for (Way& way : ways_) get_each(from, way.slipped, way.moved);
  }

 private:
  // Of the top above the ground.
  double height(const Moment& moment) const {
    return moment.state.bodies[top_].center.z() -
           body_pose(moment.model.bodies[ground_], moment.state.bodies[ground_]).position.z();
  }

  struct Way {
    double slipped = 0, moved = 0;  // [m]
  };

  Rolling rolling_;
  std::vector<int> bodies_;
  int ground_, top_;
  std::vector<Way> ways_;
  double height_ = 0;  // of the top at the start [m]
  bool down_ = false;
};

class SticksMonitor : public ExpectationMonitor {
 public:
  SticksMonitor(const std::string& name, double speed, double from, const Model& model)
      : name_(name), body_(model.body_index(name)), speed_(speed), from_(from) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const Slipping now = slipping_between(moment, body_, -1);
    if (steps_ == 0 && now.contacts == 0) return;
    ++steps_;
    for (std::size_t k = 0; k < last_above_.size(); ++k) {
      if (now.sticking > std::pow(10.0, -3.0 - static_cast<double>(k))) last_above_[k] = steps_;
    }
    if (moment.state.time < from_ || now.stuck == 0) return;
    opened_ = true;
    largest_ = std::max(largest_, now.sticking);
    end_ = now.sticking;
  }
  ExpectationResult result() const override {
    std::string below;
    for (std::size_t k = 0; k < last_above_.size(); ++k) {
      if (last_above_[k] < steps_) below += fmt::format(", below 1e-{} after {}", 3 + k, last_above_[k]);
    }
    const bool broken = opened_ && !(largest_ <= speed_);
    return {
        fmt::format("from {:g} s on contacts of {} that stick move by at most {:g} m/s (measured {:.3g} m/s, {:.3g} "
                    "m/s at the end; {} steps from the first touch on{})",
                    from_, name_, speed_, largest_, end_, steps_, below),
        largest_, opened_ && !broken, broken, opened_};
  }
  void save(ByteWriter& to) const override {
    put_each(to, steps_, opened_, largest_, end_);
    for (const std::int64_t step : last_above_) put_each(to, step);
  }
  void load(ByteReader& from) override {
    get_each(from, steps_, opened_, largest_, end_);
    for (std::int64_t& step : last_above_) get_each(from, step);
  }

 private:
  std::string name_;
  int body_;
  double speed_, from_;                       // [m/s], [s]
  std::int64_t steps_ = 0;                    // since the first touch
  std::array<std::int64_t, 8> last_above_{};  // the last one above 1e-3, 1e-4, ... m/s
  bool opened_ = false;
  double largest_ = 0, end_ = 0;  // [m/s]
};

}  // namespace

Slipping slipping_between(const Moment& moment, int a, int b) {
  Slipping slipping;
  if (moment.simulation == nullptr) return slipping;
  const Simulation& simulation = *moment.simulation;
  const ContactSet& contacts = simulation.contacts();
  const ContactProblem& problem = simulation.problem();
  double weighted = 0;
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    const int one = contacts[c].body_a, other = contacts[c].body_b;
    if (!(one == a && (b < 0 || other == b)) && !(other == a && (b < 0 || one == b))) continue;
    const Vec3 impulse = simulation.solution().impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    if (!(impulse.x() > 0)) continue;
    const ContactBlock& block = problem.contacts[c];
    const double speed = contact_velocity(problem, block, simulation.solution().velocity).tail<2>().norm();
    ++slipping.contacts;
    slipping.force += impulse.x() / moment.step;
    weighted += speed * impulse.x() / moment.step;
    slipping.largest = std::max(slipping.largest, speed);
    if (impulse.tail<2>().norm() < kBelowTheLimit * block.mu * impulse.x()) {
      ++slipping.stuck;
      slipping.sticking = std::max(slipping.sticking, speed);
    }
  }
  if (slipping.force > 0) slipping.mean = weighted / slipping.force;
  return slipping;
}

Expectation expect_rolls(const Rolling& rolling) {
  return expect_custom(fmt::format("{} roll on {} until {} is down by {:g} m: they slip by at most {:g} of their way",
                                   rolling.bodies, rolling.ground, rolling.top, rolling.fall, rolling.share),
                       [=](const Model& model) { return std::make_unique<RollsMonitor>(rolling, model); });
}

Expectation expect_sticks(const std::string& body, double speed, double from) {
  return expect_custom(
      fmt::format("from {:g} s on contacts of {} that stick move by at most {:g} m/s", from, body, speed),
      [=](const Model& model) { return std::make_unique<SticksMonitor>(body, speed, from, model); });
}

}  // namespace stiction::building
