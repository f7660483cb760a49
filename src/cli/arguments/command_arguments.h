// The words of the commands: declared, and judged with messages of our own.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments/arguments.h"

namespace CLI {
class App;
}

namespace stiction {

// What CLI11 fills: texts, which are judged afterwards.
struct RawSceneWishes {  // parameters, solver and step, which `run` and `view` share
  std::vector<std::string> settings, solver_settings;
  std::string solver, step;
};
struct RawRunArguments {
  RunArguments arguments;
  RawSceneWishes wishes;
  std::string duration, threads, record_every, checkpoint_every;
  bool no_record = false, no_replay = false;
};
struct RawViewArguments {
  ViewArguments arguments;
  RawSceneWishes wishes;
  std::string threads, port;
  bool no_open_hint = false;
};
struct RawCheckArguments {
  CheckArguments arguments;
  std::vector<std::string> settings;
  std::string threads;
};
struct RawExportArguments {
  ExportArguments arguments;
  std::vector<std::string> settings;
  std::string steps;
};
struct RawSolveArguments {
  SolveArguments arguments;
  std::string solver, tolerance, time_limit, threads;
};

void declare_scene_wishes(CLI::App& command, RawSceneWishes& raw);   // parameters and step
void declare_solver_wishes(CLI::App& command, RawSceneWishes& raw);  // solver and its options
void declare_run(CLI::App& app, RawRunArguments& raw);
void declare_view(CLI::App& app, RawViewArguments& raw);
void declare_check(CLI::App& app, RawCheckArguments& raw);
void declare_export(CLI::App& app, RawExportArguments& raw);
void declare_solve(CLI::App& app, RawSolveArguments& raw);

// Headings of help pages.
inline constexpr const char* kSceneGroup = "Scene and time";
inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kSolverGroup = "Solver";
inline constexpr const char* kOtherGroup = "Other";

// All throw InputError.
void judge_scene_wishes(const RawSceneWishes& raw, RunArguments& run);
RunArguments judged_run(const RawRunArguments& raw);
ViewArguments judged_view(const RawViewArguments& raw);
CheckArguments judged_check(const RawCheckArguments& raw);
ExportArguments judged_export(const RawExportArguments& raw);
SolveArguments judged_solve(const RawSolveArguments& raw);

}  // namespace stiction
