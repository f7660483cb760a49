// Projected Gauss-Seidel on the assembled rows of a region (RG eqs. 14, 15).
//
// contact: every contact in turn is solved exactly, normal and friction together. row: RG's way, the normal row first,
// then friction with the new normal impulse held; the two tangents of a disk share one diagonal, because scaling by (7)
// after steps of different length would let friction point elsewhere than against sliding.
#pragma once

#include <vector>

#include "solvers/pgs/one_contact.h"
#include "solvers/regions/region_problem.h"
#include "solvers/regions/square_contact.h"

namespace stiction {

class RegionSweeps {
 public:
  void prepare(RegionProblem& region, Sweep kind);
  // Visits every contact once, in order; z: 3 per contact.
  void sweep(std::vector<double>& z);

 private:
  Vec3 solve_contact(int contact, const Vec3& impulse, const Vec3& velocity) const;
  Vec3 solve_rows(int contact, const Vec3& impulse, Vec3 velocity) const;

  RegionProblem* region_ = nullptr;
  Sweep kind_ = Sweep::kContact;
  std::vector<OneContact> disks_;
  std::vector<SquareContact> squares_;
};

}  // namespace stiction
