#include "scenes/gallery/points/leg_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/leg_tips.h"
#include "stepping/simulation.h"

namespace stiction::building {
namespace {

class LegTurnsMonitor : public ExpectationMonitor {
 public:
  LegTurnsMonitor(const std::string& body, const LegTurns& turns, const Model& model)
      : turns_(turns), ground_(model.body_index("ground")), tips_(model, model.body_index(body)) {}
  void start(const Moment& moment) override { look(moment); }
  void observe(const Moment& moment) override {
    const std::array<Vec3, LegTips::kLegs> before = places_;
    look(moment);
    const std::array<double, 2> carried = carried_by_pairs(moment);
    std::array<double, 2> slowest{}, fastest{};  // of the hind and of the fore legs [m/s]
    slowest.fill(std::numeric_limits<double>::infinity());
    for (int leg = 0; leg < LegTips::kLegs; ++leg) {
      const double speed = (places_[leg] - before[leg]).x() / moment.step;
      const int pair = leg % 2;
      slowest[pair] = std::min(slowest[pair], speed);
      fastest[pair] = std::max(fastest[pair], std::abs(speed));
    }
    for (const int pair : {0, 1}) {
      if (carried[pair] <= 0) ++airborne_[pair];
      if (carried[pair] < turns_.carried) continue;  // it hops
      if (slowest[pair] < turns_.slide || fastest[1 - pair] > turns_.halt) continue;
      ++alone_[pair];
      if (last_ == 1 - pair) ++changes_;
      last_ = pair;
    }
  }
  ExpectationResult result() const override {
    const bool holds = changes_ >= turns_.times;
    return {fmt::format("fore and hind legs slide in turns at least {} times, one pair faster than {:g} m/s and on the "
                        "ground (carrying {:g} N or more) while the other is slower than {:g} m/s (measured {}; fore "
                        "alone in {} steps, hind alone in {}; in the air in {} and {})",
                        turns_.times, turns_.slide, turns_.carried, turns_.halt, changes_, alone_[1], alone_[0],
                        airborne_[1], airborne_[0]),
            static_cast<double>(changes_), holds, holds};
  }
  void save(ByteWriter& to) const override {
    for (const Vec3& place : places_) put_each(to, place.x(), place.y(), place.z());
    put_each(to, last_, changes_, alone_[0], alone_[1], airborne_[0], airborne_[1]);
  }
  void load(ByteReader& from) override {
    for (Vec3& place : places_) get_each(from, place.x(), place.y(), place.z());
    get_each(from, last_, changes_, alone_[0], alone_[1], airborne_[0], airborne_[1]);
  }

 private:
  void look(const Moment& moment) {
    for (int leg = 0; leg < LegTips::kLegs; ++leg) {
      places_[leg] = on_ground(moment.model, moment.state, ground_, tips_.place(moment.model, moment.state, leg));
    }
  }
  // Normal forces on the hind and on the fore legs [N].
  std::array<double, 2> carried_by_pairs(const Moment& moment) const {
    std::array<double, 2> carried{};
    if (moment.simulation == nullptr) return carried;
    const ContactSet& contacts = moment.simulation->contacts();
    for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
      const Vec3 place = on_ground(moment.model, moment.state, ground_, contacts[c].point);
      const auto distance = [&](const Vec3& tip) { return (tip - place).squaredNorm(); };
      const auto nearest = std::min_element(places_.begin(), places_.end(),
                                            [&](const Vec3& a, const Vec3& b) { return distance(a) < distance(b); });
      carried[(nearest - places_.begin()) % 2] += contacts[c].normal.dot(moment.simulation->contact_force_on_b(c));
    }
    return carried;
  }

  LegTurns turns_;
  int ground_;
  LegTips tips_;
  std::array<Vec3, LegTips::kLegs> places_{};  // on the ground, downhill along x [m]
  int last_ = -1;                              // pair that slid alone last: 0 hind, 1 fore
  int changes_ = 0;
  std::array<int, 2> alone_{}, airborne_{};  // steps
};

}  // namespace

Expectation expect_legs_take_turns(const std::string& body, const LegTurns& turns) {
  return expect_custom(fmt::format("fore and hind legs slide in turns at least {} times, one pair faster than {:g} m/s "
                                   "while the other is slower than {:g} m/s",
                                   turns.times, turns.slide, turns.halt),
                       [=](const Model& model) { return std::make_unique<LegTurnsMonitor>(body, turns, model); });
}

}  // namespace stiction::building
