// The program `stiction-bench`, which `stiction bench` runs.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>

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
    fmt::print("  {:<16} {:>5} free bodies, step {:g} s, {:g} s\n", each.name, each.scene.free_bodies(),
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

Comparison run(const BenchArguments& arguments, const PeerEngines& all) {
  ProgressLine line;
  ComparingHooks hooks;
  hooks.progress = [&](const Case& each, const Result& result) {
    line.show(fmt::format("{}: {} at {:.4g} of {:g} s", each.name, result.engine, result.time, result.duration));
  };
  hooks.done = [&](const Case& each, const std::vector<Result>& results) {
    line.clear();
    fmt::print("{}: {} free bodies, step {:g} s, {:g} s\n{}\n", each.name, each.scene.free_bodies(), each.scene.step,
               each.scene.duration, terminal_table(results));
    std::fflush(stdout);
  };
  hooks.stop = [] { return interrupts != 0; };
  for (const PeerEngine& engine : chosen_engines(all.engines, arguments.engines)) {
    fmt::print("{} {}: {}\n", engine.name, engine.version, engine.settings);
  }
  for (const MissingPeer& missing : all.missing) {
    fmt::print("{} is not built in: install {} and configure again\n", missing.family, missing.package);
  }
  fmt::print("At most {:g} s of wall time a run; CPU time of one thread; sleeping off.\n\n", arguments.cap);
  std::fflush(stdout);
  return compare(all, arguments, hooks);
}

Comparison read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(fmt::format("{}: there is no such file, or it cannot be read", path));
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded()) throw InputError(fmt::format("{}: not JSON", path));
  return comparison_from_json(json);
}

// Files are opened before anything runs: hours later would be late for a slip.
std::ofstream opened(const std::string& path) {
  if (path.empty()) return {};
  std::ofstream file(path, std::ios::app);
  if (!file) throw InputError(fmt::format("{}: cannot be written; does its folder exist?", path));
  return file;
}

void write(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw SimulationError(fmt::format("{}: output lost", path));
  fmt::print(stderr, "wrote {}\n", path);
}

int bench(const BenchArguments& arguments) {
  const PeerEngines all = built_engines();
  if (arguments.list) {
    print_list(all);
    return 0;
  }
  cases_of(arguments);  // misspelt names are answered first
  opened(arguments.json);
  opened(arguments.page);
  std::signal(SIGINT, on_interrupt);
  const Comparison comparison = arguments.from.empty() ? run(arguments, all) : read(arguments.from);
  write(arguments.json, to_json(comparison).dump(1) + "\n");
  write(arguments.page, page_html(comparison));
  if (arguments.markdown) fmt::print("{}\n{}", markdown_table(comparison), markdown_details(comparison));
  return interrupts != 0 ? 130 : 0;
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
