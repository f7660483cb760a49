#include "waiting.h"

#include <filesystem>
#include <fstream>

namespace stiction::bench {

double seconds_waited() {
  double total = 0;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::ifstream file(thread.path() / "schedstat");
    double run = 0, waited = 0;  // [ns]
    if (file >> run >> waited) total += 1e-9 * waited;
  }
  return total;
}

}  // namespace stiction::bench
