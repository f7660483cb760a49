// Recorded contact problems whose arrays are not as they should be: the input says how a sound file is changed, the
// HDF5 library writes it. After the form (local or global) nine bytes a change: place, kind, two numbers, a large one.
#include <hdf5.h>

#include <algorithm>

#include "fuzz/byte_source.h"
#include "fuzz/problem_image.h"
#include "fuzz/problem_use.h"

namespace stiction::fuzz {
namespace {

using Kind = ProblemChange::Kind;

constexpr int kMostChanges = 6;

ProblemChange take_change(ByteSource& source) {
  ProblemChange change;
  change.kind = static_cast<Kind>(source.below(static_cast<unsigned>(Kind::kCount)));
  change.a = source.take<std::uint8_t>();
  change.b = source.take<std::uint8_t>();
  change.large = source.take<std::uint32_t>();
  change.large <<= source.below(32);  // sizes of all magnitudes are equally likely
  return change;
}

bool is_elsewhere(const ProblemChange& change) {
  return change.kind == Kind::kExternal || change.kind == Kind::kVirtual || change.kind == Kind::kExternalLink;
}

void run(std::string_view input) {
  static const bool silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  require(silent, "the HDF5 library can be silenced");
  ByteSource source(input);
  const std::vector<ProblemField> fields = sound_problem(source.below(2) == 1);
  std::vector<ProblemChange> changes(fields.size());
  for (int i = 0; i < kMostChanges && !source.empty(); ++i) {
    const unsigned place = source.below(static_cast<unsigned>(fields.size()));
    changes[place] = take_change(source);
  }
  // The title, the last field, need not be read.
  const bool elsewhere = std::any_of(changes.begin(), changes.end() - 1, is_elsewhere);
  const bool taken = use_problem([&] { return parse_problem(problem_image(fields, changes), "problem"); });
  require(!taken || !elsewhere, "a file that refers to other files is refused");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all = {std::string(1, '\0'), std::string(1, '\1')};
  const std::string large("\x01\x00\x00\x40\x04", 5);  // 2^30 << 4
  for (const char form : {0, 1}) {
    const auto places = static_cast<int>(sound_problem(form == 1).size());
    for (char kind = 1; kind < static_cast<char>(Kind::kCount); ++kind) {
      for (const int place : {6, places - 3, places - 1}) {  // W/x or M/x, a vector, the title
        all.push_back(std::string{form, static_cast<char>(place), kind, 2, 3} + large);
      }
    }
  }
  return all;
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(fclib_arrays, .run = stiction::fuzz::run, .seeds = stiction::fuzz::seeds)
