// A recorded problem in the data structures of Siconos (numerics 4.4).
#pragma once

#include <memory>
#include <vector>

#include "recorded/recorded_problem.h"

struct FrictionContactProblem;
struct GlobalFrictionContactProblem;

namespace stiction::bench {

enum class Storage { kSparse, kBlocks, kDense };

// The local form. Solvers of Siconos have absolute thresholds; where |q| < 1 the unit of velocity is changed so that
// |q| = 1, which leaves our error as it is. dimension 3 for a problem of the plane: every contact gets a second tangent
// on its own, with the mean diagonal of its block, that nothing moves.
class SiconosProblem {
 public:
  SiconosProblem(const RecordedProblem& problem, int dimension, Storage storage);
  FrictionContactProblem* get() const { return problem_.get(); }
  int size() const { return static_cast<int>(q_.size()); }
  VecX recorded(const std::vector<double>& r) const;  // impulses, in the rows of the recorded problem

 private:
  struct Free {
    void operator()(FrictionContactProblem* problem) const;
  };
  int recorded_dimension_, dimension_;
  double unit_;  // of velocity and impulse
  std::vector<double> q_, mu_;
  std::unique_ptr<FrictionContactProblem, Free> problem_;
};

// The global form, without bilateral constraints.
class SiconosGlobalProblem {
 public:
  explicit SiconosGlobalProblem(const GlobalProblem& problem);
  GlobalFrictionContactProblem* get() const { return problem_.get(); }
  int velocities() const { return static_cast<int>(f_.size()); }
  int size() const { return static_cast<int>(w_.size()); }

 private:
  struct Free {
    void operator()(GlobalFrictionContactProblem* problem) const;
  };
  std::vector<double> f_, w_, mu_;
  std::unique_ptr<GlobalFrictionContactProblem, Free> problem_;
};

}  // namespace stiction::bench
