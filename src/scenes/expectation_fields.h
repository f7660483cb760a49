// The keys of expectations in scene files, described once for reader, writer and documentation.
#pragma once

#include <vector>

#include "scenes/expectation.h"

namespace stiction {

enum class BodiesOf { kNone, kPattern, kPair };

struct ExpectationNumber {
  const char* key;
  double Expectation::*member;
  const char* unit;
};

struct ExpectationFields {
  ExpectationKind kind;
  BodiesOf bodies;
  std::vector<ExpectationNumber> numbers;
  bool needs_limit;  // at least one of the numbers must be given
  const char* help;  // when it holds
};

// Every kind but kCustom.
const std::vector<ExpectationFields>& expectation_fields();

}  // namespace stiction
