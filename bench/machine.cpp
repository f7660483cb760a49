#include "machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <thread>

namespace stiction::bench {
namespace {

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

double load_average() {
  std::ifstream file("/proc/loadavg");
  double load = -1;
  file >> load;
  return load;
}

}  // namespace

std::string machine_json() {
  return fmt::format(
      R"({{"processor": "{}", "logical_cores": {}, "compiler": "{} {}", "date": "{:%Y-%m-%d}", "load_average_1min": {:.2f}}})",
      processor_model(), std::thread::hardware_concurrency(),
#ifdef __clang__
      "clang", __clang_version__,
#else
      "gcc", __VERSION__,
#endif
      fmt::gmtime(std::time(nullptr)), load_average());
}

}  // namespace stiction::bench
