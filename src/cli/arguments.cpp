#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "cli/render_arguments.h"
#include "recording/version.h"
#include "solvers/contact_solver.h"
#include "solvers/solver_options.h"

namespace stiction {
namespace {

constexpr int kMaxThreads = 1024;
constexpr const char* kCommands = "scenes, run, view, check, solve, export, render";
constexpr double kMaxSeconds = 1e9;  // of a step or a duration [s]

// What CLI11 fills: texts, which are judged afterwards with messages of our own.
struct RawArguments {
  ScenesArguments scenes;
  RunArguments run;
  CheckArguments check;
  ExportArguments exported;
  SolveArguments solve;
  ViewArguments view;
  RawRenderArguments render;
  std::vector<std::string> settings, solver_settings;
  std::string solver, step, duration, threads, record_every, checkpoint_every, steps, tolerance, time_limit, port;
  bool no_record = false, no_replay = false, no_open_hint = false;
};

double parse_seconds(const std::string& flag, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0) || value > kMaxSeconds) {
    throw InputError(
        fmt::format("{} '{}' is not a positive number of seconds (at most {:g})", flag, text, kMaxSeconds));
  }
  return value;
}

double parse_tolerance(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0) || value > 1) {
    throw InputError(fmt::format("--tolerance '{}' is not a positive number up to 1", text));
  }
  return value;
}

int parse_threads(const std::string& text) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 1 || value > kMaxThreads) {
    throw InputError(fmt::format("--threads '{}' is not a whole number from 1 to {}", text, kMaxThreads));
  }
  return value;
}

std::uint16_t parse_port(const std::string& text) {
  std::uint16_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    throw InputError(fmt::format("--port '{}' is not a whole number from 0 to 65535", text));
  }
  return value;
}

std::int64_t parse_step(const std::string& word, const std::string& text) {
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) {
    throw InputError(fmt::format("--steps '{}' is not of the form A:B with whole numbers of steps", text));
  }
  return value;
}

void parse_steps(const std::string& text, ExportArguments& exported) {
  const std::size_t colon = text.find(':');
  const std::string first = text.substr(0, colon);
  const std::string last = colon == std::string::npos ? first : text.substr(colon + 1);
  if (!first.empty()) exported.first_step = parse_step(first, text);
  if (!last.empty()) exported.last_step = parse_step(last, text);
  if (exported.first_step && exported.last_step && *exported.first_step > *exported.last_step) {
    throw InputError(fmt::format("--steps '{}' ends before it begins", text));
  }
}

std::pair<std::string, std::string> split_setting(const std::string& flag, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw InputError(fmt::format("{} '{}' is not of the form key=value", flag, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::pair<std::string, std::string>> split_settings(const std::string& flag,
                                                                const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& text : texts) {
    settings.push_back(split_setting(flag, text));
    const std::string& key = settings.back().first;
    const auto same_key = [&](const auto& setting) { return setting.first == key; };
    if (std::count_if(settings.begin(), settings.end(), same_key) > 1) {
      throw InputError(fmt::format("{} sets '{}' more than once", flag, key));
    }
  }
  return settings;
}

Settings to_map(const std::vector<std::pair<std::string, std::string>>& settings) {
  return {settings.begin(), settings.end()};
}

constexpr const char* kSceneHelp =
    "A gallery name (see `stiction scenes`), or a scene file: with a / or ending in .json";
constexpr const char* kExportHelp = "A scene as for run, or a recording (recording.stic in a run's folder)";
constexpr const char* kViewHelp = "A scene as for run, or a recording (recording.stic in a run's folder)";
constexpr const char* kSetHelp = "Parameter of a gallery scene, e.g. --set mu=0.5; may be repeated";
constexpr const char* kThreadsHelp = "Worker threads; the result does not depend on it (default: all cores)";

void declare_scenes(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("scenes", "List the gallery: sizes, claims, parameters with defaults");
  command->add_option("NAME", raw.scenes.name, "Only this scene, in detail");
  command->add_flag("--json", raw.scenes.json, "As JSON");
}

// The solvers and their options, for `run --help`.
std::string solver_help() {
  std::string text = "Solvers:\n";
  for (const SolverEntry& solver : solver_registry()) text += fmt::format("  {:<22}{}\n", solver.name, solver.summary);
  text += "Solver options (--solver-set):\n";
  for (const OptionField& field : solver_option_fields()) text += fmt::format("  {:<22}{}\n", field.key, field.help);
  text.pop_back();
  return text;
}

void declare_solver(CLI::App& command, RawArguments& raw) {
  command.add_option("--solver", raw.solver, "Contact solver, instead of the scene's")->type_name("NAME");
  command.add_option("--solver-set", raw.solver_settings, "Option of the solver, e.g. tolerance=1e-8; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command.add_option("--step", raw.step, "Time step [s], instead of the scene's")->type_name("H");
}

void declare_run(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("run", "Simulate a scene and say how exact it was");
  command->add_option("SCENE", raw.run.scene, kSceneHelp)->required();
  command->add_option("--set", raw.settings, kSetHelp)->allow_extra_args(false)->type_name("KEY=VALUE");
  declare_solver(*command, raw);
  command->add_option("--duration", raw.duration, "Simulated time [s], instead of the scene's")->type_name("S");
  command
      ->add_option("--out", raw.run.out,
                   "Folder for report.json, scene.json, recording, checkpoint and replay.html; created")
      ->type_name("DIR");
  command->add_flag("--resume", raw.run.resume, "Go on from the checkpoint in the --out folder");
  command->add_option("--record-every", raw.record_every, "Simulated time between recorded frames [s] (default: 0.01)")
      ->type_name("S");
  command->add_flag("--no-record", raw.no_record, "No recording in the --out folder");
  command->add_option("--checkpoint-every", raw.checkpoint_every, "Wall time between checkpoints [s] (default: 30)")
      ->type_name("S");
  command->add_option("--report", raw.run.report, "File for the report")->type_name("F.json");
  command->add_option("--replay", raw.run.replay, "File for the replay: a page that shows the run in any browser")
      ->type_name("F.html");
  command->add_flag("--no-replay", raw.no_replay, "No replay in the --out folder");
  command->add_option("--threads", raw.threads, kThreadsHelp)->type_name("N");
  command->add_flag("--quiet", raw.run.quiet, "No progress and no summary");
  command->footer(solver_help());
}

void declare_view(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("view", "Simulate a scene live in the browser, or show a recording there");
  RunArguments& run = raw.view.run;
  command->add_option("SCENE", run.scene, kViewHelp)->required();
  command->add_option("--set", raw.settings, kSetHelp)->allow_extra_args(false)->type_name("KEY=VALUE");
  declare_solver(*command, raw);
  command
      ->add_option("--port", raw.port,
                   "Port to listen on; 0: any that is free (default: 8765, or another one if that is taken)")
      ->type_name("N");
  command
      ->add_option("--bind", raw.view.bind,
                   "Address of this machine, in numbers, under which others may connect (default: 127.0.0.1, this "
                   "machine only)")
      ->type_name("ADDRESS");
  command->add_option("--out", run.out, "Folder for recordings; without it the viewer cannot record")->type_name("DIR");
  command->add_option("--report", run.report, "File for a report at the end")->type_name("F.json");
  command->add_option("--threads", raw.threads, "Worker threads (default: all cores but one)")->type_name("N");
  command->add_flag("--no-open-hint", raw.no_open_hint, "Only the address, not what to do with it");
}

void declare_check(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("check", "Run scenes and judge their own expectations");
  command->add_option("SCENE", raw.check.scenes, kSceneHelp);
  command
      ->add_option("--set", raw.settings,
                   "Parameter of the one gallery scene that is checked, e.g. --set mu=0.5; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  command->add_flag("--all", raw.check.all, "Every scene of the gallery");
  command->add_flag("--soak", raw.check.soak, "The long form instead of the short one");
  command->add_option("--threads", raw.threads, kThreadsHelp)->type_name("N");
}

void declare_export(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("export", "Write a scene or a recording to a file in another format");
  command->add_option("SCENE", raw.exported.source, kExportHelp)->required();
  command->add_option("--set", raw.settings, kSetHelp)->allow_extra_args(false)->type_name("KEY=VALUE");
  command
      ->add_option(
          "--format", raw.exported.format,
          "json: a scene file (default); csv: a recording's bodies over time; obj: the bodies as triangles; html: "
          "a recording's replay, for any browser")
      ->type_name("FORMAT");
  command->add_flag("--contacts", raw.exported.contacts, "csv: a recording's contacts instead of its bodies");
  command
      ->add_option("--steps", raw.steps,
                   "csv, html: only steps A to B; either may be left out. obj: the one step A (default: the last)")
      ->type_name("A:B");
  command->add_option("--out", raw.exported.out, "File to write")->required()->type_name("P");
}

void declare_solve(CLI::App& app, RawArguments& raw) {
  CLI::App* command = app.add_subcommand("solve", "Solve a recorded contact problem (FCLib layout, HDF5)");
  command->add_option("PROBLEM", raw.solve.problem, "The file: local (W, q, mu) or global (M, H, f, w, mu)")
      ->required();
  command->add_option("--solver", raw.solver, "Contact solver (default: staggered)")->type_name("NAME");
  command->add_option("--tolerance", raw.tolerance, "Error |F| / |q| to reach (default: 1e-8)")->type_name("T");
  command->add_option("--time-limit", raw.time_limit, "Wall time for solving [s] (default: 60)")->type_name("S");
  command->add_flag("--json", raw.solve.json, "The result as one JSON object, and nothing else");
  command->add_option("--out", raw.solve.out, "File for the problem with its solution, solved or not")
      ->type_name("SOLUTION.hdf5");
  command->add_option("--threads", raw.threads, "Worker threads; the result does not depend on it (default: 1)")
      ->type_name("N");
}

void declare_all(CLI::App& app, RawArguments& raw) {
  app.set_version_flag("--version", fmt::format("stiction {}", version()), "The program's version");
  app.set_help_flag("-h,--help", "This help");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(36);
  declare_scenes(app, raw);
  declare_run(app, raw);
  declare_view(app, raw);
  declare_check(app, raw);
  declare_solve(app, raw);
  declare_export(app, raw);
  declare_render(app, raw.render);
  app.footer(
      "`stiction COMMAND --help` explains a command.\n"
      "Exit status: 0 fine; 1 the simulation, a check or a solve failed; 2 bad usage or bad input; 130 after Ctrl-C.");
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

// Parameters, solver and step, which `run` and `view` share.
void judge_scene_wishes(const RawArguments& raw, RunArguments& run) {
  run.settings = to_map(split_settings("--set", raw.settings));
  run.solver_settings = split_settings("--solver-set", raw.solver_settings);
  if (!raw.solver.empty()) run.solver = raw.solver;
  if (!raw.step.empty()) run.step = parse_seconds("--step", raw.step);
}

RunArguments judged_run(const RawArguments& raw) {
  RunArguments run = raw.run;
  run.record = !raw.no_record;
  run.folder_replay = !raw.no_replay;
  if (!raw.record_every.empty()) run.record_every = parse_seconds("--record-every", raw.record_every);
  if (!raw.checkpoint_every.empty()) run.checkpoint_every = parse_seconds("--checkpoint-every", raw.checkpoint_every);
  if (run.record_every && !run.record) throw InputError("--record-every and --no-record contradict each other");
  if (!run.replay.empty() && !run.record) {
    throw InputError("--replay and --no-record contradict each other: a replay is made from the recording");
  }
  require_out(run);
  judge_scene_wishes(raw, run);
  if (!raw.duration.empty()) run.duration = parse_seconds("--duration", raw.duration);
  if (!raw.threads.empty()) run.threads = parse_threads(raw.threads);
  return run;
}

ViewArguments judged_view(const RawArguments& raw) {
  ViewArguments view = raw.view;
  judge_scene_wishes(raw, view.run);
  if (!raw.threads.empty()) view.run.threads = parse_threads(raw.threads);
  if (!raw.port.empty()) view.port = parse_port(raw.port);
  view.hint = !raw.no_open_hint;
  return view;
}

CheckArguments judged_check(const RawArguments& raw) {
  CheckArguments check = raw.check;
  if (check.all != check.scenes.empty()) throw InputError("check takes either scenes or --all (stiction check --help)");
  check.settings = to_map(split_settings("--set", raw.settings));
  if (!check.settings.empty() && check.scenes.size() != 1) {
    throw InputError("check takes --set with one scene only; check the others without it");
  }
  if (!raw.threads.empty()) check.threads = parse_threads(raw.threads);
  return check;
}

ExportArguments judged_export(const RawArguments& raw) {
  ExportArguments exported = raw.exported;
  exported.settings = to_map(split_settings("--set", raw.settings));
  const auto is = [&exported](const char* name) { return exported.format == name; };
  const bool is_known = is("json") || is("csv") || is("obj") || is("html");
  if (!is_known) {
    throw InputError(fmt::format("--format '{}' is unknown (known: json, csv, obj, html)", exported.format));
  }
  if (!raw.steps.empty()) parse_steps(raw.steps, exported);
  if (exported.contacts && !is("csv")) throw InputError("--contacts goes with --format csv");
  if (is("json") && !raw.steps.empty()) throw InputError("--steps goes with --format csv, obj and html");
  if (exported.format == "obj" && exported.first_step != exported.last_step) {
    throw InputError(fmt::format("--format obj shows one step: --steps A instead of --steps {}", raw.steps));
  }
  return exported;
}

SolveArguments judged_solve(const RawArguments& raw) {
  SolveArguments solve = raw.solve;
  if (!raw.solver.empty()) solve.solver = raw.solver;
  if (!raw.tolerance.empty()) solve.tolerance = parse_tolerance(raw.tolerance);
  if (!raw.time_limit.empty()) solve.time_limit = parse_seconds("--time-limit", raw.time_limit);
  if (!raw.threads.empty()) solve.threads = parse_threads(raw.threads);
  return solve;
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace

Arguments parse_arguments(int count, const char* const* words) {
  CLI::App app("Stiction: rigid bodies in contact, with the friction right.", "stiction");
  RawArguments raw;
  declare_all(app, raw);
  for (int i = 1; i < count; ++i) {  // an empty word is a forgotten shell variable, never a meaningful value
    if (words[i][0] == '\0') throw InputError("an argument is empty (stiction --help)");
  }
  const auto is_command = [&](const CLI::App* command) { return command->get_name() == words[1]; };
  if (count > 1 && words[1][0] != '-' && app.get_subcommands(is_command).empty()) {
    throw InputError(fmt::format("there is no command \"{}\" ({})", words[1], kCommands));
  }
  try {
    app.parse(count, words);
  } catch (const CLI::CallForVersion& version_call) {
    return Information{std::string(version_call.what()) + "\n"};
  } catch (const CLI::CallForHelp&) {
    return Information{app.help()};
  } catch (const CLI::ParseError& error) {
    const auto commands = app.get_subcommands();
    const std::string help = commands.empty() ? "stiction" : "stiction " + commands.front()->get_name();
    throw InputError(fmt::format("{} ({} --help)", on_one_line(error.what()), help));
  }
  if (app.got_subcommand("scenes")) return raw.scenes;
  if (app.got_subcommand("run")) return judged_run(raw);
  if (app.got_subcommand("view")) return judged_view(raw);
  if (app.got_subcommand("check")) return judged_check(raw);
  if (app.got_subcommand("solve")) return judged_solve(raw);
  if (app.got_subcommand("export")) return judged_export(raw);
  if (app.got_subcommand("render")) return judged_render(raw.render);
  throw InputError(fmt::format("no command given ({}; stiction --help)", kCommands));
}

}  // namespace stiction
