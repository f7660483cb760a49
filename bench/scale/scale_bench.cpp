// What a step costs against the number of bodies, on one thread (bench/README.md). One JSON object on the standard
// output.
//
//   build/bench_scale follow SCENE SECONDS EVERY [KEY=VALUE]...   # a scene through time: a row every so many seconds
//   build/bench_scale growth SCENE SECONDS LAST_SECONDS KEY=N,N,... [KEY=VALUE]...   # the same scene in several sizes:
//       mean cost of a step over all of it and over the last seconds, and the exponent of growth
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
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

std::string json_of(const Values& values) {
  std::string text;
  for (const auto& [key, value] : values) text += fmt::format("{}\"{}\": \"{}\"", text.empty() ? "" : ", ", key, value);
  return "{" + text + "}";
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

std::string follow(const std::string& scene, double seconds, double every, const Values& values) {
  Simulation simulation = simulation_of(scene, values);
  const int steps = std::max(1, static_cast<int>(every / simulation.step_size() + 0.5));
  for (bool first = true; simulation.state().time < seconds - 1e-9; first = false) {
    const Row row = run(simulation, steps);
    print_row(first, fmt::format(R"("time": {:.5g}, "fastest": {:.4g}, {})", simulation.state().time,
                                 fastest(simulation), row.json()));
  }
  return "";
}

// Slope of log(cost) over log(size), by least squares.
double exponent(const std::vector<std::array<double, 2>>& points) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [size, cost] : points) {
    const double u = std::log(size), v = std::log(cost);
    x += u, y += v, xx += u * u, xy += u * v;
  }
  const auto n = static_cast<double>(points.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

// What comes after the rows.
std::string growth(const std::string& scene, double seconds, double last, Values values) {
  const auto sizes = std::find_if(values.begin(), values.end(),
                                  [](const auto& value) { return value.second.find(',') != std::string::npos; });
  if (sizes == values.end()) throw std::runtime_error("growth: one KEY=N,N,... is missing");
  std::vector<std::array<double, 2>> whole, end;
  std::stringstream list(sizes->second);
  for (std::string size; std::getline(list, size, ',');) {
    sizes->second = size;
    Simulation simulation = simulation_of(scene, values);
    const double h = simulation.step_size();
    const Row first_row = run(simulation, std::max(1, static_cast<int>((seconds - last) / h + 0.5)));
    const Row last_row = run(simulation, std::max(1, static_cast<int>(last / h + 0.5)));
    const int steps = first_row.steps + last_row.steps;
    const double mean = (first_row.steps * first_row.step_ms + last_row.steps * last_row.step_ms) / steps;
    print_row(
        whole.empty(),
        fmt::format(
            R"("size": {}, "mean_step_ms": {:.4g}, "steps_before": {}, "converged_before": {}, "fastest": {:.3g}, {})",
            size, mean, first_row.steps, first_row.converged, fastest(simulation), last_row.json()));
    whole.push_back({std::stod(size), mean});
    end.push_back({std::stod(size), last_row.step_ms});
  }
  return fmt::format(", \"exponent_whole\": {:.3f}, \"exponent_last\": {:.3f}", exponent(whole), exponent(end));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string part = count > 1 ? arguments[1] : "";
  if ((part != "follow" && part != "growth") || count < 5) {
    fmt::print(
        stderr,
        "bench_scale: follow SCENE SECONDS EVERY [KEY=VALUE]..., growth SCENE SECONDS LAST_SECONDS KEY=N,N,...\n");
    return 2;
  }
  const std::string scene = arguments[2];
  const double seconds = std::atof(arguments[3]), span = std::atof(arguments[4]);
  const Values values = values_of(count, arguments, 5);
  fmt::print("{{\"part\": \"{}\", \"scene\": \"{}\", \"values\": {}, \"machine\": {}, \"rows\": [", part, scene,
             json_of(values), bench::machine_json());
  try {
    const std::string after =
        part == "follow" ? follow(scene, seconds, span, values) : growth(scene, seconds, span, values);
    fmt::print("\n]{}}}\n", after);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_scale: {}\n", error.what());
    return 1;
  }
}
