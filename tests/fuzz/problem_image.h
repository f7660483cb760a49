// Recorded contact problems as HDF5 files in memory, sound or with arrays that are not as they should be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stiction::fuzz {

struct ProblemField {
  const char* place;
  bool whole;                  // numbers are integers
  std::vector<double> values;  // empty: a text
};

// How one array of a file departs from what it should be; `a`, `b` and `large` say how far.
struct ProblemChange {
  enum class Kind {
    kNone,
    kMissing,
    kValue,
    kLength,
    kType,
    kFixedText,     // of `large` bytes, never written
    kVariableText,  // a text of variable length
    kRank,
    kUnwritten,  // `large` elements without storage
    kPacked,     // in chunks, with filters
    kExternal,   // the numbers are in another file
    kVirtual,    // mapped from another file
    kExternalLink,
    kSoftLink,
    kHardLink,  // to the root: a loop
    kGroup,     // a group in place of the array
    kCount
  };
  Kind kind = Kind::kNone;
  std::uint8_t a = 0, b = 0;
  std::uint64_t large = 0;
};

// One contact, W = M = H = the identity; the global form has a constraint.
std::vector<ProblemField> sound_problem(bool global);

// The bytes of a file. changes: one per field.
std::string problem_image(const std::vector<ProblemField>& fields, const std::vector<ProblemChange>& changes);

}  // namespace stiction::fuzz
