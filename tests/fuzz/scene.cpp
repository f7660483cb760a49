// Scene files: read, written, read again; small worlds take a step.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "fuzz/fuzz_target.h"
#include "recording/run_statistics.h"
#include "scenes/monitors.h"
#include "scenes/reader/json_text.h"
#include "scenes/scene_reader.h"
#include "scenes/scene_writer.h"
#include "stepping/simulation.h"

namespace stiction::fuzz {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostMeshes = 1;
constexpr std::size_t kMostTriangles = 40;
constexpr double kCoarse = 0.2;         // spacings and cells, in multiples of the largest number of their shape
constexpr std::size_t kMostBodies = 8;  // of worlds that take a step

double largest_number(const Json& value) {
  if (value.is_number()) return std::abs(value.get<double>());
  double largest = 0;
  if (value.is_structured())
    for (const Json& item : value) largest = std::max(largest, largest_number(item));
  return largest;
}

bool is_coarse(const Json& shape, const char* key) {
  return shape.contains(key) && shape[key].is_number() && shape[key].get<double>() >= kCoarse * largest_number(shape);
}

// Meshes and solids are prepared while the scene is read, which takes long unless they are coarse.
bool is_cheap(const Json& value, int& meshes) {
  if (!value.is_structured()) return true;
  if (value.is_object() && value.contains("type") && (value["type"] == "mesh" || value["type"] == "solid")) {
    if (++meshes > kMostMeshes || !is_coarse(value, "spacing")) return false;
    if (value["type"] == "solid" && !is_coarse(value, "cell")) return false;
    if (value.contains("triangles") && value["triangles"].size() > kMostTriangles) return false;
  }
  return std::all_of(value.begin(), value.end(), [&](const Json& item) { return is_cheap(item, meshes); });
}

// Bodies that deform are prepared last, and say so first.
struct Enough {};
void stop_before_preparing(const std::string&, double) {
  throw Enough();
}

Scene read(const std::string& text) {
  return read_scene_text(text, "scene", "/nowhere", stop_before_preparing);
}

void step(const Scene& scene) {
  if (scene.model.bodies.size() > kMostBodies) return;
  accepted([&] { make_solver(scene.solver); });
  Simulation simulation(scene.model, scene.step, SolverOptions{});
  for (const Expectation& expectation : scene.expectations) {
    make_monitor(expectation, simulation.model())->start(simulation);
  }
  simulation.step();
}

void run(std::string_view input) {
  const std::string text(input);
  try {
    accepted([&] {
      const auto tree = parse_json(text, "scene");
      int meshes = 0;
      if (!is_cheap(*tree, meshes)) return;
      const Scene scene = read(text);
      const std::string written = write_scene(scene);
      std::string again;
      require(accepted([&] { again = write_scene(read(written)); }), "a written scene can be read");
      require(again == written, "a written scene reads back to the same text");
      step(scene);
    });
  } catch (const Enough&) {
    return;
  }
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(scene, .run = stiction::fuzz::run)
