#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/files/distinct_files.h"
#include "cli/text/printable.h"
#include "recorded/global_reduction.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_solver.h"
#include "recording/output_file.h"

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;

struct Solved {
  RecordedProblem problem;  // local
  RecordedResult result;
  double seconds = 0;  // wall time, reading and writing not counted
};

// Other solvers work on bodies, which a recorded problem does not name.
void require_solver(const std::string& name) {
  constexpr const char* kSolver = "staggered";
  if (name == kSolver) return;
  throw InputError(
      fmt::format("--solver '{}' does not solve recorded problems; leave it out or say {}", name, kSolver));
}

Solved solve(const AnyProblem& problem, const SolveArguments& arguments) {
  const auto start = Clock::now();
  Solved solved{local_form(problem, arguments.problem), {}, 0};
  solved.result = solve_recorded(
      solved.problem,
      {.tolerance = arguments.tolerance, .time_limit = arguments.time_limit, .threads = arguments.threads});
  solved.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return solved;
}

void print_json(const Solved& solved, const SolveArguments& arguments) {
  nlohmann::ordered_json json;
  json["problem"] = arguments.problem;
  json["contacts"] = solved.problem.contact_count();
  json["solver"] = arguments.solver;
  json["status"] = status_name(solved.result.status);
  json["iterations"] = solved.result.iterations;
  json["seconds"] = solved.seconds;
  json["error"] = solved.result.error;
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_table(const Solved& solved, const SolveArguments& arguments) {
  const RecordedResult& result = solved.result;
  fmt::print("problem      {}\n", printable(arguments.problem));
  if (!solved.problem.info.title.empty()) fmt::print("title        {}\n", printable(solved.problem.info.title));
  fmt::print("contacts     {}, in {} dimensions\n", solved.problem.contact_count(), solved.problem.dimension);
  fmt::print("solver       {}\n", arguments.solver);
  fmt::print("status       {} in {:.3g} s\n", status_name(result.status), solved.seconds);
  fmt::print("iterations   {} sweeps and linear systems\n", result.iterations);
  fmt::print("error        {:.2e} (tolerance {:.2g}); scaled {:.2e}\n", result.error, arguments.tolerance,
             scaled_error(solved.problem, result.r));
}

}  // namespace

int solve_command(const SolveArguments& arguments) {
  require_solver(arguments.solver);
  const AnyProblem problem = read_problem(arguments.problem);
  if (!arguments.out.empty()) {
    require_distinct(arguments.out, arguments.problem, "the problem itself");
    require_writable(arguments.out);
  }
  const Solved solved = solve(problem, arguments);
  if (!arguments.out.empty()) {
    const VecX& r = solved.result.r;
    const RecordedSolution solution{r, solved.problem.W * r + solved.problem.q};
    write_file(arguments.out, problem_bytes(problem, SparseLayout::kColumns, &solution));
  }
  arguments.json ? print_json(solved, arguments) : print_table(solved, arguments);
  return solved.result.status == RecordedStatus::kSolved ? kExitFine : kExitFailed;
}

}  // namespace stiction
