// Impulses that satisfy the exact friction law, from a poor start or none: the interior-point method from far away,
// Newton's method to finish. A start that is near goes to Newton at once. The result does not depend on the order of
// contacts or bodies (beyond round-off), even where redundant contacts leave a choice.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/deadline.h"
#include "solvers/exact_law/delassus_law.h"
#include "solvers/exact_law/interior_point.h"
#include "solvers/exact_law/island_law.h"
#include "solvers/exact_law/law_residual.h"
#include "solvers/exact_law/newton.h"

namespace stiction {

class LawPredictor {
 public:
  // How linear systems are solved: directly, in the cheaper of two forms, or, where factors would fill up, by
  // iteration.
  enum class Systems { kDirect, kByIteration };
  explicit LawPredictor(Systems systems = Systems::kDirect) : by_iteration_(systems == Systems::kByIteration) {}
  struct Stage {
    const char* name;
    double natural_map;  // after it, relative to the island's denominator
    int systems;         // linear systems it took
  };
  // Improves z (3 per contact, scaled) in place, never makes it worse. Gives up at the deadline.
  void solve(const Island& island, ExactLawNewton::Goal goal, const Deadline& deadline, std::vector<double>& z);
  // The last stage alone, for as many systems as the goal allows.
  void polish(const Island& island, const ExactLawNewton::Goal& goal, const Deadline& deadline, std::vector<double>& z);
  const std::vector<Stage>& stages() const { return stages_; }  // of the last call

 private:
  void newton(const ExactLawNewton::Goal& goal, const Deadline& deadline, std::vector<double>& z);
  void path(double tolerance, const Deadline& deadline, std::vector<double>& z);

  void prepare(const Island& island);

  bool by_iteration_;
  IslandLaw by_bodies_;
  DelassusLaw by_contacts_;
  LawOperator* law_ = nullptr;  // the cheaper one
  LawResidual residual_;
  InteriorPoint interior_point_;
  ExactLawNewton newton_;
  std::vector<Stage> stages_;
};

}  // namespace stiction
