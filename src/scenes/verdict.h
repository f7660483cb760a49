// What a run proves of an expectation, also when it ended early.
#pragma once

#include "scenes/expectation.h"

namespace stiction {

enum class RunExtent {
  kWhole,      // as long as the scene says, or longer
  kShortened,  // to its end, but shorter than the scene says
  kStopped,    // interrupted on its way
  kFailed,     // the simulation failed
};

struct RunEnd {
  RunExtent extent = RunExtent::kWhole;
  double time = 0;  // reached [s]
  double step = 0;  // [s]
};

// The monitor's result as far as the run decides it:
//
//   whole      as it is
//   shortened  what holds passes, unless its window closes later; what does not hold fails if that is settled
//   stopped    only what is settled, or whose window is over
//   failed     nothing passes
//
// The rest is not judged, and the text says why.
ExpectationResult verdict(const Expectation& expectation, ExpectationResult result, const RunEnd& end);

}  // namespace stiction
