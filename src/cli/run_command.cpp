#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/runner.h"
#include "cli/scene_source.h"
#include "cli/summary.h"
#include "recording/output_file.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kProgressInterval{5};

// Makes sure that everything asked for can be written. Returns where the report goes.
std::vector<fs::path> prepare_outputs(const RunArguments& arguments, const Scene& scene) {
  std::vector<fs::path> reports;
  if (!arguments.report.empty()) {
    require_writable(arguments.report);
    reports.emplace_back(arguments.report);
  }
  if (!arguments.out.empty()) {
    const fs::path folder = arguments.out;
    prepare_folder(folder);
    write_file(folder / "scene.json", write_scene(scene));
    reports.push_back(folder / "report.json");
  }
  return reports;
}

int exit_status(const RunReport& report) {
  switch (report.status) {
    case RunStatus::kFinished:
      return kExitFine;
    case RunStatus::kInterrupted:
      return kExitInterrupted;
    case RunStatus::kFailed:
      return kExitFailed;
  }
  return kExitFailed;
}

RunReport run_with_progress(const Scene& scene, const RunArguments& arguments) {
  Progress progress(scene.name, kProgressInterval);
  return run_scene(scene, arguments.threads, [&](const Simulation& simulation, std::int64_t step_total) {
    if (!arguments.quiet) progress.update(simulation, step_total);
    return !interrupted();
  });
}

}  // namespace

int run_command(const RunArguments& arguments) {
  const Scene scene = scene_for_run(arguments);
  watch_interrupts();  // before the first file appears: from then on files stay valid
  const std::vector<fs::path> reports = prepare_outputs(arguments, scene);
  const RunReport report = run_with_progress(scene, arguments);
  for (const fs::path& path : reports) write_file(path, report_json(report));
  if (!arguments.quiet) {
    fmt::print("{}", summary_text(report));
    for (const fs::path& path : reports) fmt::print("  report       {}\n", path.string());
    if (!arguments.out.empty()) fmt::print("  scene        {}\n", (fs::path(arguments.out) / "scene.json").string());
  }
  if (report.status == RunStatus::kFailed) throw SimulationError(report.error);
  return exit_status(report);
}

}  // namespace stiction
