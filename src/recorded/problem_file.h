// Recorded problems as files in FCLib's HDF5 layout (docs/reference/recorded-problem-files.md).
#pragma once

#include <string>
#include <variant>

#include "recorded/array_source.h"
#include "recorded/recorded_problem.h"

namespace stiction {

using AnyProblem = std::variant<RecordedProblem, GlobalProblem>;  // as written in the file

// How a sparse matrix is stored.
enum class SparseLayout { kTriplet, kColumns, kRows };

struct RecordedSolution {
  VecX r, u;  // dimension x contact_count
};

// Reads a file of any origin. Throws InputError with the place in the file: missing, not HDF5, a group or array
// missing, wrong sizes, numbers that are not finite, a negative mu, indices out of range, matrices that are not square.
AnyProblem read_problem(const std::string& path);
// The same from the bytes of a file that messages call `name`. The HDF5 library works in a child process, with limits
// of memory and time: whatever a damaged file does to it becomes an InputError.
AnyProblem parse_foreign_problem(const std::string& bytes, const std::string& name);
// The same in this process, for bytes that problem_bytes() made.
AnyProblem parse_problem(const std::string& bytes, const std::string& name);
// All checks but those of the HDF5 library.
AnyProblem problem_of(const ArraySource& arrays);

// The bytes of a file. solution: null for none.
std::string problem_bytes(const AnyProblem& problem, SparseLayout layout, const RecordedSolution* solution);

}  // namespace stiction
