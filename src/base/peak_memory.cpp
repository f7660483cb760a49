#include "base/peak_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace stiction {
namespace {

// VmHWM of /proc/self/status [kB]; 0 if it is not there.
std::int64_t high_water_mark() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes;
  }
  return 0;
}

}  // namespace

// getrusage is second choice: what it tells includes the program that started this one.
std::int64_t peak_memory() {
  if (const std::int64_t kilobytes = high_water_mark(); kilobytes > 0) return 1024 * kilobytes;
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * static_cast<std::int64_t>(usage.ru_maxrss) : 0;
}

}  // namespace stiction
