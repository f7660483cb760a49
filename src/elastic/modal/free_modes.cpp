#include "elastic/modal/free_modes.h"

#include <fmt/format.h>

#include <Spectra/SymGEigsShiftSolver.h>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace stiction {
namespace {

constexpr double kTolerance = 1e-11;  // of Ritz values, relative
constexpr int kRestarts = 300;

class MassProduct {
 public:
  using Scalar = double;
  explicit MassProduct(const SparseMatrix& mass) : mass_(mass) {}
  Eigen::Index rows() const { return mass_.rows(); }
  Eigen::Index cols() const { return mass_.cols(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VecX>(out, rows()).noalias() = mass_ * Eigen::Map<const VecX>(in, rows());
  }

 private:
  const SparseMatrix& mass_;
};

// (K - sigma M)^-1, with sigma < 0 positive definite; then rigid motions are taken out.
class ShiftedInverse {
 public:
  using Scalar = double;
  ShiftedInverse(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, int expected,
                 const ReportProgress& progress)
      : stiffness_(stiffness),
        mass_(mass),
        rigid_(rigid),
        mass_rigid_(mass * rigid),
        expected_(expected),
        progress_(progress) {}
  Eigen::Index rows() const { return stiffness_.rows(); }
  Eigen::Index cols() const { return stiffness_.cols(); }
  void set_shift(const double& sigma) {
    if (progress_) progress_("factorising the stiffness", 0.02);
    factor_.compute(stiffness_ - sigma * mass_);
    if (factor_.info() != Eigen::Success) {
      throw SimulationError("the stiffness matrix of the body could not be factorised: its mesh is degenerate");
    }
  }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VecX> result(out, rows());
    result = factor_.solve(Eigen::Map<const VecX>(in, rows()));
    for (int pass = 0; pass < 2; ++pass) result -= rigid_ * (mass_rigid_.transpose() * result).eval();
    ++products_;
    // How many products there will be is not known: the share nears its end the more slowly.
    if (progress_) progress_("elastic modes", 1 - 0.7 * std::exp(-static_cast<double>(products_) / expected_));
  }

 private:
  const SparseMatrix& stiffness_;
  const SparseMatrix& mass_;
  const MatX& rigid_;
  const MatX mass_rigid_;
  int expected_;
  const ReportProgress& progress_;
  Eigen::SimplicialLLT<SparseMatrix> factor_;
  mutable int products_ = 0;
};

}  // namespace

MatX sparse_free_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, double shift,
                       int modes, const ReportProgress& progress) {
  const int dofs = static_cast<int>(stiffness.rows());
  const int subspace = std::min(dofs - 6, 2 * modes + 20);
  ShiftedInverse inverse(stiffness, mass, rigid, 2 * subspace, progress);
  MassProduct product(mass);
  Spectra::SymGEigsShiftSolver<ShiftedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert> solver(
      inverse, product, modes, subspace, -shift);
  solver.init();
  const auto found = solver.compute(Spectra::SortRule::LargestMagn, kRestarts, kTolerance);
  if (found < modes) {
    throw SimulationError(fmt::format(
        "only {} of {} modes converged: the mesh may have very bad tetrahedra; mesh it anew or want fewer modes", found,
        modes));
  }
  return solver.eigenvectors(modes);
}

}  // namespace stiction
