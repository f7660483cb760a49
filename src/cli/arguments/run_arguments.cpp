#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/arguments/argument_values.h"
#include "cli/arguments/command_arguments.h"
#include "solvers/contact_solver.h"
#include "solvers/solver_options.h"

namespace stiction {
namespace {

// The solvers and their options, for `run --help`.
std::string solver_help() {
  std::string text = "Solvers:\n";
  for (const SolverEntry& solver : solver_registry()) text += fmt::format("  {:<22}{}\n", solver.name, solver.summary);
  text += "Solver options (--solver-set):\n";
  for (const OptionField& field : solver_option_fields()) text += fmt::format("  {:<22}{}\n", field.key, field.help);
  text.pop_back();
  return text;
}

void require_out(const RunArguments& run) {
  if (!run.out.empty()) return;
  const char* flag = run.resume                               ? "--resume"
                     : run.record_every && run.replay.empty() ? "--record-every"
                     : !run.record                            ? "--no-record"
                     : !run.folder_replay                     ? "--no-replay"
                     : run.checkpoint_every                   ? "--checkpoint-every"
                                                              : nullptr;
  if (flag != nullptr) throw InputError(fmt::format("{} needs a folder: --out DIR", flag));
}

void declare_run_output(CLI::App& command, RawRunArguments& raw) {
  command
      .add_option("--out", raw.arguments.out,
                  "Folder for report.json, scene.json, recording, checkpoint and replay.html; created")
      ->type_name("DIR")
      ->group(kOutputGroup);
  command.add_flag("--resume", raw.arguments.resume, "Continue from the checkpoint in the --out folder")
      ->group(kOutputGroup);
  command.add_option("--record-every", raw.record_every, "Simulated time between recorded frames [s] (default: 0.01)")
      ->type_name("S")
      ->group(kOutputGroup);
  command.add_flag("--no-record", raw.no_record, "No recording in the --out folder")->group(kOutputGroup);
  command.add_option("--checkpoint-every", raw.checkpoint_every, "Wall time between checkpoints [s] (default: 30)")
      ->type_name("S")
      ->group(kOutputGroup);
  command.add_option("--report", raw.arguments.report, "File for the report")->type_name("F.json")->group(kOutputGroup);
  command.add_option("--replay", raw.arguments.replay, "File for the replay: a page that shows the run in any browser")
      ->type_name("F.html")
      ->group(kOutputGroup);
  command.add_flag("--no-replay", raw.no_replay, "No replay in the --out folder")->group(kOutputGroup);
}

}  // namespace

void declare_scene_wishes(CLI::App& command, RawSceneWishes& raw) {
  command.add_option("--set", raw.settings, kSetHelp)
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE")
      ->group(kSceneGroup);
  command.add_option("--step", raw.step, "Time step [s], instead of the scene's")->type_name("H")->group(kSceneGroup);
}

void declare_solver_wishes(CLI::App& command, RawSceneWishes& raw) {
  command.add_option("--solver", raw.solver, "Contact solver, instead of the scene's")
      ->type_name("NAME")
      ->group(kSolverGroup);
  command.add_option("--solver-set", raw.solver_settings, "Option of the solver, e.g. tolerance=1e-8; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE")
      ->group(kSolverGroup);
}

void declare_run(CLI::App& app, RawRunArguments& raw) {
  CLI::App* command = app.add_subcommand("run", "Simulate a scene and report how exact it was");
  command->add_option("SCENE", raw.arguments.scene, kSceneHelp)->required()->group(kSceneGroup);
  declare_scene_wishes(*command, raw.wishes);
  command->add_option("--duration", raw.duration, "Simulated time [s], instead of the scene's")
      ->type_name("S")
      ->group(kSceneGroup);
  declare_run_output(*command, raw);
  command->add_option("--threads", raw.threads, kThreadsHelp)->type_name("N")->group(kOtherGroup);
  command->add_flag("--quiet", raw.arguments.quiet, "No progress and no summary")->group(kOtherGroup);
  declare_solver_wishes(*command, raw.wishes);
  command->footer(solver_help());
}

void judge_scene_wishes(const RawSceneWishes& raw, RunArguments& run) {
  run.settings = settings_map(raw.settings);
  run.solver_settings = split_settings("--solver-set", raw.solver_settings);
  if (!raw.solver.empty()) run.solver = raw.solver;
  if (!raw.step.empty()) run.step = parse_seconds("--step", raw.step);
}

RunArguments judged_run(const RawRunArguments& raw) {
  RunArguments run = raw.arguments;
  run.record = !raw.no_record;
  run.folder_replay = !raw.no_replay;
  if (!raw.record_every.empty()) run.record_every = parse_seconds("--record-every", raw.record_every);
  if (!raw.checkpoint_every.empty()) run.checkpoint_every = parse_seconds("--checkpoint-every", raw.checkpoint_every);
  if (run.record_every && !run.record) throw InputError("--record-every and --no-record contradict each other");
  if (!run.replay.empty() && !run.record) {
    throw InputError("--replay and --no-record contradict each other: a replay is made from the recording");
  }
  require_out(run);
  judge_scene_wishes(raw.wishes, run);
  if (!raw.duration.empty()) run.duration = parse_seconds("--duration", raw.duration);
  if (!raw.threads.empty()) run.threads = parse_threads(raw.threads);
  return run;
}

}  // namespace stiction
