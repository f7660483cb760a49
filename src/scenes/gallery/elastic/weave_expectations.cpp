#include "scenes/gallery/elastic/weave_expectations.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

constexpr double kNever = Expectation::kUnlimited;
constexpr double kMillimetresPerMetre = 1e3;

class ApartMonitor : public ExpectationMonitor {
 public:
  ApartMonitor(std::string name, const WovenPiece& piece, double after, double before)
      : name_(std::move(name)), piece_(piece), after_(after), before_(before) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (time_ < kNever) return;
    slip_ = largest_slip(moment, piece_);
    if (slip_ > piece_.pitch / 2) time_ = moment.state.time;
  }
  ExpectationResult result() const override {
    const std::string measured = time_ < kNever
                                     ? fmt::format("at {:.4g} s", time_)
                                     : fmt::format("not yet, slipped {:.3g} mm", kMillimetresPerMetre * slip_);
    return {fmt::format("{} comes apart between {:g} and {:g} s (measured: {})", name_, after_, before_, measured),
            std::min(time_, before_ + 1), time_ >= after_ && time_ <= before_, time_ < kNever};
  }
  void save(ByteWriter& to) const override { put_each(to, time_, slip_); }
  void load(ByteReader& from) override { get_each(from, time_, slip_); }

 private:
  std::string name_;
  WovenPiece piece_;
  double after_, before_;  // [s]
  double time_ = kNever;   // when it came apart [s]
  double slip_ = 0;        // [m]
};

class HoldMonitor : public ExpectationMonitor {
 public:
  HoldMonitor(std::string name, const WovenPiece& piece, double settling, double creep, double from)
      : name_(std::move(name)), piece_(piece), settling_(settling), creep_(creep), from_(from) {}
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    const double slip = largest_slip(moment, piece_);
    largest_ = std::max(largest_, slip);
    if (moment.state.time < from_) return;
    if (opening_ < 0) opening_ = slip;
    crept_ = std::max(crept_, slip - opening_);
  }
  ExpectationResult result() const override {
    const bool broken = largest_ > settling_ || crept_ > creep_;
    return {fmt::format("{} holds together: slips by at most {:g} mm, from {:g} s on by {:g} mm (measured {:.3g} and "
                        "{:.3g} mm)",
                        name_, kMillimetresPerMetre * settling_, from_, kMillimetresPerMetre * creep_,
                        kMillimetresPerMetre * largest_, kMillimetresPerMetre * crept_),
            largest_, !broken && opening_ >= 0, broken, broken || opening_ >= 0};
  }
  void save(ByteWriter& to) const override { put_each(to, largest_, opening_, crept_); }
  void load(ByteReader& from) override { get_each(from, largest_, opening_, crept_); }

 private:
  std::string name_;
  WovenPiece piece_;
  double settling_, creep_, from_;                 // [m], [m], [s]
  double largest_ = 0, opening_ = -1, crept_ = 0;  // slip in all, when the window opened (-1: not yet), since then [m]
};

}  // namespace

Expectation expect_comes_apart(const std::string& name, const WovenPiece& piece, double after, double before) {
  return expect_custom(fmt::format("{} comes apart between {:g} and {:g} s", name, after, before),
                       [=](const Model&) { return std::make_unique<ApartMonitor>(name, piece, after, before); });
}

Expectation expect_holds_together(const std::string& name, const WovenPiece& piece, double settling, double creep,
                                  double from) {
  return expect_custom(fmt::format("{} holds together: it slips by at most {:g} mm, from {:g} s on by {:g} mm", name,
                                   kMillimetresPerMetre * settling, from, kMillimetresPerMetre * creep),
                       [=](const Model&) { return std::make_unique<HoldMonitor>(name, piece, settling, creep, from); });
}

}  // namespace stiction::building
