// The solvers of Siconos that take part, each with the settings its authors compare it with, and no limit of
// iterations.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "siconos_problem.h"

struct SolverOptions;

namespace stiction::bench {

enum class Form { kSpace, kPlane, kGlobal };  // three rows per contact (also for problems of the plane), two, global

struct SiconosSolver {
  std::string name;
  Form form;
  Storage storage;
  std::function<SolverOptions*()> options;
};

const std::vector<SiconosSolver>& siconos_solvers();

// One cold solve with the solver's own tolerance.
class SiconosCall {
 public:
  SiconosCall(const SiconosSolver& solver, const RecordedProblem& problem, const GlobalProblem* global);
  void run(double tolerance);
  VecX impulse() const;

 private:
  const SiconosSolver& solver_;
  std::unique_ptr<SiconosProblem> local_;
  std::unique_ptr<SiconosGlobalProblem> global_;
  std::vector<double> r_, u_, v_;
};

}  // namespace stiction::bench
