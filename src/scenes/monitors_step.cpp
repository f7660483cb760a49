// Monitors of whole steps: energy, penetration, converged.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/monitors.h"

namespace stiction {
namespace {

// Is a larger than b, where a NaN is larger than anything?
bool is_worse(double a, double b) {
  return std::isnan(a) ? !std::isnan(b) : a > b;
}

class EnergyMonitor : public WindowMonitor {
 public:
  using WindowMonitor::WindowMonitor;

 protected:
  void watch(const Moment& moment) override {
    const double energy = total_energy(moment.model, moment.state);
    const int present = present_count(moment.state);
    if (!started_) {
      started_ = true;
      opening_ = allowed_ = energy;
    } else if (present != present_ || event_since(time_, moment)) {
      allowed_ += energy - energy_;
    }
    gain_ = std::max(gain_, energy - allowed_);
    energy_ = energy;
    present_ = present;
    time_ = moment.state.time;
  }

  ExpectationResult judge() const override {
    const double limit = std::min(expectation().max, expectation().max_relative * std::abs(opening_));
    return {fmt::format("total energy{} rises by at most {:g} J (measured {:.3g} J, opening {:.6g} J)", window_text(),
                        limit, gain_, opening_),
            gain_, gain_ <= limit, !(gain_ <= limit)};
  }

  void save_figures(ByteWriter& to) const override {
    put_each(to, started_, opening_, allowed_, energy_, gain_, time_, present_);
  }
  void load_figures(ByteReader& from) override {
    get_each(from, started_, opening_, allowed_, energy_, gain_, time_, present_);
  }

 private:
  static int present_count(const State& state) {
    return static_cast<int>(
        std::count_if(state.bodies.begin(), state.bodies.end(), [](const BodyState& b) { return b.present; }));
  }
  // Was a velocity set after the instant `last`, up to this one? With the simulation's tolerance of event times.
  static bool event_since(double last, const Moment& moment) {
    const double slack = 1e-9 * moment.step;
    const auto& events = moment.model.events;
    return std::any_of(events.begin(), events.end(), [&](const VelocityEvent& e) {
      return e.time > last + slack && e.time <= moment.state.time + slack;
    });
  }

  bool started_ = false;
  double opening_ = 0;  // [J]
  double allowed_ = 0;  // opening energy plus what added bodies and set velocities brought [J]
  double energy_ = 0;   // at the last instant [J]
  double gain_ = 0;     // largest so far [J]
  double time_ = 0;     // of the last instant [s]
  int present_ = 0;
};

class PenetrationMonitor : public WindowMonitor {
 public:
  using WindowMonitor::WindowMonitor;

 protected:
  void watch_step(const Moment& moment) override {
    ++steps_;
    if (!is_worse(moment.report.max_penetration, largest_)) return;
    largest_ = moment.report.max_penetration;
    time_ = moment.state.time - moment.step;  // contacts are found at the start of the step
  }
  ExpectationResult judge() const override {
    std::string measured = fmt::format("measured {:.3g} m", largest_);
    if (is_worse(largest_, 0)) measured += fmt::format(" at {:.6g} s", time_);
    if (steps_ == 0) measured = "no step";
    const bool kept = largest_ <= expectation().max;
    return {fmt::format("penetration{} at most {:g} m ({})", window_text(), expectation().max, measured), largest_,
            steps_ > 0 && kept, !kept, steps_ > 0};
  }
  void save_figures(ByteWriter& to) const override { put_each(to, steps_, largest_, time_); }
  void load_figures(ByteReader& from) override { get_each(from, steps_, largest_, time_); }

 private:
  std::int64_t steps_ = 0;
  double largest_ = 0;  // [m]
  double time_ = 0;     // [s]
};

class ConvergedMonitor : public WindowMonitor {
 public:
  using WindowMonitor::WindowMonitor;

 protected:
  void watch_step(const Moment& moment) override {
    ++steps_;
    if (moment.report.converged) ++converged_;
    const double residual = moment.report.certificate.residual;
    if (!is_worse(residual, worst_residual_)) return;
    worst_residual_ = residual;
    worst_step_ = moment.state.step_index;
    worst_time_ = moment.state.time;
  }
  ExpectationResult judge() const override {
    const double share = steps_ > 0 ? static_cast<double>(converged_) / static_cast<double>(steps_) : 0;
    std::string text = fmt::format("at least {:.6g} % of the steps{} converged (measured {:.6g} %, {} of {} steps",
                                   100 * expectation().fraction, window_text(), 100 * share, converged_, steps_);
    if (is_worse(worst_residual_, 0)) {
      text += fmt::format("; worst step {} at {:.6g} s, residual {:.3g}", worst_step_, worst_time_, worst_residual_);
    }
    const bool kept = share >= expectation().fraction;
    return {text + ")", share, steps_ > 0 && kept, !kept && expectation().fraction == 1, steps_ > 0};
  }
  void save_figures(ByteWriter& to) const override {
    put_each(to, steps_, converged_, worst_residual_, worst_step_, worst_time_);
  }
  void load_figures(ByteReader& from) override {
    get_each(from, steps_, converged_, worst_residual_, worst_step_, worst_time_);
  }

 private:
  std::int64_t steps_ = 0;
  std::int64_t converged_ = 0;
  double worst_residual_ = 0;
  std::int64_t worst_step_ = 0;
  double worst_time_ = 0;  // [s]
};

}  // namespace

std::unique_ptr<ExpectationMonitor> make_step_monitor(const Expectation& expectation) {
  switch (expectation.kind) {
    case ExpectationKind::kEnergy:
      return std::make_unique<EnergyMonitor>(expectation);
    case ExpectationKind::kPenetration:
      return std::make_unique<PenetrationMonitor>(expectation);
    default:
      return std::make_unique<ConvergedMonitor>(expectation);
  }
}

}  // namespace stiction
