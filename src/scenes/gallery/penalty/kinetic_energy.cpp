#include "scenes/gallery/penalty/kinetic_energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/state.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

std::string energy_text(double least, double most) {
  return least > 0 ? fmt::format("at least {:g} J", least) : fmt::format("at most {:g} J", most);
}

class MeanMonitor : public ExpectationMonitor {
 public:
  MeanMonitor(const std::string& names, double from, double least, double most, const Model& model)
      : names_(names), bodies_(select_free_bodies(names, model)), from_(from), least_(least), most_(most) {
    if (bodies_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", names));
  }
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (moment.state.time < from_) return;
    last_ = kinetic_energy_of(moment, bodies_);
    sum_ += last_;
    largest_ = std::max(largest_, last_);
    ++steps_;
  }
  ExpectationResult result() const override {
    const double mean = steps_ > 0 ? sum_ / steps_ : 0;
    const std::string range = energy_text(least_, most_);
    return {
        fmt::format("from {:g} s on {} have a mean kinetic energy of {} (measured {:.4g} J, at most {:.4g} J, {:.4g} "
                    "J at the end)",
                    from_, names_, range, mean, largest_, last_),
        mean, steps_ > 0 && mean >= least_ && mean <= most_, false, steps_ > 0};
  }
  void save(ByteWriter& to) const override { put_each(to, sum_, largest_, last_, steps_); }
  void load(ByteReader& from) override { get_each(from, sum_, largest_, last_, steps_); }

 private:
  std::string names_;
  std::vector<int> bodies_;
  double from_, least_, most_;               // [s], [J]
  double sum_ = 0, largest_ = 0, last_ = 0;  // [J]
  std::int64_t steps_ = 0;
};

class MidwayMonitor : public ExpectationMonitor {
 public:
  MidwayMonitor(const Passage& passage, double margin, const Model& model)
      : passage_(passage), body_(model.body_index(passage.body)), margin_(margin), pieces_(passage.pieces) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const double place = moment.state.bodies[body_].center.dot(passage_.direction);
    const double share = (place - passage_.from) / (passage_.to - passage_.from);
    if (!(share >= 0 && share < 1)) return;
    Piece& piece = pieces_[static_cast<std::size_t>(share * passage_.pieces)];
    piece.sum += kinetic_energy_of(moment, {body_});
    ++piece.steps;
  }
  ExpectationResult result() const override {
    const bool whole = std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& p) { return p.steps > 0; });
    const auto largest = std::max_element(pieces_.begin(), pieces_.end(),
                                          [](const Piece& a, const Piece& b) { return a.mean() < b.mean(); });
    const double first = pieces_.front().mean(), last = pieces_.back().mean(), most = largest->mean();
    const double excess = whole ? most / std::max(first, last) - 1 : 0;
    return {fmt::format("{} speeds up, then slows down: its kinetic energy has a maximum that exceeds both ends of its "
                        "way by {:g} % (measured {:.4g} J, {:.4g} J after {:.3g} of the way, {:.4g} J{})",
                        passage_.body, 100 * margin_, first, most, (largest - pieces_.begin() + 0.5) / passage_.pieces,
                        last, whole ? "" : "; it did not come all the way"),
            excess, whole && excess >= margin_};
  }
  void save(ByteWriter& to) const override {
    for (const Piece& piece : pieces_) put_each(to, piece.sum, piece.steps);
  }
  void load(ByteReader& from) override {
    for (Piece& piece : pieces_) get_each(from, piece.sum, piece.steps);
  }

 private:
  struct Piece {
    double sum = 0;  // [J]
    std::int64_t steps = 0;
    double mean() const { return steps > 0 ? sum / static_cast<double>(steps) : 0; }
  };

  Passage passage_;
  int body_;
  double margin_;
  std::vector<Piece> pieces_;
};

}  // namespace

double kinetic_energy_of(const Moment& moment, const std::vector<int>& bodies) {
  double sum = 0;
  for (const int body : bodies) {
    if (moment.state.bodies[body].present) sum += kinetic_energy(moment.model.bodies[body], moment.state.bodies[body]);
  }
  return sum;
}

Expectation expect_mean_kinetic_energy(const std::string& bodies, double from, double least, double most) {
  return expect_custom(
      fmt::format("from {:g} s on {} have a mean kinetic energy of {}", from, bodies, energy_text(least, most)),
      [=](const Model& model) { return std::make_unique<MeanMonitor>(bodies, from, least, most, model); });
}

Expectation expect_faster_midway(const Passage& passage, double margin) {
  return expect_custom(
      fmt::format(
          "{} speeds up, then slows down: its kinetic energy has a maximum that exceeds both ends of its way by {:g} %",
          passage.body, 100 * margin),
      [=](const Model& model) { return std::make_unique<MidwayMonitor>(passage, margin, model); });
}

}  // namespace stiction::building
