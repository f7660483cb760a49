#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/distinct_files.h"
#include "cli/interrupt.h"
#include "cli/notes.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "cli/run_session.h"
#include "cli/scene_source.h"
#include "cli/summary.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kProgressInterval{5};

RunFolderOptions folder_options(const RunArguments& arguments) {
  RunFolderOptions options;
  options.folder = arguments.out;
  options.resume = arguments.resume;
  options.record = arguments.record;
  options.record_every = arguments.record_every;
  if (arguments.checkpoint_every) options.checkpoint_every = *arguments.checkpoint_every;
  return options;
}

// The scene's own file and the files of the folder are not to be written over by each other.
void require_distinct_outputs(const RunArguments& arguments) {
  const bool from_file = names_scene_file(arguments.scene);
  if (!arguments.report.empty() && from_file) require_distinct(arguments.report, arguments.scene, "the scene itself");
  if (arguments.out.empty()) return;
  const fs::path folder = arguments.out;
  if (from_file && !arguments.resume) require_distinct(folder / "scene.json", arguments.scene, "the scene itself");
  if (arguments.report.empty()) return;
  for (const char* name : {"scene.json", "recording.stic", "checkpoint"}) {
    require_distinct(arguments.report, folder / name, fmt::format("the {} of --out", name));
  }
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

// Takes the steps that are left. Throws SimulationError if the simulation fails, OutputLost if the folder does.
RunStatus take_steps(RunSession& session, RunFolder* folder, bool quiet) {
  Progress progress(session.scene().name, kProgressInterval);
  while (!session.finished()) {
    session.take_step();
    if (folder != nullptr) folder->after_step(session);
    if (!quiet) progress.update(session.simulation(), session.step_total());
    if (interrupted() && !session.finished()) return RunStatus::kInterrupted;
  }
  return RunStatus::kFinished;
}

// A failure is a report; only lost output is not, because it may be the report itself that is lost.
RunReport run_to_report(RunSession& session, RunFolder* folder, bool quiet) {
  RunStatus status = RunStatus::kFailed;
  std::string error;
  try {
    status = take_steps(session, folder, quiet);
  } catch (const OutputLost&) {
    throw;
  } catch (const SimulationError& failure) {
    error = failure.what();
  }
  RunReport report = session.report(status, error);
  if (folder != nullptr) folder->finish(session, status);
  return report;
}

// After output was lost: a report that says so, wherever one can still be written.
void report_loss(const RunSession& session, const std::vector<fs::path>& reports, const OutputLost& loss) {
  const std::string text = report_json(session.report(RunStatus::kFailed, loss.what()));
  for (const fs::path& path : reports) {
    try {
      write_file(path, text);
    } catch (const OutputLost&) {  // the first loss is the one to tell
    }
  }
}

}  // namespace

int run_command(const RunArguments& arguments) {
  require_distinct_outputs(arguments);
  const Scene scene = scene_for_run(arguments);
  if (!arguments.quiet) print_notes(scene);
  watch_interrupts();  // before the first file appears: from then on files stay valid
  RunSession session(scene, arguments.threads);
  std::vector<fs::path> reports;
  std::optional<RunFolder> folder;
  if (!arguments.report.empty()) {
    require_writable(arguments.report);
    reports.emplace_back(arguments.report);
  }
  if (!arguments.out.empty()) {
    folder.emplace(folder_options(arguments), session);
    reports.push_back(folder->report_path());
  }

  RunReport report;
  try {
    report = run_to_report(session, folder ? &*folder : nullptr, arguments.quiet);
    for (const fs::path& path : reports) write_file(path, report_json(report));
  } catch (const OutputLost& loss) {
    report_loss(session, reports, loss);
    throw;
  }
  if (!arguments.quiet) {
    fmt::print("{}", summary_text(report));
    for (const fs::path& path : reports) fmt::print("  report       {}\n", path.string());
    if (folder) fmt::print("{}", folder->summary());
    if (folder && report.status == RunStatus::kInterrupted)
      fmt::print("  to go on     the same command with --resume\n");
  }
  if (report.status == RunStatus::kFailed) throw SimulationError(report.error);
  return exit_status(report);
}

}  // namespace stiction
