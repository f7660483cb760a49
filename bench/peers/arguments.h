// The command line of stiction-bench as plain data.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiction::bench {

struct BenchArguments {
  std::vector<std::string> scenes;   // names, with or without a size; none: all
  std::vector<std::string> engines;  // parts of names; none: all
  double cap = 60;                   // of wall time, a run [s]
  std::optional<double> duration;    // simulated, at most the scenes' own; not of incline [s]
  std::string json, page;            // files, "": none
  std::string from;                  // a file of --json: nothing is run
  bool markdown = false;
  bool list = false;
};

// Help: print it, and that is all.
struct BenchHelp {
  std::string text;
};

// Throws InputError with one line on bad usage.
std::variant<BenchHelp, BenchArguments> parse_bench_arguments(int count, const char* const* words);

}  // namespace stiction::bench
