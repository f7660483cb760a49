#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/scene_source.h"
#include "cli/running/interrupt.h"
#include "cli/running/runner.h"
#include "cli/text/convergence_note.h"
#include "cli/text/notes.h"
#include "cli/text/progress.h"
#include "cli/text/summary.h"
#include "cli/text/terminal.h"
#include "scenes/gallery.h"

namespace stiction {
namespace {

constexpr std::chrono::seconds kProgressInterval{30};

struct Tally {
  int passed = 0;
  int failed = 0;
  int not_judged = 0;  // a promise that nothing can show is not kept
};

// Every scene is loaded before the first one runs: bad input is answered at once.
std::vector<Scene> load_scenes(const CheckArguments& arguments) {
  std::vector<std::string> names = arguments.scenes;
  if (arguments.all) {
    for (const GalleryEntry& entry : gallery()) names.push_back(entry.name);
  }
  std::vector<Scene> scenes;
  for (const std::string& name : names) {
    Scene scene = load_scene(name, arguments.settings);
    const GalleryEntry* entry = names_scene_file(name) ? nullptr : find_gallery_entry(name);
    if (entry != nullptr && arguments.soak) scene.duration = std::max(scene.duration, entry->soak_duration);
    if (scene.expectations.empty()) {
      throw InputError(fmt::format("{} states no expectations; add \"expect\" to the scene", name));
    }
    step_count(scene, name);
    print_notes(scene);
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

void print_results(const RunReport& report, Tally& tally) {
  if (report.status == RunStatus::kFailed) fmt::print("  FAIL  {}\n", report.error);
  for (const ReportedExpectation& expectation : report.expectations) {
    fmt::print("  {}\n", expectation_line(expectation));
    ++(!expectation.judged ? tally.not_judged : expectation.passed ? tally.passed : tally.failed);
  }
  flush_results();
}

// False if the run was interrupted.
bool check_scene(const Scene& scene, int threads, Tally& tally) {
  RunReport report;
  {
    Progress progress(scene.name, kProgressInterval);
    report = run_scene(scene, threads, [&](const Simulation& simulation, std::int64_t step_total) {
      progress.update(simulation, step_total);
      return !interrupted();
    });
  }
  fmt::print("{} ({:.4g} s in {:.3g} s)\n", report.scene, report.sim_seconds, report.wall_seconds);
  if (report.status == RunStatus::kInterrupted) return false;
  if (const std::string note = convergence_note(report); !note.empty()) print_note(note);
  print_results(report, tally);
  return true;
}

}  // namespace

int check_command(const CheckArguments& arguments) {
  const std::vector<Scene> scenes = load_scenes(arguments);
  watch_interrupts();
  Tally tally;
  bool complete = true;
  for (const Scene& scene : scenes) {
    complete = complete && check_scene(scene, arguments.threads, tally);
  }
  if (!complete) fmt::print("interrupted\n");
  if (tally.not_judged > 0) {
    fmt::print("{} not judged: no step ends in such a time, or the bodies are not there\n", tally.not_judged);
  }
  const int failed = tally.failed + tally.not_judged;
  fmt::print("{} passed, {} failed\n", tally.passed, failed);
  if (!complete) return kExitInterrupted;
  return failed == 0 ? kExitFine : kExitFailed;
}

}  // namespace stiction
