// The program `stiction-bench`, which `stiction bench` runs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/error.h"
#include "bench/peers/comparing.h"
#include "bench/peers/engines/engines.h"
#include "bench/peers/page.h"
#include "bench/peers/table.h"

namespace stiction::bench {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void on_interrupt(int) {
  interrupts = 1;
}

void print_list(const PeerEngines& all) {
  fmt::print("scenes\n");
  for (const Case& each : cases_of({})) {
    const int bodies = each.scene.free_bodies();
    fmt::print("  {:<16} {:>5} free {}, step {:g} s, {:g} s\n", each.name, bodies, bodies == 1 ? "body" : "bodies",
               each.scene.step, each.scene.duration);
  }
  fmt::print("engines\n");
  for (const PeerEngine& engine : all.engines) {
    fmt::print("  {:<16} {}: {}\n", engine.name, engine.version, engine.settings);
  }
  for (const MissingPeer& missing : all.missing) {
    fmt::print("  {:<16} not built in: install {} and configure again\n", missing.family, missing.package);
  }
}

// On a terminal one line that is written over.
class ProgressLine {
 public:
  void show(const std::string& text) {
    if (!terminal_) return;
    fmt::print(stderr, "\r{:<78.78}", text);
    std::fflush(stderr);
  }
  void clear() {
    if (terminal_) fmt::print(stderr, "\r{:78}\r", "");
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
};

// What is for people to read; not on the standard output where that is to be Markdown.
std::FILE* talk(const BenchArguments& arguments) {
  return arguments.markdown ? stderr : stdout;
}

std::string scene_heading(const std::string& name, int bodies, double step, double duration) {
  return fmt::format("{}: {} free {}, step {:g} s, {:g} s", name, bodies, bodies == 1 ? "body" : "bodies", step,
                     duration);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw SimulationError(fmt::format("{}: output lost", path));
}

std::string json_text(const Comparison& comparison) {
  return to_json(comparison).dump(1) + "\n";
}

// What there is so far, beside the file that will be written in the end: that one may hold an earlier run.
std::string partial(const BenchArguments& arguments) {
  return arguments.json + ".partial";
}

Comparison run(const BenchArguments& arguments, const PeerEngines& all) {
  ProgressLine line;
  ComparingHooks hooks;
  hooks.progress = [&](const Case& each, const Result& result) {
    line.show(fmt::format("{}: {} at {:.4g} of {:g} s", each.name, result.engine, result.time, result.duration));
  };
  std::FILE* out = talk(arguments);
  hooks.done = [&](const Case& each, const std::vector<Result>& results, const Comparison& so_far) {
    line.clear();
    fmt::print(out, "{}\n{}\n",
               scene_heading(each.name, each.scene.free_bodies(), each.scene.step, each.scene.duration),
               terminal_table(results));
    std::fflush(out);
    if (!arguments.json.empty()) write(partial(arguments), json_text(so_far));
  };
  hooks.stop = [] { return interrupts != 0; };
  for (const PeerEngine& engine : chosen_engines(all.engines, arguments.engines)) {
    fmt::print(out, "{} {}\n", engine.name, engine.version);
  }
  for (const MissingPeer& missing : all.missing) {
    fmt::print(out, "{} is not built in: install {} and configure again\n", missing.family, missing.package);
  }
  fmt::print(out, "At most {:g} s of wall time a run; CPU time of one thread; sleeping off. Settings: --list.\n\n",
             arguments.cap);
  std::fflush(out);
  return compare(all, arguments, hooks);
}

Comparison read(const std::string& path) {
  std::error_code error;
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path, error))
    throw InputError(fmt::format("{}: there is no such file, or it cannot be read", path));
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) throw InputError(fmt::format("{}: not JSON", path));
  try {
    return comparison_from_json(json);
  } catch (const InputError& problem) {
    throw InputError(fmt::format("{}: {}", path, problem.what()));
  }
}

// Files are tried before anything runs: hours later would be late for a slip. Nothing is left of what was not there.
void try_to_write(const std::string& path) {
  if (path.empty()) return;
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    throw InputError(fmt::format("{}: there is no folder {}; create it first", path, folder.string()));
  const bool was_there = std::filesystem::exists(path, error);
  const bool opens = std::ofstream(path, std::ios::app).is_open();
  if (!was_there) std::filesystem::remove(path, error);
  if (!opens) throw InputError(fmt::format("{}: cannot be written", path));
}

void keep(const BenchArguments& arguments, const Comparison& comparison) {
  if (!arguments.json.empty()) {
    const std::string path = comparison.interrupted ? partial(arguments) : arguments.json;
    write(path, json_text(comparison));
    std::error_code error;
    if (!comparison.interrupted) std::filesystem::remove(partial(arguments), error);
    fmt::print(stderr, "wrote {}\n", path);
  }
  if (!arguments.page.empty()) {
    write(arguments.page, page_html(comparison));
    fmt::print(stderr, "wrote {}\n", arguments.page);
  }
}

// Of a run that was kept.
void print_tables(const Comparison& comparison) {
  for (const std::string& scene : scene_names(comparison)) {
    std::vector<Result> results;
    std::ranges::copy_if(comparison.results, std::back_inserter(results),
                         [&](const Result& result) { return result.scene == scene; });
    const Result& any = results.front();
    fmt::print("{}\n{}\n", scene_heading(scene, any.bodies, any.step, any.duration), terminal_table(results));
  }
}

int bench(const BenchArguments& arguments) {
  const PeerEngines all = built_engines();
  if (arguments.list) {
    print_list(all);
    return 0;
  }
  cases_of(arguments);  // what is misspelt is answered first
  chosen_engines(all.engines, arguments.engines);
  Comparison comparison;
  if (!arguments.from.empty()) comparison = read(arguments.from);
  try_to_write(arguments.json);
  try_to_write(arguments.page);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, on_interrupt);
  if (arguments.from.empty()) comparison = run(arguments, all);
  keep(arguments, comparison);
  if (arguments.markdown) {
    fmt::print("{}\n{}", markdown_table(comparison), markdown_details(comparison));
  } else if (!arguments.from.empty()) {
    print_tables(comparison);
  }
  if (comparison.interrupted && arguments.from.empty()) {
    fmt::print(stderr, "stiction: interrupted; what was measured until then is above{}\n",
               arguments.json.empty() ? "" : fmt::format(" and in {}", partial(arguments)));
    return 130;
  }
  return 0;
}

int run_program(int count, const char* const* words) {
  try {
    const auto parsed = parse_bench_arguments(count, words);
    if (const auto* help = std::get_if<BenchHelp>(&parsed)) {
      fmt::print("{}", help->text);
      return 0;
    }
    return bench(std::get<BenchArguments>(parsed));
  } catch (const InputError& error) {
    fmt::print(stderr, "stiction: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "stiction: {}\n", error.what());
    return 1;
  }
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) {
  return stiction::bench::run_program(argc, argv);
}
