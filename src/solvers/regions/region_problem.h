// A contact region as its iterations see it, and the best impulses they have found.
#pragma once

#include <vector>

#include "solvers/regions/region_operator.h"
#include "solvers/regions/region_sets.h"
#include "solvers/regions/stopping.h"

namespace stiction {

struct RegionProblem {
  const Island* island = nullptr;
  RegionOperator op;
  std::vector<double> best;  // the impulses with the least natural map, 3 per contact
  double least = 0;          // that natural map

  std::size_t size() const { return island->q.size(); }
  int contact_count() const { return island->contact_count(); }
  // u = W z + q; returns the judge's residual of z, which has to be in its cones, and keeps z if it is the best.
  double evaluate(const std::vector<double>& z, std::vector<double>& u);
  // The set of one contact for friction of the given size.
  HeldSet set(double size) const { return {island->friction_set.is_square(), size}; }
  // Normal impulses that are not negative, friction inside mu times these: RG eqs. (15), and (6) or (7).
  void project(std::vector<double>& z) const;
  // Change and projected residual at z, both phases' way to look at themselves.
  Progress progress(const std::vector<double>& before, const std::vector<double>& z,
                    const std::vector<double>& u) const;
};

}  // namespace stiction
