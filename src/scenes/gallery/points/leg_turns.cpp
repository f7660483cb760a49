#include "scenes/gallery/points/leg_turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scenes/gallery/building.h"
#include "scenes/gallery/elastic/leg_tips.h"

namespace stiction::building {
namespace {

class LegTurnsMonitor : public ExpectationMonitor {
 public:
  LegTurnsMonitor(const std::string& body, const LegTurns& turns, const Model& model)
      : turns_(turns), ground_(model.body_index("ground")), tips_(model, model.body_index(body)) {}
  void start(const Moment& moment) override { look(moment); }
  void observe(const Moment& moment) override {
    const std::array<double, LegTips::kLegs> before = places_;
    look(moment);
    std::array<double, 2> slowest{}, fastest{};  // of the hind and of the fore legs [m/s]
    slowest.fill(std::numeric_limits<double>::infinity());
    for (int leg = 0; leg < LegTips::kLegs; ++leg) {
      const double speed = (places_[leg] - before[leg]) / moment.step;
      const int pair = leg % 2;
      slowest[pair] = std::min(slowest[pair], speed);
      fastest[pair] = std::max(fastest[pair], std::abs(speed));
    }
    for (const int pair : {0, 1}) {
      if (slowest[pair] < turns_.slide || fastest[1 - pair] > turns_.halt) continue;
      ++alone_[pair];
      if (last_ == 1 - pair) ++changes_;
      last_ = pair;
    }
  }
  ExpectationResult result() const override {
    const bool holds = changes_ >= turns_.times;
    return {fmt::format("fore and hind legs slide in turns at least {} times, one pair faster than {:g} m/s while the "
                        "other is slower than {:g} m/s (measured {}; fore alone in {} steps, hind alone in {})",
                        turns_.times, turns_.slide, turns_.halt, changes_, alone_[1], alone_[0]),
            static_cast<double>(changes_), holds, holds};
  }
  void save(ByteWriter& to) const override {
    for (const double place : places_) put_each(to, place);
    put_each(to, last_, changes_, alone_[0], alone_[1]);
  }
  void load(ByteReader& from) override {
    for (double& place : places_) get_each(from, place);
    get_each(from, last_, changes_, alone_[0], alone_[1]);
  }

 private:
  void look(const Moment& moment) {
    for (int leg = 0; leg < LegTips::kLegs; ++leg) {
      places_[leg] = on_ground(moment.model, moment.state, ground_, tips_.place(moment.model, moment.state, leg)).x();
    }
  }

  LegTurns turns_;
  int ground_;
  LegTips tips_;
  std::array<double, LegTips::kLegs> places_{};  // downhill [m]
  int last_ = -1;                                // pair that slid alone last: 0 hind, 1 fore
  int changes_ = 0;
  std::array<int, 2> alone_{};  // steps
};

}  // namespace

Expectation expect_legs_take_turns(const std::string& body, const LegTurns& turns) {
  return expect_custom("its legs slide in turns",
                       [=](const Model& model) { return std::make_unique<LegTurnsMonitor>(body, turns, model); });
}

}  // namespace stiction::building
