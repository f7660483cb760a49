// Recorded contact problems as HDF5 files, byte by byte: whatever the library does in its child process.
#include <cstdint>

#include "fuzz/problem_image.h"
#include "fuzz/problem_use.h"
#include "recorded/recorded_problems.h"

namespace stiction::fuzz {
namespace {

using Kind = ProblemChange::Kind;

void run(std::string_view input) {
  use_problem([&] { return parse_foreign_problem(std::string(input), "problem"); });
}

// A title of variable length that claims more bytes than its heap has.
std::string overlong_title() {
  const std::vector<ProblemField> fields = sound_problem(false);
  std::vector<ProblemChange> changes(fields.size());
  changes.back().kind = Kind::kVariableText;
  std::string bytes = problem_image(fields, changes);
  const std::size_t heap = bytes.find("GCOL");
  require(heap != std::string::npos, "texts of variable length have a heap");
  const std::uint64_t size = 100'000;
  bytes.replace(heap + 24, sizeof size, reinterpret_cast<const char*>(&size), sizeof size);
  return bytes;
}

std::vector<std::string> seeds() {
  const RecordedProblem one = test::one_contact(3, 1, Vec3(-1, 0.2, 0), 0.5);
  return {problem_bytes(one, SparseLayout::kTriplet, nullptr), problem_bytes(one, SparseLayout::kColumns, nullptr),
          problem_bytes(test::random_recorded(1, 2, 3, 3), SparseLayout::kRows, nullptr),
          problem_bytes(test::random_global(2, 1, 4, 1), SparseLayout::kRows, nullptr), overlong_title()};
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(fclib, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
