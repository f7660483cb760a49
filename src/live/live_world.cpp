#include "live/live_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/error.h"
#include "live/live_session.h"

namespace stiction {
namespace {

constexpr double kBudgetShare = 0.7;  // of the step
constexpr double kHapticTolerance = 1e-3;

bool has_option(const SolverEntry& entry, const char* key) {
  return std::find(entry.options.begin(), entry.options.end(), key) != entry.options.end();
}

const SolverEntry* find_solver(const std::string& name) {
  for (const SolverEntry& entry : solver_registry()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

bool takes_vertices_inside(const std::string& solver) {
  const SolverEntry* entry = find_solver(solver);
  return entry != nullptr && entry->source == ContactSource::kVerticesInside;
}

// Solvers that take vertices inside bodies have no rigid bodies that are free, and so no spare ones.
Scene with_spares(Scene scene, const LiveOptions& options, SpareBodies& spares) {
  const bool none = takes_vertices_inside(scene.solver.name);
  spares = add_spare_bodies(scene.model, none ? 0 : options.spare_boxes, none ? 0 : options.spare_spheres);
  scene.solver = live_solver(scene);
  return scene;
}

// Dropped into each other bodies would stay so.
void require_room(const Simulation& simulation, const Vec3& position, double distance) {
  const Model& model = simulation.model();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyState& state = simulation.state().bodies[i];
    if (model.bodies[i].fixed || !state.present || (state.center - position).norm() > distance) continue;
    throw InputError(fmt::format("drop: \"{}\" is at that place; choose another", model.bodies[i].name));
  }
}

}  // namespace

SolverOptions live_solver(const Scene& scene) {
  SolverOptions solver = scene.solver;
  const SolverEntry* entry = find_solver(solver.name);
  if (scene.model.hands.empty() || solver.budget_ms > 0 || entry == nullptr || !has_option(*entry, "budget_ms")) {
    return solver;
  }
  solver.budget_ms = kBudgetShare * 1e3 * scene.step;
  solver.tolerance = std::max(solver.tolerance, kHapticTolerance);
  return solver;
}

SolverOptions with_solver(const SolverOptions& options, const std::string& name) {
  SolverOptions wanted;
  wanted.name = name;
  wanted.tolerance = options.tolerance;
  wanted.warm_start = options.warm_start;
  wanted.decompose = options.decompose;
  const SolverEntry* entry = find_solver(name);
  if (entry != nullptr && has_option(*entry, "budget_ms")) wanted.budget_ms = options.budget_ms;
  if (entry != nullptr && has_option(*entry, "tangents")) wanted.tangents = options.tangents;  // else the exact disk
  make_solver(wanted);                                                                         // throws
  return wanted;
}

std::vector<std::string> LiveWorld::solver_choices() const {
  std::vector<std::string> names;
  const bool inside = takes_vertices_inside(scene_.solver.name);
  for (const SolverEntry& entry : solver_registry()) {
    if (inside || entry.source == ContactSource::kNearSurfaces) names.push_back(entry.name);
  }
  return names;
}

LiveWorld::LiveWorld(const Scene& scene, const LiveOptions& options)
    : scene_(with_spares(scene, options, spares_)),
      simulation_(scene_.model, scene_.step, scene_.solver, options.threads),
      hands_(scene_.model.hands, options.devices, scene_.step),
      start_(simulation_.save()) {}

const StepReport& LiveWorld::step() {
  has_step_ = false;
  hands_.before_step(simulation_);
  const StepReport& report = simulation_.step();
  hands_.after_step(simulation_);
  has_step_ = true;
  return report;
}

void LiveWorld::reset(bool settings) {
  const Vec3 gravity = simulation_.model().gravity;
  const std::vector<Material> materials = simulation_.model().materials;
  const SolverOptions solver = simulation_.options();
  simulation_.restore(start_);
  hands_.start_again(simulation_);
  has_step_ = false;
  if (settings) return;
  simulation_.set_gravity(gravity);
  for (std::size_t i = 0; i < materials.size(); ++i) {
    simulation_.set_material(static_cast<int>(i), materials[i].friction, materials[i].restitution);
  }
  simulation_.set_solver(solver);
}

void LiveWorld::set_solver(const command::Solver& wanted) {
  SolverOptions options = simulation_.options();
  if (wanted.name && *wanted.name != options.name) {
    // The scene's own solver gets back the scene's options.
    options = *wanted.name == scene_.solver.name ? scene_.solver : with_solver(options, *wanted.name);
    options.tolerance = simulation_.options().tolerance;
  }
  if (wanted.tolerance) options.tolerance = *wanted.tolerance;
  simulation_.set_solver(options);
}

void LiveWorld::set_friction(const std::string& material, double value) {
  const std::vector<Material>& materials = simulation_.model().materials;
  std::string known;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    known += (known.empty() ? "" : ", ") + materials[i].name;
    if (materials[i].name != material) continue;
    simulation_.set_material(static_cast<int>(i), value, materials[i].restitution);
    return;
  }
  throw InputError(fmt::format("friction: there is no material \"{:.40}\"; known: {}", material, known));
}

int LiveWorld::drop(const command::Drop& drop) {
  const bool box = drop.shape == command::Drop::Shape::kBox;
  const std::vector<int>& spares = box ? spares_.boxes : spares_.spheres;
  const std::vector<BodyState>& states = simulation_.state().bodies;
  const auto spare = std::find_if(spares.begin(), spares.end(), [&](int body) { return !states[body].present; });
  if (spare == spares.end()) {
    throw InputError(fmt::format("drop: all {} {} are in the scene; reset takes them out", spares.size(),
                                 box ? "boxes" : "spheres"));
  }
  require_room(simulation_, drop.position, spares_.radius / 2);
  simulation_.add_now(*spare, {drop.position, Quat::Identity()}, drop.velocity, drop.angular_velocity);
  return *spare;
}

std::string LiveWorld::save() const {
  return base64_of(simulation_.save());
}

void LiveWorld::load(const std::string& base64) {
  const std::optional<std::string> bytes = from_base64(base64);
  if (!bytes) throw InputError("load: the state is not base64 text");
  const std::string before = simulation_.save();
  try {
    simulation_.restore(*bytes);
    if (!hands_.fits(simulation_)) {
      simulation_.restore(before);
      throw InputError("the saved state has not the hands of this scene");
    }
  } catch (const InputError& error) {
    throw InputError(fmt::format("load: {}", error.what()));
  }
  hands_.start_again(simulation_);
  has_step_ = false;
}

}  // namespace stiction
