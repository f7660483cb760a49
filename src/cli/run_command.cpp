#include <fmt/format.h>

#include <chrono>
#include <new>
#include <string>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/scene_source.h"
#include "cli/running/interrupt.h"
#include "cli/running/run_failure.h"
#include "cli/running/run_outputs.h"
#include "cli/running/run_session.h"
#include "cli/text/convergence_note.h"
#include "cli/text/notes.h"
#include "cli/text/progress.h"
#include "cli/text/summary.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

constexpr std::chrono::seconds kProgressInterval{5};

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

// Takes the steps that are left. Throws SimulationError if the simulation fails, OutputLost if a file does.
RunStatus take_steps(RunSession& session, RunOutputs& outputs, bool quiet) {
  Progress progress(session.scene().name, kProgressInterval);
  while (!session.finished()) {
    session.take_step();
    outputs.after_step(session);
    if (!quiet) progress.update(session.simulation(), session.step_total());
    if (interrupted() && !session.finished()) return RunStatus::kInterrupted;
  }
  return RunStatus::kFinished;
}

// A failure is a report; only lost output is not, because it may be the report itself that is lost.
RunReport run_to_report(RunSession& session, RunOutputs& outputs, bool quiet) {
  MemoryReserve reserve;
  RunStatus status = RunStatus::kFailed;
  std::string error;
  try {
    status = take_steps(session, outputs, quiet);
  } catch (const OutputLost&) {
    throw;
  } catch (const std::exception& failure) {
    reserve.release();
    error = failure_text(session, failure);
  }
  RunReport report = session.report(status, error);
  try {
    outputs.finish(session, status);
  } catch (const std::bad_alloc&) {
    report.status = RunStatus::kFailed;
    report.error += (report.error.empty() ? "" : "; ");
    report.error += "out of memory for the end of the recording and the last checkpoint";
  }
  return report;
}

// Where output is lost, the report says so, if it can still be written.
RunReport run_and_write(RunSession& session, RunOutputs& outputs, bool quiet) {
  RunReport report;
  try {
    report = run_to_report(session, outputs, quiet);
    outputs.write_reports(report);
    outputs.write_replays();
  } catch (const std::exception& loss) {
    if (report.error.empty()) outputs.report_loss(session.report(RunStatus::kFailed, failure_text(session, loss)));
    throw;
  }
  return report;
}

}  // namespace

int run_command(const RunArguments& arguments) {
  require_distinct_outputs(arguments);
  const Scene scene = scene_for_run(arguments);
  if (!arguments.quiet) print_notes(scene);
  watch_interrupts();  // before the first file appears: from then on files stay valid
  RunSession session(scene, arguments.threads);
  RunOutputs outputs(arguments, session);
  const RunReport report = run_and_write(session, outputs, arguments.quiet);
  if (!arguments.quiet) {
    if (const std::string note = convergence_note(report); !note.empty()) print_note(note);
    fmt::print("{}{}", summary_text(report), outputs.summary());
    if (outputs.can_go_on() && report.status == RunStatus::kInterrupted)
      fmt::print("  to go on     the same command with --resume\n");
  }
  if (report.status == RunStatus::kFailed) throw SimulationError(fmt::format("{}: {}", report.scene, report.error));
  return exit_status(report);
}

}  // namespace stiction
