#include "recorded/global_reduction.h"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <vector>

#include "base/error.h"

namespace stiction {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

void append(const SparseMatrix& matrix, Eigen::Index row, Eigen::Index column, double factor, Triplets& triplets) {
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
      triplets.emplace_back(row + it.row(), column + it.col(), factor * it.value());
}

// The equations of motion: unknowns (v, l), right-hand side (f + H r, -b).
class Motion {
 public:
  Motion(const GlobalProblem& global, const std::string& name)
      : global_(global), name_(name), velocities_(global.M.rows()), constraints_(global.G ? global.G->cols() : 0) {
    SparseMatrix matrix(velocities_ + constraints_, velocities_ + constraints_);
    Triplets triplets;
    append(global.M, 0, 0, 1, triplets);
    if (global.G) {
      append(*global.G, 0, velocities_, -1, triplets);
      append(global.G->transpose(), velocities_, 0, 1, triplets);
    }
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    matrix.makeCompressed();
    factor_.compute(matrix);
    if (factor_.info() != Eigen::Success) refuse();
  }

  VecX solve(const VecX& right_side) const {
    VecX solution = factor_.solve(right_side);
    if (!solution.allFinite()) refuse();
    return solution;
  }
  VecX load(const VecX& impulse) const {
    VecX load = VecX::Zero(velocities_ + constraints_);
    load.head(velocities_) = impulse;
    return load;
  }
  VecX free_motion() const {
    VecX right_side = load(global_.f);
    if (constraints_ > 0) right_side.tail(constraints_) = -global_.b;
    return solve(right_side);
  }
  Eigen::Index velocities() const { return velocities_; }
  Eigen::Index constraints() const { return constraints_; }

 private:
  [[noreturn]] void refuse() const {
    const char* what = constraints_ > 0 ? "the matrix of M and G is singular; constraints that repeat each other"
                                        : "the mass matrix M is singular; it";
    throw InputError(fmt::format("{}: {} cannot be reduced to contacts", name_, what));
  }

  const GlobalProblem& global_;
  const std::string& name_;
  Eigen::Index velocities_, constraints_;
  Eigen::SparseLU<SparseMatrix> factor_;
};

}  // namespace

RecordedProblem reduced(const GlobalProblem& global, const std::string& name) {
  const Motion motion(global, name);
  RecordedProblem local;
  local.dimension = global.dimension;
  local.mu = global.mu;
  local.info = global.info;
  const SparseMatrix transposed = global.H.transpose();
  local.q = transposed * motion.free_motion().head(motion.velocities()) + global.w;
  Triplets triplets;
  for (Eigen::Index j = 0; j < global.H.cols(); ++j) {
    const VecX response = motion.solve(motion.load(global.H.col(j)));
    const VecX column = transposed * response.head(motion.velocities());
    for (Eigen::Index i = 0; i < column.size(); ++i)
      if (column[i] != 0) triplets.emplace_back(i, j, column[i]);
  }
  local.W.resize(global.H.cols(), global.H.cols());
  local.W.setFromTriplets(triplets.begin(), triplets.end());
  return local;
}

RecordedProblem local_form(const AnyProblem& problem, const std::string& name) {
  if (const auto* global = std::get_if<GlobalProblem>(&problem)) return reduced(*global, name);
  return std::get<RecordedProblem>(problem);
}

GlobalMotion global_motion(const GlobalProblem& global, const VecX& r, const std::string& name) {
  const Motion motion(global, name);
  VecX right_side = motion.load(global.f + global.H * r);
  if (motion.constraints() > 0) right_side.tail(motion.constraints()) = -global.b;
  const VecX solution = motion.solve(right_side);
  return {solution.head(motion.velocities()), solution.tail(motion.constraints())};
}

}  // namespace stiction
