#include "cli/files/scene_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "cli/text/making_progress.h"
#include "recording/recording_reader.h"
#include "scenes/gallery.h"
#include "scenes/scene_reader.h"
#include "scenes/start_overlaps.h"
#include "scenes/words.h"
#include "solvers/contact_solver.h"

namespace stiction {
namespace {

constexpr double kMaxSteps = 1e10;

// `; did you mean "pgs"?` if none of the entries is called `name` in this field; else "".
template <typename Entry>
std::string nearest_of(const std::string& name, const std::vector<Entry>& entries, std::string Entry::*field) {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const Entry& entry : entries) names.push_back(entry.*field);
  const bool known = std::find(names.begin(), names.end(), name) != names.end();
  return known ? "" : did_you_mean(name, names);
}

void apply_solver_wishes(SolverOptions& options, const RunArguments& arguments) {
  if (arguments.solver) options.name = *arguments.solver;
  for (const auto& [key, value] : arguments.solver_settings) {
    try {
      set_solver_option(options, key, value);
    } catch (const InputError& error) {
      std::string message = error.what();
      const std::string prefix = fmt::format("solver option {}: ", key);  // the flag says that already
      if (message.starts_with(prefix)) message.erase(0, prefix.size());
      const std::string hint = nearest_of(key, solver_option_fields(), &OptionField::key);
      throw InputError(fmt::format("--solver-set {}={}: {}{}", key, value, message, hint));
    }
  }
  try {
    make_solver(options);  // refuses unknown names and contradictions now, before anything is written
  } catch (const InputError& error) {
    throw InputError(error.what() + nearest_of(options.name, solver_registry(), &SolverEntry::name));
  }
}

// Where step and duration come from: the options that were given, else the scene.
std::string time_origin(const RunArguments& arguments) {
  if (arguments.step && arguments.duration) return "--step, --duration";
  if (arguments.step) return "--step";
  return arguments.duration ? "--duration" : arguments.scene;
}

void refuse_recordings_and_folders(const std::string& text) {
  std::error_code ignored;
  if (is_recording(text)) {
    throw InputError(
        fmt::format("{} is a recording, not a scene; `stiction view` shows it, and the scene.json beside it "
                    "is what was run",
                    text));
  }
  if (!std::filesystem::is_directory(text, ignored)) return;
  const std::filesystem::path scene = std::filesystem::path(text) / "scene.json";
  throw InputError(fmt::format("{} is a folder; name the scene file in it{}", text,
                               std::filesystem::exists(scene, ignored) ? ", " + scene.string() : ""));
}

Scene read_scene(const std::string& text, const Settings& settings, const ReportProgress& progress) {
  if (!names_scene_file(text)) {
    std::error_code ignored;
    if (find_gallery_entry(text) == nullptr) refuse_recordings_and_folders(text);
    if (find_gallery_entry(text) == nullptr && std::filesystem::exists(text + ".json", ignored)) {
      throw InputError(fmt::format("there is no gallery scene \"{0}\"; did you mean the file {0}.json?", text));
    }
    return build_gallery_scene(text, settings, progress);
  }
  refuse_recordings_and_folders(text);
  if (!settings.empty()) {
    throw InputError(fmt::format("--set works on gallery scenes only; change the file {} itself", text));
  }
  return read_scene_file(text, progress);
}

}  // namespace

bool names_scene_file(const std::string& text) {
  return text.find('/') != std::string::npos || (text.size() >= 5 && text.ends_with(".json"));
}

Scene load_scene(const std::string& text, const Settings& settings, bool quiet) {
  std::optional<MakingProgress> making;
  if (!quiet) making.emplace(text);
  Scene scene = read_scene(text, settings, making ? making->reporter() : ReportProgress{});
  for (std::string& note : start_overlap_notes(scene.model)) scene.notes.push_back(text + ": " + std::move(note));
  return scene;
}

Scene scene_for_run(const RunArguments& arguments) {
  Scene scene = load_scene(arguments.scene, arguments.settings, arguments.quiet);
  if (arguments.step) scene.step = *arguments.step;
  if (arguments.duration) {
    if (*arguments.duration < scene.duration) scene.full_duration = scene.duration;
    scene.duration = *arguments.duration;
  }
  apply_solver_wishes(scene.solver, arguments);
  step_count(scene, time_origin(arguments));
  return scene;
}

std::int64_t step_count(const Scene& scene, const std::string& origin) {
  const double steps = scene.duration / scene.step;
  if (!(scene.step > 0) || !(scene.step <= scene.duration)) {
    throw InputError(
        fmt::format("{}: the duration {:g} s is shorter than one step of {:g} s", origin, scene.duration, scene.step));
  }
  if (!(steps <= kMaxSteps)) {
    throw InputError(fmt::format("{}: {:g} s in steps of {:g} s are {:.3g} steps (at most {:g})", origin,
                                 scene.duration, scene.step, steps, kMaxSteps));
  }
  // A duration that is a multiple of the step up to rounding takes no extra step.
  return static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-12) - 1e-6));
}

}  // namespace stiction
