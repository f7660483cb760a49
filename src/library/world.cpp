#include "stiction/world.h"

#include <fmt/format.h>

#include <cmath>

#include "library/builder_impl.h"
#include "library/world_impl.h"
#include "model/state.h"
#include "recording/version.h"
#include "scenes/gallery.h"
#include "scenes/scene_reader.h"
#include "scenes/words.h"

namespace stiction {
namespace {

constexpr double kMaxSteps = 1e15;  // beyond it a double no longer counts steps one by one

Simulation make_simulation(const Scene& scene, const WorldSettings& settings) {
  if (settings.threads < 0) {
    throw InputError(fmt::format("threads must be 0 (all cores) or more, got {}", settings.threads));
  }
  SolverOptions options = scene.solver;
  for (const auto& [key, text] : settings.solver) set_solver_option(options, key, text);
  return Simulation(scene.model, settings.step != 0 ? settings.step : scene.step, options, settings.threads);
}

ContactReading reading_of(const Contact& contact, const Vec3& force_on_b) {
  ContactReading reading;
  reading.body_a = contact.body_a;
  reading.body_b = contact.body_b;
  reading.point = to_public(contact.point);
  reading.normal_from_a_to_b = to_public(contact.normal);
  reading.gap = contact.gap;
  reading.force_on_b = to_public(force_on_b);
  reading.normal_force = force_on_b.dot(contact.normal);
  reading.friction_force = (force_on_b - reading.normal_force * contact.normal).norm();
  return reading;
}

StepStatus status_of(SolveStatus status) {
  switch (status) {
    case SolveStatus::kConverged:
      return StepStatus::kConverged;
    case SolveStatus::kBudgetCut:
      return StepStatus::kBudgetCut;
    case SolveStatus::kInfeasible:
      return StepStatus::kInfeasible;
    case SolveStatus::kIterationLimit:
      break;
  }
  return StepStatus::kIterationLimit;
}

StepReading reading_of(const StepReport& report) {
  StepReading reading;
  reading.time = report.time;
  reading.contact_count = report.contact_count;
  reading.status = status_of(report.solve.status);
  reading.converged = report.converged;
  reading.residual = report.certificate.residual;
  reading.residual_cone = report.certificate.residual_cone;
  reading.signorini = report.certificate.signorini;
  reading.max_penetration = report.max_penetration;
  reading.joint_error = report.joint_error;
  reading.iterations = report.solve.iterations;
  reading.seconds = report.step_seconds();
  return reading;
}

}  // namespace

Vector3 to_public(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Quaternion to_public(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
Vec3 to_internal(const Vector3& v) {
  return {v.x, v.y, v.z};
}
Quat to_internal(const Quaternion& q) {
  return Quat(q.w, q.x, q.y, q.z);
}

const char* library_version() {
  return version();
}

std::vector<std::string> gallery_names() {
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery()) names.push_back(entry.name);
  return names;
}

const char* to_string(StepStatus status) {
  static constexpr const char* kNames[] = {"converged", "iteration limit", "budget cut", "infeasible"};
  return kNames[static_cast<int>(status)];
}

World::Impl::Impl(const Scene& scene, const WorldSettings& settings)
    : simulation(make_simulation(scene, settings)), duration(scene.duration) {}

int World::Impl::index_of(const BodyRef& body) const {
  const std::vector<Body>& bodies = simulation.model().bodies;
  if (body.index >= 0 && body.index < static_cast<int>(bodies.size())) return body.index;
  if (body.name.data() == nullptr) {
    throw InputError(fmt::format("there is no body number {} (there are {})", body.index, bodies.size()));
  }
  const std::string name(body.name);
  const int index = simulation.model().body_index(name);
  if (index >= 0) return index;
  std::vector<std::string> known;
  known.reserve(bodies.size());
  for (const Body& other : bodies) known.push_back(other.name);
  throw InputError(fmt::format("no body is called \"{}\"{}", name, did_you_mean(name, known)));
}

int World::Impl::material(const std::string& name) const {
  const std::vector<Material>& materials = simulation.model().materials;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (materials[i].name == name) return static_cast<int>(i);
    known.push_back(materials[i].name);
  }
  throw InputError(
      fmt::format("there is no material \"{}\"{} (known: {})", name, did_you_mean(name, known), joined(known)));
}

void World::Impl::take_step() {
  if (in_callback) throw InputError("a callback cannot step its own world; step a copy() of it");
  const StepReport& report = simulation.step();
  last_step = reading_of(report);
  const ContactSet& found = simulation.contacts();
  contacts.clear();  // should there be no memory for these
  contacts.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    contacts[i] = reading_of(found[i], simulation.contact_force_on_b(static_cast<int>(i)));
  }
}

bool World::Impl::call_back(World& world, const Callback& last) {
  if (callbacks.empty() && !last) return true;
  struct Flag {  // comes down also when a callback throws
    bool& up;
    ~Flag() { up = false; }
  } flag{in_callback};
  in_callback = true;
  bool go_on = true;
  const int end = next_callback;  // those added now are called from the next step on
  for (std::size_t i = 0; i < callbacks.size() && callbacks[i].first < end;) {
    const auto [number, callback] = callbacks[i];
    go_on = (*callback)(world) && go_on;
    // The list may have changed: go on with the first one after `number`.
    for (i = 0; i < callbacks.size() && callbacks[i].first <= number;) ++i;
  }
  if (last) go_on = last(world) && go_on;
  return go_on;
}

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(const SceneBuilder& scene, const WorldSettings& settings)
    : impl_(std::make_unique<Impl>(read_scene_text(scene.impl_->text_for_reader(), "SceneBuilder", "/"), settings)) {}
World World::from_file(const std::string& path, const WorldSettings& settings) {
  return World(std::make_unique<Impl>(read_scene_file(path), settings));
}
World World::from_json(const std::string& text, const std::string& folder, const WorldSettings& settings) {
  return World(std::make_unique<Impl>(read_scene_text(text, "scene text", folder), settings));
}
World World::from_gallery(const std::string& name, const std::map<std::string, std::string>& parameters,
                          const WorldSettings& settings) {
  return World(std::make_unique<Impl>(build_gallery_scene(name, parameters), settings));
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const StepReading& World::step() {
  impl_->take_step();
  impl_->call_back(*this, nullptr);
  return impl_->last_step;
}

bool World::run(double seconds, const Callback& after_step) {
  const double steps = seconds / step_size();
  if (!(seconds >= 0) || !(steps <= kMaxSteps)) {
    throw InputError(fmt::format("run: the time must be from 0 to {:g} steps, got {:g} s", kMaxSteps, seconds));
  }
  // A time that is a multiple of the step up to rounding takes no extra step.
  const auto count = static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-12) - 1e-6));
  for (std::int64_t i = 0; i < count; ++i) {
    impl_->take_step();
    if (!impl_->call_back(*this, after_step)) return false;
  }
  return true;
}

int World::add_callback(Callback callback) {
  if (!callback) throw InputError("add_callback: the callback is empty");
  impl_->callbacks.emplace_back(impl_->next_callback, std::make_shared<const Callback>(std::move(callback)));
  return impl_->next_callback++;
}

void World::remove_callback(int number) {
  const auto removed =
      std::erase_if(impl_->callbacks, [number](const auto& callback) { return callback.first == number; });
  if (removed == 0) throw InputError(fmt::format("there is no callback number {}", number));
}

}  // namespace stiction
