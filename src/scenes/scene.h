// A scene: a model, how to step it, and what is expected of it.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/report_progress.h"
#include "model/model.h"
#include "scenes/expectation.h"
#include "solvers/solver_options.h"

namespace stiction {

struct Scene {
  std::string name;
  std::string description;
  Model model;
  double step = 0.01;        // [s]
  double duration = 10;      // [s]
  double full_duration = 0;  // what the expectations are made for, if the run is to be shorter [s]
  SolverOptions solver;
  std::vector<Expectation> expectations;
  std::vector<std::string> notes;  // for people: what the reader changed, what looks like a slip
};

// Makes the bodies that deform, which may take long the first time; later they are found in the cache. Throws
// InputError if that fails, or if masses of bodies that can touch are too different (model/mass_ratio.h).
void prepare(Scene& scene, const ReportProgress& progress = {});

}  // namespace stiction
