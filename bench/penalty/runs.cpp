#include "runs.h"

#include "elastic/elastic_spec.h"
#include "scenes/gallery.h"

namespace stiction::bench {

Simulation simulation_of(const std::string& scene, const Values& values, const Method& method) {
  const Scene built = build_gallery_scene(scene, values);
  SolverOptions options;
  options.name = method.solver;
  options.correction = method.correction;
  options.friction = method.friction;
  options.tau = method.tau;
  return {built.model, built.step, options, 1};
}

Simulation simulation_of(const std::string& scene, const Values& values, const std::string& solver) {
  const Scene built = build_gallery_scene(scene, values);
  SolverOptions options;
  options.name = solver;
  return {built.model, built.step, options, 1};
}

std::string list(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}{:.4g}", text.empty() ? "" : ", ", number);
  return "[" + text + "]";
}

}  // namespace stiction::bench
