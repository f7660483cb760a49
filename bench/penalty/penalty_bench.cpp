// What the penalty method does on its scenes, beside its baseline and exact solvers (docs/notebook/penalty.md). One
// JSON object on the standard output.
//
//   build/bench_penalty sticking   > bench/results/penalty-sticking.json     # relative velocity against steps
//   build/bench_penalty energy     > bench/results/penalty-energy.json       # kinetic energy against time
//   build/bench_penalty thresholds > bench/results/penalty-thresholds.json   # four balls and inclines, by bisection
//   build/bench_penalty thresholds [RATIO LEVEL YOUNG]...                    # of these meshes of the balls alone
//   build/bench_penalty residuals  > bench/results/penalty-residuals.json    # the judge, beside `regions`, `staggered`
//   build/bench_penalty growth [MOST]    > bench/results/penalty-growth.json # step cost of `basket` up to MOST things
//   build/bench_penalty settle COUNT [SECONDS]                               # `basket` of COUNT until it rests
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>
#include <vector>

#include "machine.h"
#include "model/state.h"
#include "runs.h"
#include "stepping/simulation.h"
#include "thresholds.h"

namespace {

using namespace stiction;
using bench::list;
using bench::Method;
using bench::Objects;
using bench::simulation_of;
using bench::Values;

const Method kCoherent{"fixed-point", "penalty", true, PenaltyFriction::kFixedPoint};
const Method kBaseline{"baseline", "penalty", false, PenaltyFriction::kDynamic};
const Method kMethods[] = {kCoherent,
                           {"secant", "penalty", true, PenaltyFriction::kSecant},
                           {"literal", "penalty", true, PenaltyFriction::kLiteral},
                           {"scaled", "penalty", true, PenaltyFriction::kScaled},
                           {"basic, scaled", "penalty", false, PenaltyFriction::kScaled},
                           kBaseline};

double kinetic_energy_of_all(const Simulation& simulation) {
  double sum = 0;
  for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
    const Body& body = simulation.model().bodies[i];
    const BodyState& state = simulation.state().bodies[i];
    if (!body.fixed && state.present) sum += kinetic_energy(body, state);
  }
  return sum;
}

// Contacts whose friction is less than it could be.
struct Sticking {
  int contacts = 0;
  double speed = 0;  // largest relative velocity [m/s]
};
Sticking sticking(const ContactProblem& problem, const ContactSolution& solution) {
  Sticking found;
  for (int c = 0; c < problem.contact_count(); ++c) {
    const Vec3 r = solution.impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    if (!(r[0] > 0) || r.tail<2>().norm() > (1 - 1e-9) * problem.contacts[c].mu * r[0]) continue;
    ++found.contacts;
    const Vec3 u = contact_velocity(problem, problem.contacts[c], solution.velocity);
    found.speed = std::max(found.speed, u.tail<2>().norm());
  }
  return found;
}

// Steps until velocities stay at or below this.
int steps_to(const std::vector<double>& speeds, double speed) {
  int steps = 0;
  for (std::size_t k = 0; k < speeds.size(); ++k)
    if (speeds[k] > speed) steps = static_cast<int>(k) + 1;
  return steps;
}

// The last step's problem again and again, as if load and contacts stayed, friction from nothing.
std::vector<double> replayed(const Simulation& simulation, int steps) {
  ContactProblem problem = simulation.problem();
  problem.friction_memory.assign(problem.contacts.size(), FrictionMemory{});
  problem.warm_impulse.setZero();
  const auto solver = make_solver(simulation.options());
  std::vector<double> speeds;
  ContactSolution solution;
  for (int k = 0; k < steps; ++k) {
    solver->solve(problem, solution);
    problem.friction_memory = solution.friction_memory;
    problem.warm_impulse = solution.warm_start;
    speeds.push_back(sticking(problem, solution).speed);
  }
  return speeds;
}

struct Ground {
  const char* slab;  // "1": of mass points
  double drop;       // from which the box falls [m]
};

void measure_sticking_of(const Ground& ground, const Method& method, Objects& objects) {
  const double angle = 20;
  Simulation simulation = simulation_of(
      "penalty-incline",
      {{"slab", ground.slab}, {"drop", fmt::format("{}", ground.drop)}, {"angle", fmt::format("{}", angle)}}, method);
  const double gained = simulation.step_size() * 9.81 * std::sin(angle * M_PI / 180);  // in a step without friction
  const int box = simulation.model().body_index("box");
  std::vector<double> speeds, velocities;
  int first_stuck = 0, first_below = 0;  // steps from the first touch on
  for (int k = 0; k < 10000; ++k) {
    const bool touches = simulation.step().contact_count > 0;
    if (!touches && speeds.empty()) continue;
    const Sticking now = sticking(simulation.problem(), simulation.solution());
    speeds.push_back(now.speed);
    velocities.push_back(simulation.state().bodies[box].velocity.norm());
    const int step = static_cast<int>(speeds.size());
    if (now.contacts > 0 && first_stuck == 0) first_stuck = step;
    if (now.contacts > 0 && first_below == 0 && now.speed <= 1e-6 * gained) first_below = step;
  }
  std::vector<double> shown, shown_velocities;
  for (std::size_t k = 0; k < speeds.size(); k += 50) {
    shown.push_back(speeds[k]);
    shown_velocities.push_back(velocities[k]);
  }
  const std::vector<double> again = replayed(simulation, 100);
  objects.add(fmt::format(
      R"("slab": {}, "drop": {}, "method": "{}", "tau": {}, "step_seconds": {}, "gained_in_a_step": {:.4g}, "first_stuck": {}, "first_at_1e-6": {}, "steps_to_1e-6": {}, "last": {:.3g}, "box_speed_last": {:.3g}, "replayed_steps_to_1e-6": {}, "apart": 50, "speeds": {}, "box_speeds": {}, "replayed": {})",
      ground.slab, ground.drop, method.name, method.tau, simulation.step_size(), gained, first_stuck, first_below,
      steps_to(speeds, 1e-6 * gained), speeds.back(), velocities.back(), steps_to(again, 1e-6 * gained), list(shown),
      list(shown_velocities), list(again)));
}

void measure_sticking() {
  Objects objects;
  for (const char* slab : {"0", "1"})
    for (const Method& method : kMethods) measure_sticking_of({slab, 0}, method, objects);
  measure_sticking_of({"0", 0.01}, kCoherent, objects);
}

void measure_energy() {
  Objects objects;
  struct Run {
    const char* scene;
    Values values;
    double seconds, rest_from;
  };
  for (const Run& run : {Run{"inclined-membrane", {}, 1.6, 0}, Run{"basket", {{"count", "30"}}, 8, 5},
                         Run{"soft-pyramid", {}, 8, 6}, Run{"clamped-box", {}, 4, 3}}) {
    for (const Method& method : kMethods) {
      if (method.friction == PenaltyFriction::kLiteral || method.friction == PenaltyFriction::kSecant) continue;
      Simulation simulation = simulation_of(run.scene, run.values, method);
      std::vector<double> times, energies;
      double rest = 0;
      int rest_steps = 0;
      std::string ended = "finished";
      try {
        for (int k = 0; simulation.state().time < run.seconds; ++k) {
          simulation.step();
          const double energy = kinetic_energy_of_all(simulation);
          if (simulation.state().time >= run.rest_from) rest += energy, ++rest_steps;
          if (k % 20 != 0) continue;
          times.push_back(simulation.state().time);
          energies.push_back(energy);
        }
      } catch (const std::exception&) {
        ended = fmt::format("no longer finite at {:.3g} s", simulation.state().time);
      }
      objects.add(fmt::format(
          R"("scene": "{}", "method": "{}", "ended": "{}", "rest_from": {}, "energy_at_rest": {:.4g}, "times": {}, "energies": {})",
          run.scene, method.name, ended, run.rest_from, rest / std::max(rest_steps, 1), list(times), list(energies)));
    }
  }
}

void measure_residuals() {
  Objects objects;
  struct Run {
    const char* scene;
    Values values;
    int steps;
  };
  for (const Run& run :
       {Run{"penalty-incline", {}, 4000}, Run{"clamped-box", {}, 4000}, Run{"inclined-membrane", {}, 4000},
        Run{"soft-pyramid", {}, 4000}, Run{"basket", {}, 4000}, Run{"four-balls", {}, 4000}}) {
    for (const char* solver : {"penalty", "regions", "staggered"}) {
      Simulation simulation = simulation_of(run.scene, run.values, solver);
      double sum = 0, largest = 0, seconds = 0, contacts = 0, penetration = 0, momentum = 0;
      int steps = 0;
      for (int k = 0; k < run.steps; ++k) {
        const StepReport& report = simulation.step();
        seconds += report.step_seconds();
        contacts += report.contact_count;
        penetration = std::max(penetration, report.max_penetration);
        if (report.contact_count == 0) continue;
        ++steps;
        sum += report.certificate.residual;
        largest = std::max(largest, report.certificate.residual);
        momentum = std::max(momentum, report.certificate.momentum_error);
      }
      objects.add(fmt::format(
          R"("scene": "{}", "solver": "{}", "steps": {}, "contacts": {:.4g}, "residual_mean": {:.3g}, "residual_max": {:.3g}, "residual_end": {:.3g}, "penetration": {:.3g}, "step_ms": {:.4g}, "momentum_error": {:.3g})",
          run.scene, solver, run.steps, contacts / run.steps, sum / std::max(steps, 1), largest,
          simulation.last_report().certificate.residual, penetration, 1e3 * seconds / run.steps, momentum));
    }
  }
}

// Of this process so far: other work of the machine does not count.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Steps of a basket after it has filled: the cost of contacts beside that of elements. Processor time; stages by their
// shares of the time that went by.
void measure_growth(int most) {
  Objects objects;
  for (int count = 8; count <= most; count *= 2) {
    Simulation simulation = simulation_of("basket", {{"count", std::to_string(count)}}, kCoherent);
    double last_appears = 0;
    for (const Body& body : simulation.model().bodies) last_appears = std::max(last_appears, body.appears_at);
    while (simulation.state().time < last_appears + 0.8) simulation.step();
    std::array<double, static_cast<int>(Stage::kCount)> stages{};
    double contacts = 0;
    const int steps = 100;
    const double start = processor_seconds();
    for (int k = 0; k < steps; ++k) {
      const StepReport& report = simulation.step();
      contacts += report.contact_count;
      for (std::size_t s = 0; s < stages.size(); ++s) stages[s] += report.stage_seconds[s];
    }
    const double step_ms = 1e3 * (processor_seconds() - start) / steps;
    const double all = std::accumulate(stages.begin(), stages.end(), 0.0);
    std::string text;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      text += fmt::format("{}\"{}\": {:.4g}", s > 0 ? ", " : "", stage_name(static_cast<Stage>(s)),
                          step_ms * stages[s] / all);
    }
    objects.add(fmt::format(R"("count": {}, "contacts": {:.5g}, "step_ms": {:.4g}, "stage_ms": {{{}}})", count,
                            contacts / steps, step_ms, text));
  }
}

void measure_settling(int count, double seconds) {
  Objects objects;
  Simulation simulation = simulation_of("basket", {{"count", std::to_string(count)}}, kCoherent);
  constexpr int kApart = 125;  // steps between rows
  double start = processor_seconds();
  for (int k = 1; simulation.state().time < seconds; ++k) {
    simulation.step();
    if (k % kApart != 0) continue;
    const double now = processor_seconds(), step_ms = 1e3 * (now - start) / kApart;
    start = now;
    double fastest = 0;
    for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i)
      if (simulation.state().bodies[i].present)
        fastest = std::max(fastest, simulation.state().bodies[i].velocity.norm());
    objects.add(fmt::format(
        R"("time": {:.4g}, "kinetic_energy": {:.4g}, "fastest": {:.4g}, "contacts": {}, "penetration": {:.3g}, "step_ms": {:.4g})",
        simulation.state().time, kinetic_energy_of_all(simulation), fastest, simulation.last_report().contact_count,
        simulation.last_report().max_penetration, step_ms));
  }
}

// Triples of numbers on the command line.
std::vector<bench::Balls> balls_of(int count, char** arguments) {
  std::vector<bench::Balls> rows;
  for (int i = 2; i + 2 < count; i += 3)
    rows.push_back({std::atof(arguments[i]), std::atoi(arguments[i + 1]), std::atof(arguments[i + 2])});
  return rows;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "";
  const auto number = [&](int index, double otherwise) {
    return count > index ? std::atof(arguments[index]) : otherwise;
  };
  const bool known = part == "sticking" || part == "energy" || part == "thresholds" || part == "residuals" ||
                     part == "growth" || part == "settle";
  if (!known) {
    fmt::print(stderr,
               "bench_penalty: one of sticking, energy, thresholds [RATIO LEVEL YOUNG]..., residuals, growth [MOST], "
               "settle COUNT [SECONDS]\n");
    return 2;
  }
  fmt::print("{{\"part\": \"{}\", \"machine\": {}, \"rows\": [", part, bench::machine_json());
  if (part == "sticking") measure_sticking();
  if (part == "energy") measure_energy();
  if (part == "thresholds") bench::measure_thresholds(balls_of(count, arguments));
  if (part == "residuals") measure_residuals();
  if (part == "growth") measure_growth(static_cast<int>(number(2, 1024)));
  if (part == "settle") measure_settling(static_cast<int>(number(2, 100)), number(3, 8));
  fmt::print("\n]}}\n");
}
