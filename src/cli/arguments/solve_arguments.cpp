#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cli/arguments/argument_values.h"
#include "cli/arguments/command_arguments.h"

namespace stiction {
namespace {

double parse_tolerance(const std::string& text) {
  double value = 0;
  if (!parse_number(text, value) || !(value > 0) || value > 1) {
    throw InputError(fmt::format("--tolerance '{}' is not a positive number up to 1", text));
  }
  return value;
}

}  // namespace

void declare_solve(CLI::App& app, RawSolveArguments& raw) {
  CLI::App* command = app.add_subcommand("solve", "Solve a recorded contact problem (FCLib layout, HDF5)");
  command->add_option("PROBLEM", raw.arguments.problem, "The file: local (W, q, mu) or global (M, H, f, w, mu)")
      ->required();
  command->add_option("--solver", raw.solver, "Contact solver (default: staggered)")->type_name("NAME");
  command->add_option("--tolerance", raw.tolerance, "Error |F| / |q| to reach (default: 1e-8)")->type_name("T");
  command->add_option("--time-limit", raw.time_limit, "Wall time for solving [s] (default: 60)")->type_name("S");
  command->add_flag("--json", raw.arguments.json, "The result as one JSON object, and nothing else");
  command->add_option("--out", raw.arguments.out, "File for the problem with its solution, solved or not")
      ->type_name("SOLUTION.hdf5");
  command->add_option("--threads", raw.threads, "Worker threads; the result does not depend on it (default: 1)")
      ->type_name("N");
}

SolveArguments judged_solve(const RawSolveArguments& raw) {
  SolveArguments solve = raw.arguments;
  if (!raw.solver.empty()) solve.solver = raw.solver;
  if (!raw.tolerance.empty()) solve.tolerance = parse_tolerance(raw.tolerance);
  if (!raw.time_limit.empty()) solve.time_limit = parse_seconds("--time-limit", raw.time_limit);
  if (!raw.threads.empty()) solve.threads = parse_threads(raw.threads);
  return solve;
}

}  // namespace stiction
