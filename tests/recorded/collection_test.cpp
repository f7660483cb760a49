// Problems recorded by other programs, where a collection is at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "recorded/global_reduction.h"
#include "recorded/problem_file.h"
#include "recorded/recorded_error.h"
#include "recorded/recorded_solver.h"

namespace stiction {
namespace {

std::vector<std::filesystem::path> problem_files(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Collection, EveryProblemReachesTheTolerance) {
  const char* folder = std::getenv("STICTION_PROBLEMS");
  if (folder == nullptr || *folder == '\0') GTEST_SKIP() << "STICTION_PROBLEMS names no folder of recorded problems";
  const auto files = problem_files(folder);
  std::printf("%zu recorded problems in %s\n", files.size(), folder);
  for (const auto& file : files) {
    const RecordedProblem problem = local_form(read_problem(file.string()), file.string());
    const RecordedResult result = solve_recorded(problem, {.tolerance = 1e-8, .time_limit = 60});
    EXPECT_EQ(result.status, RecordedStatus::kSolved) << file << " error " << result.error;
    EXPECT_LE(recorded_error(problem, result.r), 1e-8) << file;
  }
}

}  // namespace
}  // namespace stiction
