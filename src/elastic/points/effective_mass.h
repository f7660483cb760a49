// The effective mass of a step, S = M + h (a M_def + b K) + h^2 K, factored: what contacts meet where forces are
// implicit.
//
// K is the stiffness about some places of the nodes, in axes of the body's frame, so that it stays while the body
// turns. M_def is the mass as far as it is not moved rigidly: damping does not brake rigid motion. With T the six rigid
// motions about these places, S^-1 = ((1 + h a) M + (h b + h^2) K)^-1 + (1 - 1 / (1 + h a)) T (T^T M T)^-1 T^T. Of a
// body with held nodes M_def is M, and held nodes do not answer. Constant once it is made; responses of surface nodes
// are computed when they are first asked for, and kept. Safe for several threads.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/types.h"
#include "linalg/supernodal_cholesky.h"

namespace stiction {

class PointsBody;

class EffectiveMass {
 public:
  // y: places about which the stiffness is taken.
  EffectiveMass(const PointsBody& body, double step, const VecX& y);

  bool is_definite() const { return definite_; }  // false: y or the stiffness is not finite
  double step() const { return step_; }
  void solve(VecX& x, VecX& work) const;  // x = S^-1 x, all nodes
  // Columns of S^-1 of one surface node, the rows of all surface nodes: 3 surface nodes x 3.
  const MatX& response(int surface_node) const;

 private:
  MatX computed_response(int surface_node) const;

  const PointsBody& body_;
  double step_, extra_share_;
  VecX places_;
  Mat3 inverse_inertia_ = Mat3::Zero();
  SupernodalCholesky factor_;
  bool definite_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<const MatX>> responses_;
};

}  // namespace stiction
