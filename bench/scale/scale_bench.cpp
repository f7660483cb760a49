// What a step costs against the number of bodies, on one thread (docs/scale.md). One JSON object on the standard
// output.
//
//   build/bench_scale follow SCENE SECONDS EVERY [KEY=VALUE]...   # a scene through time: a row every so many seconds
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "machine.h"
#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace {

using namespace stiction;

using Values = std::map<std::string, std::string>;  // of a scene's parameters

// Of this process so far: other work of the machine does not count.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Values values_of(int count, char** arguments, int first) {
  Values values;
  for (int i = first; i < count; ++i) {
    const std::string text = arguments[i];
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    values[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return values;
}

Simulation simulation_of(const std::string& name, const Values& values) {
  const Scene scene = build_gallery_scene(name, values);
  return {scene.model, scene.step, scene.solver, 1};
}

double fastest(const Simulation& simulation) {
  double speed = 0;
  for (std::size_t i = 0; i < simulation.model().bodies.size(); ++i) {
    const BodyState& body = simulation.state().bodies[i];
    if (body.present && !simulation.model().bodies[i].fixed) speed = std::max(speed, body.velocity.norm());
  }
  return speed;
}

// Means over some steps.
struct Row {
  int steps = 0, converged = 0;
  double contacts = 0, newton_steps = 0, penetration = 0, step_ms = 0;
  std::array<double, static_cast<int>(Stage::kCount)> stage_ms{};  // shares of step_ms by the time that went by

  std::string json() const {
    std::string text = fmt::format(
        R"("steps": {}, "converged": {}, "contacts": {:.5g}, "newton_steps": {:.4g}, "penetration": {:.3g}, "step_ms": {:.4g}, "stage_ms": {{)",
        steps, converged, contacts, newton_steps, penetration, step_ms);
    for (std::size_t s = 0; s < stage_ms.size(); ++s)
      text += fmt::format("{}\"{}\": {:.4g}", s > 0 ? ", " : "", stage_name(static_cast<Stage>(s)), stage_ms[s]);
    return text + "}";
  }
};

Row run(Simulation& simulation, int steps) {
  Row row;
  row.steps = steps;
  const double start = processor_seconds();
  for (int k = 0; k < steps; ++k) {
    const StepReport& report = simulation.step();
    row.converged += report.converged ? 1 : 0;
    row.contacts += static_cast<double>(report.contact_count) / steps;
    row.newton_steps += static_cast<double>(report.solve.newton_steps) / steps;
    row.penetration = std::max(row.penetration, report.max_penetration);
    for (std::size_t s = 0; s < row.stage_ms.size(); ++s) row.stage_ms[s] += report.stage_seconds[s];
  }
  row.step_ms = 1e3 * (processor_seconds() - start) / steps;
  const double all = std::accumulate(row.stage_ms.begin(), row.stage_ms.end(), 0.0);
  for (double& ms : row.stage_ms) ms *= row.step_ms / all;
  return row;
}

void print_row(bool first, const std::string& row) {
  fmt::print("{}\n  {{{}}}", first ? "" : ",", row);
  std::fflush(stdout);
}

void follow(const std::string& scene, double seconds, double every, const Values& values) {
  Simulation simulation = simulation_of(scene, values);
  const int steps = std::max(1, static_cast<int>(every / simulation.step_size() + 0.5));
  for (bool first = true; simulation.state().time < seconds - 1e-9; first = false) {
    const Row row = run(simulation, steps);
    print_row(first, fmt::format(R"("time": {:.5g}, "fastest": {:.4g}, {})", simulation.state().time,
                                 fastest(simulation), row.json()));
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "";
  if (part != "follow" || count < 5) {
    fmt::print(stderr, "bench_scale: follow SCENE SECONDS EVERY [KEY=VALUE]...\n");
    return 2;
  }
  fmt::print("{{\"part\": \"{}\", \"machine\": {}, \"rows\": [", part, bench::machine_json());
  follow(arguments[2], std::atof(arguments[3]), std::atof(arguments[4]), values_of(count, arguments, 5));
  fmt::print("\n]}}\n");
}
