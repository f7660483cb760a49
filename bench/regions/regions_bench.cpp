// Contact regions against one global problem, and the iterations of the region solvers against each other, each solve
// from nothing. One JSON object on the standard output.
//
//   build/bench_regions > bench/results/regions.json
//
// A series is a list of contact problems: clusters of point-triangle contacts between mass points here, problems
// recorded from steps of scenes as well. Times on one thread are processor time, so that a loaded machine disturbs them
// little; those on two are wall time, one and two threads in turn, the
// least of many.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "contact/judge.h"
#include "machine.h"
#include "regions/mass_points.h"
#include "solvers/contact_solver.h"

namespace stiction::bench {
namespace {

constexpr double kTolerance = 1e-6;
constexpr int kSweeps = 500;  // N_max of all methods
constexpr int kRounds = 5;    // of a measurement, the median counts
constexpr int kTurns = 15;    // of one and two threads

struct Series {
  std::string family;
  int contacts = 0;
  std::vector<ContactProblem> problems;
};

struct Method {
  const char* label;
  const char* solver;
  std::vector<std::pair<const char*, const char*>> options;
};

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

SolverOptions options_of(const Method& method) {
  SolverOptions options;
  options.name = method.solver;
  options.tolerance = kTolerance;
  if (options.name != "pcg") options.max_iterations = kSweeps;
  for (const auto& [key, value] : method.options) set_solver_option(options, key, value);
  return options;
}

// dynamic: points run into surfaces, up to six contacts a cluster, no gravity. static: they rest, up to ten a cluster,
// some of the surface's points on the ground.
test::ClusterOptions cluster_options(const std::string& family) {
  test::ClusterOptions options;
  options.rush = family == "dynamic" ? 0.5 : 0;
  options.grounded = family == "dynamic" ? 0 : 0.2;
  return options;
}

Series make_series(const std::string& family, int contacts, int count, FrictionSet set = {}) {
  Series series{family, contacts, {}};
  const int most = family == "dynamic" ? 6 : 10;
  for (int seed = 0; seed < count; ++seed)
    series.problems.push_back(test::clusters(seed + 1000 * contacts, contacts, 1, most, cluster_options(family), set));
  return series;
}

// Of all problems of a series, one after the other by one solver, as steps follow each other.
struct Outcome {
  double time = 0;  // [s] per problem
  int solves = 0, poor = 0;
  double iterations = 0;  // of the slowest region, mean over the problems
  double regions = 0;     // mean
  double worst = 0;       // residual of those that are not poor
};

Outcome solve_all(const Series& series, const Method& method, clockid_t clock, int rounds = kRounds) {
  SolverOptions options = options_of(method);
  options.tangents = series.problems.front().friction_set;
  const auto solver = make_solver(options);
  ContactSolution solution;
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const double begin = seconds(clock);
    for (const ContactProblem& problem : series.problems) solver->solve(problem, solution);
    times.push_back((seconds(clock) - begin) / static_cast<double>(series.problems.size()));
  }
  std::ranges::sort(times);
  Outcome outcome;
  outcome.time = times[times.size() / 2];
  for (const ContactProblem& problem : series.problems) {
    solver->solve(problem, solution);
    ++outcome.solves;
    outcome.iterations += solution.report.iterations / static_cast<double>(series.problems.size());
    outcome.regions += solution.report.island_count / static_cast<double>(series.problems.size());
    if (solution.report.status != SolveStatus::kConverged) {
      ++outcome.poor;
    } else {
      outcome.worst = std::max(outcome.worst, judge(problem, solution.impulse, solution.velocity).residual);
    }
  }
  return outcome;
}

class Rows {
 public:
  void add(const std::string& row) { text_ += (text_.empty() ? "  " : ",\n  ") + row; }
  std::string array() const { return "[\n" + text_ + "\n ]"; }

 private:
  std::string text_;
};

std::string json_of(const Series& series, const Method& method, const Outcome& o) {
  return fmt::format(
      R"({{"family": "{}", "contacts": {}, "method": "{}", "seconds": {:.4e}, "solves": {}, "poor": {}, "iterations": {:.1f}, "regions": {:.1f}, "worst_residual": {:.1e}}})",
      series.family, series.contacts, method.label, o.time, o.solves, o.poor, o.iterations, o.regions, o.worst);
}

const Method kRegions = {"regions", "regions", {}};
const Method kSparse = {"one sparse problem", "regions", {{"decompose", "false"}}};
const Method kDense = {"one dense problem", "regions", {{"decompose", "false"}, {"assembly", "dense"}}};
constexpr int kMostDense = 300;  // contacts

std::string time_by_contacts() {
  Rows rows;
  for (const char* family : {"dynamic", "static"}) {
    for (const int contacts : {1, 2, 5, 10, 20, 30, 45, 60, 80, 150, 300, 1000, 3000, 10000}) {
      const Series series = make_series(family, contacts, contacts <= 80 ? 20 : contacts <= 300 ? 5 : 1);
      for (const Method& method : {kRegions, kSparse, kDense}) {
        if (method.label == kDense.label && contacts > kMostDense) continue;
        rows.add(json_of(series, method, solve_all(series, method, CLOCK_THREAD_CPUTIME_ID, contacts > 80 ? 3 : 5)));
      }
    }
  }
  return rows.array();
}

std::string two_threads() {
  Rows rows;
  for (const int contacts : {1000, 10000}) {
    const Series series = make_series("static", contacts, 1);
    double least[2] = {1e9, 1e9};  // [s]: on a loaded machine the least of many is nearest to what it takes
    for (int turn = 0; turn < kTurns; ++turn) {
      for (const int threads : {1, 2}) {
        const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, threads);
        tbb::task_arena arena(threads);
        const double time = arena.execute([&] { return solve_all(series, kRegions, CLOCK_MONOTONIC, 3).time; });
        least[threads - 1] = std::min(least[threads - 1], time);
      }
    }
    rows.add(fmt::format(R"({{"contacts": {}, "one": {:.4e}, "two": {:.4e}, "speedup": {:.2f}}})", contacts, least[0],
                         least[1], least[0] / least[1]));
  }
  return rows.array();
}

const std::vector<Method> kMethods = {
    {"PGS", "regions", {{"pcg_limit", "0"}}},
    {"PGS by rows", "regions", {{"pcg_limit", "0"}, {"sweep", "row"}}},
    {"PCG FR", "pcg", {{"beta", "fletcher-reeves"}, {"assembly", "sparse"}}},
    {"PCG PR", "pcg", {{"beta", "polak-ribiere"}, {"assembly", "sparse"}}},
    {"PCG FR as printed", "pcg", {{"beta", "fletcher-reeves"}, {"assembly", "sparse"}, {"restarts", "false"}}},
    {"PCG PR as printed", "pcg", {{"beta", "polak-ribiere"}, {"assembly", "sparse"}, {"restarts", "false"}}},
    {"PCG-PGS", "regions", {}},
    {"PCG-PGS, one turn", "regions", {{"pcg_residual", "1e-15"}}},  // a rule that is never met: no turns
    {"PCG-PGS as printed", "regions", {{"restarts", "false"}, {"sweep", "row"}}},
};

std::string poor_convergence() {
  Rows rows;
  for (const char* family : {"dynamic", "static"}) {
    Series series{family, 0, {}};
    for (const int contacts : {5, 10, 20, 40, 80}) {
      for (ContactProblem& problem : make_series(family, contacts, 100).problems) series.problems.push_back(problem);
    }
    for (const Method& method : kMethods)
      rows.add(json_of(series, method, solve_all(series, method, CLOCK_THREAD_CPUTIME_ID, 1)));
  }
  return rows.array();
}

// Two regions, iterate by iterate: one that sweeps are quick on, one that they are slow on.
std::string histories() {
  test::ProblemRandom random(12);
  test::MassPoints world;
  test::add_cluster(world, random, 60, Vec3::Zero(), cluster_options("static"));
  const std::pair<const char*, ContactProblem> regions[] = {{"easy", world.finish()},
                                                            {"slow", make_series("static", 80, 3).problems[2]}};
  Rows rows;
  for (const auto& [name, problem] : regions) {
    for (const Method& method : kMethods) {
      SolverOptions options = options_of(method);
      options.tolerance = 1e-9;
      options.log_iterates = true;
      options.decompose = false;
      ContactSolution solution;
      make_solver(options)->solve(problem, solution);
      std::string values;
      for (const IterateLogEntry& entry : solution.report.log)
        values += fmt::format("{}{:.3e}", values.empty() ? "" : ", ", entry.natural_map);
      rows.add(fmt::format(R"({{"region": "{}", "method": "{}", "contacts": {}, "residuals": [{}]}})", name,
                           method.label, problem.contact_count(), values));
    }
  }
  return rows.array();
}

std::string cone_and_square() {
  Rows rows;
  for (const char* family : {"dynamic", "static"}) {
    for (const FrictionSet set : {FrictionSet{}, FrictionSet{FrictionSet::kSquare}}) {
      Series series{fmt::format("{}, {}", family, to_string(set)), 45, {}};
      series.problems = make_series(family, 45, 100, set).problems;
      for (const Method& method : kMethods)
        rows.add(json_of(series, method, solve_all(series, method, CLOCK_THREAD_CPUTIME_ID)));
    }
  }
  return rows.array();
}

int run() {
  std::string text =
      fmt::format("{{\"machine\": {},\n \"tolerance\": {}, \"sweeps\": {}", machine_json(), kTolerance, kSweeps);
  const std::pair<const char*, std::string (*)()> parts[] = {
      {"time", time_by_contacts}, {"poor", poor_convergence}, {"histories", histories}, {"sets", cone_and_square}};
  tbb::task_arena one_thread(1);
  one_thread.execute([&] {
    for (const auto& [name, part] : parts) text += fmt::format(",\n \"{}\": {}", name, part());
  });
  text += fmt::format(",\n \"threads\": {}", two_threads());
  fmt::print("{}}}\n", text);
  return 0;
}

}  // namespace
}  // namespace stiction::bench

int main() {
  return stiction::bench::run();
}
