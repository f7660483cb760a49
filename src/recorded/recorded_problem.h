// Contact problems recorded by other programs, as matrices alone: no bodies, no geometry.
//
// Local form: u = W r + q, component 0 of each contact is the normal; r in the Coulomb cone of mu, u and r related by
// Coulomb's law. Global form, over the velocities v of whatever moves:
//   M v = H r + G l + f,   G^T v + b = 0,   u = H^T v + w      G, b, l: bilateral constraints, where there are any
#pragma once

#include <Eigen/SparseCore>
#include <optional>
#include <string>

#include "base/types.h"

namespace stiction {

using SparseMatrix = Eigen::SparseMatrix<double>;  // by columns

struct ProblemInfo {
  std::string title, description, math_info;
};

struct RecordedProblem {
  int dimension = 3;  // rows per contact: 2 or 3
  SparseMatrix W;     // square, not always quite symmetric
  VecX q;             // dimension x contact_count
  VecX mu;            // contact_count
  ProblemInfo info;

  int contact_count() const { return static_cast<int>(mu.size()); }
};

struct GlobalProblem {
  int dimension = 3;
  SparseMatrix M;                 // square
  SparseMatrix H;                 // velocities x (dimension x contact_count)
  std::optional<SparseMatrix> G;  // velocities x constraints
  VecX f, w, mu;
  VecX b;  // constraints
  ProblemInfo info;
};

}  // namespace stiction
