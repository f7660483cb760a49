// Stiction and the solvers of Siconos on recorded problems, one after the other in one run.
//
//   bench_recorded FOLDER [--limit SECONDS] [--rounds N] [--only TEXT] [--solvers NAME...] [--failures FILE]
//
// Global problems are reduced to contacts beforehand; Siconos' solvers of the global form start from that.
// --failures: results of an earlier run; what failed in it is not tried again, which is what takes most of the time.
// Prints one JSON object; progress goes to the error stream. The folder may also be named by STICTION_PROBLEMS.
#include <dlfcn.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "../machine.h"
#include "base/error.h"
#include "base/file.h"
#include "recorded/global_reduction.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_solver.h"
#include "siconos_solvers.h"
#include "trial.h"

namespace stiction::bench {
namespace {

constexpr double kNoLimit = 1e6;          // [s]
constexpr int kLargestResults = 1 << 24;  // bytes
constexpr int kLargestDense = 4000;       // rows: a dense matrix of more is not tried

struct Settings {
  std::string folder;
  double limit = 10;  // [s]
  int rounds = 3;
  std::string only;
  std::vector<std::string> solvers;  // of Siconos; none: all
  nlohmann::json failures;           // problem, solver -> result
};

// Ended from outside, by processor time; its own limit is wall time.
class OurCandidate final : public Candidate {
 public:
  explicit OurCandidate(const RecordedProblem& problem) : problem_(problem) {}
  void run(double tolerance) override {
    r_ = solve_recorded(problem_, {.tolerance = tolerance, .time_limit = kNoLimit}).r;
  }
  VecX impulse() const override { return r_; }

 private:
  const RecordedProblem& problem_;
  VecX r_;
};

class SiconosCandidate final : public Candidate {
 public:
  SiconosCandidate(const SiconosSolver& solver, const RecordedProblem& problem, const GlobalProblem* global)
      : call_(solver, problem, global) {}
  void run(double tolerance) override { call_.run(tolerance); }
  VecX impulse() const override { return call_.impulse(); }

 private:
  SiconosCall call_;
};

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Candidate>()> make;
  std::vector<double> seconds;
  Trial trial;
  bool failed_before = false;
};

bool applies(const SiconosSolver& solver, const RecordedProblem& problem, const GlobalProblem* global) {
  if (solver.form == Form::kGlobal) return global != nullptr && !global->G;
  if (solver.form == Form::kPlane && problem.dimension != 2) return false;
  return solver.storage != Storage::kDense || problem.q.size() <= kLargestDense;
}

std::vector<Entry> entries(const AnyProblem& any, const RecordedProblem& problem, const Settings& settings) {
  const auto wanted = [&names = settings.solvers](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto* global = std::get_if<GlobalProblem>(&any);
  std::vector<Entry> all;
  all.push_back({"stiction", [&problem] { return std::make_unique<OurCandidate>(problem); }, {}, {}});
  for (const SiconosSolver& solver : siconos_solvers()) {
    if (!wanted(solver.name) || !applies(solver, problem, global)) continue;
    const auto make = [&solver, &problem, global] {
      return std::make_unique<SiconosCandidate>(solver, problem, global);
    };
    all.push_back({solver.name, make, {}, {}});
  }
  return all;
}

void measure(std::vector<Entry>& all, const RecordedProblem& problem, const Settings& settings) {
  for (int round = 0; round < settings.rounds; ++round) {
    for (Entry& entry : all) {
      if (entry.failed_before) continue;
      TrialOptions options{.limit = settings.limit};
      if (round > 0) {
        if (entry.trial.verdict != Verdict::kSolved) continue;
        options.own_tolerance = entry.trial.own_tolerance;
      }
      const Trial trial = attempt(entry.make, problem, options);
      if (round == 0) entry.trial = trial;
      if (trial.verdict == Verdict::kSolved) entry.seconds.push_back(trial.seconds);
    }
  }
}

void recall_failures(const nlohmann::json& failures, const std::string& problem, std::vector<Entry>& all) {
  if (!failures.contains(problem)) return;
  for (Entry& entry : all) {
    if (!failures[problem].contains(entry.name)) continue;
    const nlohmann::json& before = failures[problem][entry.name];
    for (const Verdict verdict : {Verdict::kTimeLimit, Verdict::kGaveUp, Verdict::kCrashed})
      if (before["status"] == verdict_name(verdict)) entry.trial.verdict = verdict;
    entry.trial.error = before["error"].is_number() ? before["error"].get<double>() : NAN;
    entry.failed_before = true;
  }
}

nlohmann::ordered_json result(Entry& entry) {
  nlohmann::ordered_json json;
  json["status"] = verdict_name(entry.trial.verdict);
  if (!entry.seconds.empty()) {
    std::sort(entry.seconds.begin(), entry.seconds.end());
    json["seconds"] = entry.seconds[entry.seconds.size() / 2];
    json["seconds_least"] = entry.seconds.front();
  }
  if (entry.failed_before) json["failed_before"] = true;
  json["error"] = entry.trial.error;
  json["own_tolerance"] = entry.trial.own_tolerance;
  return json;
}

nlohmann::ordered_json compare(const std::filesystem::path& file, const Settings& settings) {
  const AnyProblem any = read_problem(file.string());
  const auto start = std::chrono::steady_clock::now();
  const RecordedProblem problem = local_form(any, file.string());
  const std::chrono::duration<double> reduction = std::chrono::steady_clock::now() - start;
  std::vector<Entry> all = entries(any, problem, settings);
  nlohmann::ordered_json json;
  json["problem"] = std::filesystem::relative(file, settings.folder).replace_extension().string();
  recall_failures(settings.failures, json["problem"], all);
  measure(all, problem, settings);
  json["contacts"] = problem.contact_count();
  json["dimension"] = problem.dimension;
  if (std::holds_alternative<GlobalProblem>(any)) json["reduction_seconds"] = reduction.count();
  std::string line = fmt::format("{}:", json["problem"].get<std::string>());
  for (Entry& entry : all) {
    json["results"][entry.name] = result(entry);
    const bool solved = entry.trial.verdict == Verdict::kSolved;
    line += solved ? fmt::format(" {} {:.3g}", entry.name, json["results"][entry.name]["seconds"].get<double>())
                   : fmt::format(" {} {}({:.0e})", entry.name, verdict_name(entry.trial.verdict), entry.trial.error);
  }
  fmt::print(stderr, "{}\n", line);
  return json;
}

// OpenBLAS, which Siconos works with, has threads of its own.
void use_one_thread() {
  if (void* found = dlsym(RTLD_DEFAULT, "openblas_set_num_threads")) reinterpret_cast<void (*)(int)>(found)(1);
}

// Of an earlier run's results, what was not solved.
nlohmann::json failures_of(const std::string& file) {
  const nlohmann::json before =
      nlohmann::json::parse(read_whole_file(file, kLargestResults, "results of an earlier run"));
  nlohmann::json failures;
  for (const auto& problem : before.at("problems")) {
    const std::string name = problem.at("problem");
    for (const auto& [solver, result] : problem.at("results").items())
      if (result.at("status") != "solved") failures[name][solver] = result;
  }
  return failures;
}

std::vector<std::filesystem::path> problem_files(const Settings& settings) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(settings.folder)) {
    const bool wanted = entry.path().string().find(settings.only) != std::string::npos;
    if (entry.path().extension() == ".hdf5" && wanted) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int run(const Settings& settings) {
  use_one_thread();
  nlohmann::ordered_json json;
  json["machine_before"] = nlohmann::ordered_json::parse(machine_json());
  json["tolerance"] = 1e-8;
  json["limit_seconds"] = settings.limit;
  json["rounds"] = settings.rounds;
  json["siconos"] = STICTION_SICONOS_VERSION;
  for (const auto& file : problem_files(settings)) json["problems"].push_back(compare(file, settings));
  json["machine_after"] = nlohmann::ordered_json::parse(machine_json());
  fmt::print("{}\n", json.dump(1));
  return 0;
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) {
  stiction::bench::Settings settings;
  if (const char* folder = std::getenv("STICTION_PROBLEMS")) settings.folder = folder;
  CLI::App app("Stiction and Siconos on recorded problems");
  app.add_option("folder", settings.folder, "of problems (.hdf5); STICTION_PROBLEMS unless given");
  app.add_option("--limit", settings.limit, "processor time of one solve [s]")->check(CLI::PositiveNumber);
  app.add_option("--rounds", settings.rounds, "of solves that succeed; the median counts")->check(CLI::Range(1, 100));
  app.add_option("--only", settings.only, "problems whose path contains this");
  app.add_option("--solvers", settings.solvers, "of Siconos, by name; all unless given");
  std::string failures;
  app.add_option("--failures", failures, "results of an earlier run; what failed in it is not tried again");
  CLI11_PARSE(app, argc, argv);
  try {
    if (settings.folder.empty())
      throw stiction::InputError("name a folder of recorded problems, or set STICTION_PROBLEMS");
    if (!failures.empty()) settings.failures = stiction::bench::failures_of(failures);
    return stiction::bench::run(settings);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_recorded: {}\n", error.what());
    return 2;
  }
}
