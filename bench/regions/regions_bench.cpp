// Contact regions against one global problem, and the iterations of the region solvers against each other, on contact
// problems of the steps of `skittles` and `bucket`. One JSON object on the standard output; some minutes.
//
//   build/bench_regions > bench/results/regions.json
//
// With the argument `instructions`, for bench/regions/instructions: small problems once, each series a dump of
// callgrind.
//
// Times on one thread are processor time, so that a loaded machine disturbs them little, methods in turn, the median of
// the rounds; those on two threads are wall time. Every solve is from nothing unless it is said to be warm.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS_AT(text) static_cast<void>(text)
#endif

#include <algorithm>
#include <optional>

#include "contact/island.h"
#include "machine.h"
#include "regions/scene_problems.h"
#include "regions/solving.h"

namespace stiction::bench {
namespace {

constexpr int kRounds = 9;
constexpr int kTurns = 15;                // of one and two threads
constexpr int kContactsPerTurn = 100000;  // that many are solved in a turn

const Method kRegions = {"regions", "regions", {}};
const Method kSparse = {"one sparse problem", "regions", {{"decompose", "false"}}};
const Method kDense = {"one dense problem", "regions", {{"decompose", "false"}, {"assembly", "dense"}}};
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

struct Recorded {
  std::string name;
  std::vector<ContactProblem> problems;
};

// Seven balls have as many contacts as the paper's.
struct World {
  Recorded skittles{"skittles", record({"skittles", "", 1, 1})};
  Recorded bucket{"bucket", record({"bucket", "count=14", 5, 10})};
  Recorded small_bucket{"bucket of 7 balls", record({"bucket", "count=7", 5, 3})};
};

Problems those(const std::vector<ContactProblem>& problems, int least, int most, std::size_t count) {
  Problems found;
  for (const ContactProblem& problem : problems) {
    if (problem.contact_count() >= least && problem.contact_count() <= most) found.push_back(&problem);
  }
  return spread(found, count);
}

class Rows {
 public:
  void add(const std::string& row) { text_ += (text_.empty() ? "  " : ",\n  ") + row; }
  void add(const std::string& scene, const Problems& problems, const std::vector<Method>& methods,
           const std::vector<Outcome>& outcomes, const std::string& more = "") {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const Outcome& o = outcomes[m];
      add(fmt::format(
          R"({{"scene": "{}"{}, "method": "{}", "problems": {}, "contacts": {:.1f}, "seconds": {:.4e}, "regions": {}, "poor_regions": {}, "poor_problems": {}, "iterations": {:.1f}, "worst_residual": {:.1e}}})",
          scene, more, methods[m].label, o.problems, static_cast<double>(o.contacts) / o.problems, o.seconds, o.regions,
          o.poor_regions, o.poor_problems, o.iterations, o.worst));
    }
  }
  std::string array() const { return "[\n" + text_ + "\n ]"; }

 private:
  std::string text_;
};

// Problems with about the same number of contacts; of the bucket those of seven balls as far as they go.
constexpr int kEdges[] = {1, 2, 3, 5, 8, 12, 17, 23, 30, 38, 46, 60, 81, 120, 160, 200, 260, 400};

std::string time_by_contacts(const World& world) {
  constexpr std::size_t kProblems = 40, kFewest = 3;
  Rows rows;
  for (const std::string scene : {"skittles", "bucket"}) {
    for (std::size_t i = 0; i + 1 < std::size(kEdges); ++i) {
      const Recorded& from = scene == "skittles" ? world.skittles : kEdges[i] > 80 ? world.bucket : world.small_bucket;
      const Problems problems = those(from.problems, kEdges[i], kEdges[i + 1] - 1, kEdges[i] > 80 ? 10 : kProblems);
      if (problems.size() < kFewest) continue;
      const std::vector<Method> methods = {kRegions, kSparse, kDense};
      rows.add(scene, problems, methods, solve_in_turns(problems, methods, kRounds));
    }
    for (const int contacts : {1000, 3000, 10000}) {
      const ContactProblem many =
          side_by_side(scene == "skittles" ? world.skittles.problems : world.bucket.problems, contacts);
      const std::vector<Method> methods = {kRegions, kSparse};
      rows.add(scene, {&many}, methods, solve_in_turns({&many}, methods, 3), R"(, "side_by_side": true)");
    }
  }
  return rows.array();
}

// All steps of a scene together.
std::string whole_scenes(const World& world) {
  Rows rows;
  const auto add = [&](const Recorded& from, int most, std::size_t count, int rounds) {
    const Problems problems = those(from.problems, 1, most, count);
    const std::vector<Method> methods = {kRegions, kSparse, kDense};
    rows.add(from.name, problems, methods, solve_in_turns(problems, methods, rounds),
             fmt::format(R"(, "most_contacts": {})", most));
  };
  add(world.skittles, 45, 400, kRounds);
  add(world.skittles, 1000, 400, kRounds);
  add(world.small_bucket, 1000, 400, kRounds);
  add(world.bucket, 1000, 100, 3);
  return rows.array();
}

std::string poor_convergence(const World& world) {
  Rows rows;
  for (const Recorded* from : {&world.skittles, &world.bucket}) {
    const Problems problems = those(from->problems, 1, 1000, 1200);
    for (const bool warm : {false, true}) {
      rows.add(from->name, problems, kMethods, solve_in_turns(problems, kMethods, 3, warm),
               fmt::format(R"(, "warm": {})", warm));
    }
  }
  return rows.array();
}

std::string cone_and_square(const World& world) {
  Rows rows;
  for (const Recorded* from : {&world.skittles, &world.bucket}) {
    for (const FrictionSet set : {FrictionSet{}, FrictionSet{FrictionSet::kSquare}}) {
      std::vector<ContactProblem> problems;
      for (const ContactProblem* problem : those(from->problems, 1, 1000, 300)) {
        problems.push_back(*problem);
        problems.back().friction_set = set;
      }
      const Problems all = those(problems, 1, 1000, problems.size());
      const std::vector<Method> methods = {kMethods[0], kMethods[1], kMethods[6], kMethods[8]};
      rows.add(from->name, all, methods, solve_in_turns(all, methods, kRounds),
               fmt::format(R"(, "set": "{}")", to_string(set)));
    }
  }
  return rows.array();
}

struct Region {
  int sweeps = 0;  // that PGS takes
  ContactProblem problem;
};

// Regions of 10 to 30 contacts, those first that sweeps are quick on.
std::vector<Region> regions_by_sweeps(const Recorded& from) {
  std::vector<Region> regions;
  const auto solver = make_solver(options_of(kMethods[0], false));
  ContactSolution solution;
  for (const ContactProblem* problem : those(from.problems, 10, 1000, 200)) {
    IslandBuilder builder;
    std::vector<Island> islands;
    int count = 0;
    builder.build(*problem, true, {}, islands, count);
    for (int k = 0; k < count; ++k) {
      if (islands[k].contact_count() < 10 || islands[k].contact_count() > 30) continue;
      regions.push_back({0, part_of(*problem, islands[k].contacts)});
      solver->solve(regions.back().problem, solution);
      regions.back().sweeps = solution.report.iterations;
    }
  }
  std::ranges::stable_sort(regions, {}, &Region::sweeps);
  return regions;
}

// Iterate by iterate: the region that half of all are quicker than, and the one that 95 % are quicker than.
std::string histories(const World& world) {
  Rows rows;
  for (const Recorded* from : {&world.skittles, &world.bucket}) {
    const std::vector<Region> regions = regions_by_sweeps(*from);
    for (const double share : {0.5, 0.95}) {
      const ContactProblem& problem = regions[static_cast<std::size_t>(share * (regions.size() - 1))].problem;
      for (const Method& method : kMethods) {
        SolverOptions options = options_of(method, false);
        options.tolerance = 1e-9;
        options.log_iterates = true;
        ContactSolution solution;
        make_solver(options)->solve(problem, solution);
        std::string values;
        for (const IterateLogEntry& entry : solution.report.log)
          values += fmt::format("{}{:.2e}", values.empty() ? "" : ", ", entry.natural_map);
        rows.add(fmt::format(
            R"({{"scene": "{}", "quicker": {}, "of": {}, "method": "{}", "contacts": {}, "residuals": [{}]}})",
            from->name, share, regions.size(), method.label, problem.contact_count(), values));
      }
    }
  }
  return rows.array();
}

std::string two_threads(const World& world) {
  Rows rows;
  for (const int contacts : {1000, 10000}) {
    const ContactProblem problem = side_by_side(world.bucket.problems, contacts);
    std::vector<double> times[2];  // [s]
    VecX impulse[2];
    const auto solver = make_solver(options_of(kRegions, false));
    ContactSolution solution;
    for (int turn = 0; turn < kTurns; ++turn) {
      for (const int threads : {1, 2}) {
        const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, threads);
        tbb::task_arena arena(threads);
        arena.execute([&] {
          const int solves = kContactsPerTurn / contacts;
          const double begin = seconds(CLOCK_MONOTONIC);
          for (int i = 0; i < solves; ++i) solver->solve(problem, solution);
          times[threads - 1].push_back((seconds(CLOCK_MONOTONIC) - begin) / solves);
        });
        impulse[threads - 1] = solution.impulse;
      }
    }
    for (std::vector<double>& own : times) std::ranges::sort(own);
    rows.add(fmt::format(
        R"({{"scene": "bucket", "contacts": {}, "one": {:.4e}, "two": {:.4e}, "least_one": {:.4e}, "least_two": {:.4e}, "same_bits": {}}})",
        problem.contact_count(), times[0][kTurns / 2], times[1][kTurns / 2], times[0][0], times[1][0],
        impulse[0] == impulse[1]));
  }
  return rows.array();
}

void count_instructions() {
  constexpr int kMost = 60;  // contacts
  for (const Recording& recording : {Recording{"skittles", "", 0.5, 1}, Recording{"bucket", "count=7", 2, 5}}) {
    const std::vector<ContactProblem> recorded = record(recording);
    for (std::size_t i = 0; kEdges[i] < kMost; ++i) {
      const Problems problems = those(recorded, kEdges[i], kEdges[i + 1] - 1, 40);
      if (problems.empty()) continue;
      for (const Method& method : {kRegions, kSparse, kDense}) {
        const auto solver = make_solver(options_of(method, false));
        ContactSolution solution;
        for (const ContactProblem* problem : problems) solver->solve(*problem, solution);  // fills its memory
        const std::string label = fmt::format("{}|{}|{}|{}", recording.scene, kEdges[i], method.label, problems.size());
        CALLGRIND_START_INSTRUMENTATION;
        for (const ContactProblem* problem : problems) solver->solve(*problem, solution);
        CALLGRIND_DUMP_STATS_AT(label.c_str());
        CALLGRIND_STOP_INSTRUMENTATION;
      }
    }
  }
}

int run() {
  const std::string before = machine_json();
  std::optional<World> world;
  tbb::task_arena one_thread(1);
  one_thread.execute([&] { world.emplace(); });
  std::string text = fmt::format("{{\"machine\": {},\n \"tolerance\": {}, \"sweeps\": {}", before, kTolerance, kSweeps);
  const std::pair<const char*, std::string (*)(const World&)> parts[] = {{"time", time_by_contacts},
                                                                         {"scenes", whole_scenes},
                                                                         {"poor", poor_convergence},
                                                                         {"histories", histories},
                                                                         {"sets", cone_and_square}};
  one_thread.execute([&] {
    for (const auto& [name, part] : parts) text += fmt::format(",\n \"{}\": {}", name, part(*world));
  });
  text += fmt::format(",\n \"threads\": {}", two_threads(*world));
  fmt::print("{},\n \"machine_after\": {}}}\n", text, machine_json());
  return 0;
}

}  // namespace
}  // namespace stiction::bench

int main(int count, char** arguments) {
  if (count < 2 || std::string(arguments[1]) != "instructions") return stiction::bench::run();
  tbb::task_arena(1).execute(stiction::bench::count_instructions);
}
