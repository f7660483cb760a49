// Measures whole steps of elastic bodies on one thread: bench_elastic [world] [steps] [cache folder] [form]
// [driver] [log].
// Prints a JSON object for each world: means a step of the stages' wall times, linear systems, contacts; exactness.
// With `log` the iterates of the last step as well.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "deforming/elastic_worlds.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

struct World {
  std::string name;
  double step;  // [s]
  int before;   // steps before the measurement
  std::function<Model(const std::filesystem::path&)> make;
};

const std::vector<World>& worlds() {
  static const std::vector<World> all = {
      {"stools", 0.01, 40, [](const auto& cache) { return sliding_stools(68, cache); }},
      {"strands", 0.003, 40, [](const auto& cache) { return crossed_strands(4, cache); }},
      {"tower", 0.01, 40, [](const auto& cache) { return soft_tower(6, cache); }},
  };
  return all;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_log(const SolveReport& report) {
  for (const IterateLogEntry& entry : report.log) {
    fmt::print(stderr, "  island {:3} {:8} natural map {:9.2e} change {:8.1e} systems {:3}\n", entry.island,
               entry.stage, entry.natural_map, entry.change, entry.newton_steps);
  }
}

void measure(const World& world, int steps, const std::filesystem::path& cache, const std::string& form,
             const std::string& driver, bool log) {
  SolverOptions options;
  set_solver_option(options, "form", form);
  set_solver_option(options, "driver", driver);
  options.log_iterates = log;
  Simulation simulation(world.make(cache), world.step, options, 1);
  for (int i = 0; i < world.before; ++i) simulation.step();
  std::array<double, static_cast<int>(Stage::kCount)> stages{};
  std::vector<double> milliseconds, processor;
  double contacts = 0, systems = 0, iterations = 0, residual = 0, signorini = 0;
  int converged = 0, rungs = 0, loaded = 0;
  for (int i = 0; i < steps; ++i) {
    const double before = processor_seconds();
    const StepReport& report = simulation.step();
    processor.push_back(1e3 * (processor_seconds() - before));
    milliseconds.push_back(1e3 * report.step_seconds());
    for (std::size_t s = 0; s < stages.size(); ++s) stages[s] += 1e3 * report.stage_seconds[s] / steps;
    contacts += static_cast<double>(report.contact_count) / steps;
    systems += static_cast<double>(report.solve.newton_steps) / steps;
    iterations += static_cast<double>(report.solve.iterations) / steps;
    residual = std::max(residual, report.certificate.residual);
    signorini = std::max(signorini, report.certificate.signorini);
    converged += report.converged ? 1 : 0;
    rungs += report.solve.rung.empty() ? 0 : 1;
  }
  for (int c = 0; c < simulation.problem().contact_count(); ++c) loaded += simulation.solution().impulse[3 * c] > 0;
  double mean = 0;
  for (const double ms : milliseconds) mean += ms / steps;
  fmt::print(
      "{{\"world\": \"{}\", \"form\": \"{}\", \"driver\": \"{}\", \"dofs\": {}, \"contacts\": {:.0f}, \"loaded\": {}, "
      "\"islands\": {}, "
      "\"steps\": {},\n",
      world.name, form, driver, simulation.problem().dof_count(), contacts, loaded,
      simulation.last_report().solve.island_count, steps);
  fmt::print(" \"processor_ms\": {{\"p50\": {:.3f}, \"min\": {:.3f}}},", median(processor),
             *std::min_element(processor.begin(), processor.end()));
  fmt::print(" \"step_ms\": {{\"mean\": {:.3f}, \"p50\": {:.3f}, \"max\": {:.3f}}}, \"stage_ms\": {{", mean,
             median(milliseconds), *std::max_element(milliseconds.begin(), milliseconds.end()));
  for (std::size_t s = 0; s < stages.size(); ++s)
    fmt::print("{}\"{}\": {:.3f}", s == 0 ? "" : ", ", stage_name(static_cast<Stage>(s)), stages[s]);
  fmt::print(
      "}},\n \"systems\": {:.1f}, \"iterations\": {:.1f}, \"residual_max\": {:.1e}, \"signorini_max\": {:.1e}, "
      "\"converged\": {:.3f}, \"fall_backs\": {}, \"dof_form\": {}, \"contact_form\": {}}}\n",
      systems, iterations, residual, signorini, static_cast<double>(converged) / steps, rungs,
      simulation.last_report().solve.dof_form_islands, simulation.last_report().solve.contact_form_islands);
  if (log) print_log(simulation.last_report().solve);
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) {
  using namespace stiction::bench;
  const std::string name = argc > 1 ? argv[1] : "all";
  const int steps = argc > 2 ? std::stoi(argv[2]) : 100;
  const std::filesystem::path cache = argc > 3 ? argv[3] : "";
  const std::string form = argc > 4 ? argv[4] : "auto", driver = argc > 5 ? argv[5] : "fast";
  for (const World& world : worlds()) {
    if (name == "all" || name == world.name) measure(world, steps, cache, form, driver, argc > 6);
  }
}
