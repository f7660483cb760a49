// A word about runs whose steps mostly did not converge: "finished" does not say it.
#pragma once

#include <string>

#include "recording/run_report.h"

namespace stiction {

// Below this share of converged steps a run gets a note. A single step that misses the tolerance, as in an impact, is
// corrected by those after it; where one in ten does, what the run shows may be the error.
inline constexpr double kConvergedShare = 0.9;

// One line; "" where enough steps converged, none was taken, or the solver does not aim at the tolerance (penalty).
std::string convergence_note(const RunReport& report);

}  // namespace stiction
