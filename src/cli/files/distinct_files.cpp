#include "cli/files/distinct_files.h"

#include <fmt/format.h>

#include <system_error>

#include "base/error.h"

namespace stiction {

void require_distinct(const std::filesystem::path& output, const std::filesystem::path& other,
                      const std::string& what) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path a = fs::weakly_canonical(output, error);
  if (error || a != fs::weakly_canonical(other, error) || error) return;
  if (fs::exists(a, error) && !fs::is_regular_file(a, error)) return;  // devices swallow anything
  throw InputError(fmt::format("{} would overwrite {}; choose another file", output.string(), what));
}

}  // namespace stiction
