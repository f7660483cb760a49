#include "haptic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <vector>

#include "machine.h"
#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

constexpr int kLeastContacts = 100;  // steps with fewer are not counted
constexpr double kEnough = 1e-3;     // residual at which a step counts as converged
constexpr double kSignorini = 1e-9;  // as promised
constexpr int kWarmUp = 50;          // steps before the measurement
constexpr std::size_t kSlowest = 8;  // steps that are listed one by one

struct Case {
  const char* title;
  double step;       // [s]; also the time from tick to tick
  double budget_ms;  // of the solves of a step
  int hand;
  int samples;  // per face side: as many as it takes for the paper's 117 contacts
  int soft;     // 1: with elastic blocks
};

double seconds_on(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void sleep_until(double seconds) {
  timespec t;
  t.tv_sec = static_cast<time_t>(seconds);
  t.tv_nsec = static_cast<long>(1e9 * (seconds - static_cast<double>(t.tv_sec)));
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {
  }
}

struct StepFigures {
  double wall = 0, cpu = 0;  // of the step [ms]
  double late = 0;           // from the tick to the beginning of the step [ms]
  bool missed = false;       // ended after the next tick
  double time = 0;           // simulated [s]
  int contacts = 0, systems = 0;
  double residual = 0, signorini = 0, force = 0;
  bool cut = false, overrun = false;
  std::string rung;
  std::array<double, static_cast<int>(Stage::kCount)> stages{};  // [ms]
};

StepFigures figures_of(const Simulation& simulation, const StepReport& report) {
  StepFigures f;
  f.time = report.time;
  f.contacts = report.contact_count;
  f.systems = report.solve.newton_steps;
  f.residual = report.certificate.residual;
  f.signorini = report.certificate.signorini;
  f.force = simulation.hands().front().felt.force.norm();
  f.cut = report.solve.status == SolveStatus::kBudgetCut;
  f.overrun = report.solve.budget_overrun;
  f.rung = report.solve.rung;
  for (std::size_t s = 0; s < f.stages.size(); ++s) f.stages[s] = 1e3 * report.stage_seconds[s];
  return f;
}

// A step begins at its tick and has to end before the next one; ticks that pass while a step is late are left out.
std::vector<StepFigures> run(const Case& item, double seconds) {
  Scene scene = build_gallery_scene("haptic", {{"hand", std::to_string(item.hand)},
                                               {"samples", std::to_string(item.samples)},
                                               {"soft", std::to_string(item.soft)}});
  scene.solver.tolerance = kEnough;
  scene.solver.budget_ms = item.budget_ms;
  Simulation simulation(scene.model, item.step, scene.solver, 1);
  for (int i = 0; i < kWarmUp; ++i) simulation.step();
  std::vector<StepFigures> steps;
  steps.reserve(static_cast<std::size_t>(seconds / item.step) + 1);
  const double begin = seconds_on(CLOCK_MONOTONIC) + item.step;
  for (std::int64_t tick = 0; static_cast<double>(tick) * item.step < seconds; ++tick) {
    const double due = begin + static_cast<double>(tick) * item.step;
    sleep_until(due);
    const double start = seconds_on(CLOCK_MONOTONIC), cpu = seconds_on(CLOCK_THREAD_CPUTIME_ID);
    const StepReport& report = simulation.step();
    const double cpu_end = seconds_on(CLOCK_THREAD_CPUTIME_ID), end = seconds_on(CLOCK_MONOTONIC);
    steps.push_back(figures_of(simulation, report));
    StepFigures& f = steps.back();
    f.wall = 1e3 * (end - start);
    f.cpu = 1e3 * (cpu_end - cpu);
    f.late = 1e3 * (start - due);
    f.missed = end > due + item.step;
    if (f.missed) tick = static_cast<std::int64_t>((end - begin) / item.step);
  }
  return steps;
}

template <class Value>
std::string distribution(const std::vector<StepFigures>& steps, const Value& value) {
  std::vector<double> values;
  for (const StepFigures& f : steps) values.push_back(value(f));
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return fmt::format(R"({{"p50": {:.3g}, "p99": {:.3g}, "p999": {:.3g}, "max": {:.3g}}})", at(0.5), at(0.99), at(0.999),
                     values.back());
}

template <class Test>
double share(const std::vector<StepFigures>& steps, const Test& test) {
  return static_cast<double>(std::count_if(steps.begin(), steps.end(), test)) / static_cast<double>(steps.size());
}

std::string slowest_json(std::vector<StepFigures> steps) {
  std::sort(steps.begin(), steps.end(), [](const StepFigures& a, const StepFigures& b) { return a.cpu > b.cpu; });
  std::string text;
  for (std::size_t i = 0; i < std::min(kSlowest, steps.size()); ++i) {
    const StepFigures& f = steps[i];
    text += fmt::format(
        R"({}
     {{"time_s": {:.3f}, "cpu_ms": {:.3g}, "wall_ms": {:.3g}, "contacts": {}, "systems": {}, "residual": {:.2g}, "rung": "{}", "cut": {}, "collide_ms": {:.3g}, "solve_ms": {:.3g}}})",
        i == 0 ? "" : ",", f.time, f.cpu, f.wall, f.contacts, f.systems, f.residual, f.rung, f.cut,
        f.stages[static_cast<int>(Stage::kCollide)], f.stages[static_cast<int>(Stage::kSolve)]);
  }
  return text;
}

std::string to_json(const Case& item, const std::vector<StepFigures>& all) {
  std::vector<StepFigures> steps;
  double contacts = 0, signorini = 0, force = 0, systems = 0;
  for (const StepFigures& f : all) {
    if (f.contacts < kLeastContacts) continue;
    steps.push_back(f);
    contacts += f.contacts;
    systems += f.systems;
    signorini = std::max(signorini, f.signorini);
    force = std::max(force, f.force);
  }
  const double n = static_cast<double>(steps.size()), period = 1e3 * item.step;
  std::string text = fmt::format(
      R"(  "{}": {{"step_s": {:g}, "rate_hz": {:g}, "budget_ms": {:g}, "hand": {}, "samples": {}, "steps": {}, "steps_with_100_contacts": {})",
      item.title, item.step, 1 / item.step, item.budget_ms, item.hand, item.samples, all.size(), steps.size());
  if (steps.empty()) return text + "}";
  text +=
      fmt::format(R"(,
   "contacts_mean": {:.4g}, "systems_mean": {:.3g}, "force_max_n": {:.3g},
   "step_wall_ms": {},
   "step_cpu_ms": {},
   "solve_wall_ms": {},
   "start_late_ms": {},
   "missed_wall": {:.5g}, "missed_cpu": {:.5g},
   "converged_1e-3": {:.5g}, "signorini_1e-9": {:.5g}, "signorini_max": {:.2g}, "residual": {},
   "budget_cut": {:.5g}, "budget_overrun": {:.5g},
   "slowest": [{}]}})",
                  contacts / n, systems / n, force, distribution(steps, [](const StepFigures& f) { return f.wall; }),
                  distribution(steps, [](const StepFigures& f) { return f.cpu; }),
                  distribution(steps, [](const StepFigures& f) { return f.stages[static_cast<int>(Stage::kSolve)]; }),
                  distribution(steps, [](const StepFigures& f) { return f.late; }),
                  share(steps, [](const StepFigures& f) { return f.missed; }),
                  share(steps, [&](const StepFigures& f) { return f.cpu > period; }),
                  share(steps, [](const StepFigures& f) { return f.residual <= kEnough; }),
                  share(steps, [](const StepFigures& f) { return f.signorini <= kSignorini; }), signorini,
                  distribution(steps, [](const StepFigures& f) { return f.residual; }),
                  share(steps, [](const StepFigures& f) { return f.cut; }),
                  share(steps, [](const StepFigures& f) { return f.overrun; }), slowest_json(steps));
  return text;
}

std::string measured(const char* name, double seconds, const std::vector<Case>& cases) {
  const std::string before = machine_json();
  std::string text;
  for (const Case& item : cases) {
    fmt::print(stderr, "{}\n", item.title);
    text += fmt::format("{}{}", text.empty() ? "" : ",\n", to_json(item, run(item, seconds)));
  }
  return fmt::format(
      "{{\n \"measurement\": \"{}\", \"threads\": 1, \"seconds_each\": {:g}, \"tolerance\": {:g},\n"
      " \"machine_before\": {},\n \"machine_after\": {},\n \"cases\": {{\n{}\n }}\n}}\n",
      name, seconds, kEnough, before, machine_json(), text);
}

}  // namespace

std::string haptic_json(double seconds) {
  return measured("haptic", seconds,
                  {{"1000-hz-pinch-and-stir", 1e-3, 0.7, 0, 2, 0},
                   {"1000-hz-wander-1", 1e-3, 0.7, 1, 1, 0},
                   {"1000-hz-wander-2", 1e-3, 0.7, 2, 1, 0},
                   {"1000-hz-wander-3", 1e-3, 0.7, 3, 1, 0},
                   {"100-hz-pinch-and-stir", 1e-2, 8, 0, 2, 0},
                   {"100-hz-wander-1", 1e-2, 8, 1, 1, 0}});
}

std::string soft_haptic_json(double seconds) {
  return measured("haptic-soft", seconds,
                  {{"1000-hz-pinch-and-stir", 1e-3, 0.7, 0, 2, 1},
                   {"1000-hz-wander-1", 1e-3, 0.7, 1, 2, 1},
                   {"1000-hz-wander-2", 1e-3, 0.7, 2, 2, 1},
                   {"100-hz-pinch-and-stir", 1e-2, 8, 0, 2, 1},
                   {"100-hz-wander-1", 1e-2, 8, 1, 2, 1}});
}

}  // namespace stiction::bench
