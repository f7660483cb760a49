#include "elastic/points/effective_mass.h"

#include <Eigen/LU>

#include "elastic/points/points_body.h"

namespace stiction {
namespace {

// Held nodes get rows of their own.
void hold(const PointsBody& body, BlockMatrix& S) {
  const BlockGraph& graph = *S.graph;
  for (int row = 0; row < graph.row_count(); ++row) {
    for (int k = graph.begin[row]; k < graph.begin[row + 1]; ++k) {
      const int column = graph.neighbors[k];
      if (!body.is_held(row) && !body.is_held(column)) continue;
      Eigen::Map<Mat3> block(S.values.data() + 9 * static_cast<std::size_t>(k));
      if (row == column) {
        block = body.masses()[row] * Mat3::Identity();
      } else {
        block.setZero();
      }
    }
  }
}

}  // namespace

EffectiveMass::EffectiveMass(const PointsBody& body, double step, const VecX& y)
    : body_(body),
      step_(step),
      extra_share_(body.holds_nodes() ? 0 : 1 - 1 / (1 + step * body.options().mass_damping)),
      places_(y),
      factor_(body.pattern()),
      responses_(body.surface_nodes().size()) {
  BlockMatrix S(body.pattern()->graph());
  body.forces().add_stiffness(y, S);
  const double share = step * (body.options().stiffness_damping + step);
  for (double& x : S.values) x *= share;
  for (int node = 0; node < body.node_count(); ++node) {
    S.add(node, node, (1 + step * body.options().mass_damping) * body.masses()[node] * Mat3::Identity());
  }
  if (body.holds_nodes()) hold(body, S);
  definite_ = factor_.factorize(S.values);
  if (extra_share_ > 0) inverse_inertia_ = body.inertia_of(y).inverse();
  body.count_factorization();
}

void EffectiveMass::solve(VecX& x, VecX& work) const {
  Vec3 push = Vec3::Zero(), turn = Vec3::Zero();
  if (extra_share_ > 0) {
    for (int node = 0; node < body_.node_count(); ++node) {
      const Vec3 own = x.segment<3>(3 * node);
      push += own;
      turn += Vec3(places_.segment<3>(3 * node)).cross(own);
    }
    push *= extra_share_ / body_.own_mass()->mass;
    turn = extra_share_ * (inverse_inertia_ * turn);
  }
  if (body_.holds_nodes()) body_.clear_held(x);
  factor_.solve(x, work);
  if (extra_share_ == 0) return;
  for (int node = 0; node < body_.node_count(); ++node) {
    x.segment<3>(3 * node) += push + turn.cross(Vec3(places_.segment<3>(3 * node)));
  }
}

const MatX& EffectiveMass::response(int surface_node) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<const MatX>& known = responses_[surface_node];
  if (!known) known = std::make_unique<const MatX>(computed_response(surface_node));
  return *known;
}

MatX EffectiveMass::computed_response(int surface_node) const {
  const std::vector<int>& nodes = body_.surface_nodes();
  const auto rows = static_cast<Eigen::Index>(nodes.size());
  MatX columns(3 * rows, 3);
  VecX x(3 * body_.node_count()), work;
  for (int axis = 0; axis < 3; ++axis) {
    x.setZero();
    x[3 * nodes[surface_node] + axis] = 1;
    solve(x, work);
    for (Eigen::Index k = 0; k < rows; ++k) columns.block<3, 1>(3 * k, axis) = x.segment<3>(3 * nodes[k]);
  }
  return columns;
}

}  // namespace stiction
