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
constexpr double kSame = 1e-8;  // eigenvalues so near count as one, relative

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

// (K - sigma M)^-1, with sigma < 0 positive definite; then motions that are taken already are projected out.
class ShiftedInverse {
 public:
  using Scalar = double;
  ShiftedInverse(const SparseMatrix& stiffness, const SparseMatrix& mass, int expected, const ReportProgress& progress)
      : stiffness_(stiffness), mass_(mass), expected_(expected), progress_(progress) {}
  Eigen::Index rows() const { return stiffness_.rows(); }
  Eigen::Index cols() const { return stiffness_.cols(); }
  // Columns are orthonormal in the mass.
  void project_out(const MatX& taken) {
    taken_ = taken;
    mass_taken_ = mass_ * taken;
  }
  void set_shift(const double& sigma) {
    if (factorised_) return;  // the same for all
    if (progress_) progress_("factorising the stiffness", 0.02);
    factor_.compute(stiffness_ - sigma * mass_);
    if (factor_.info() != Eigen::Success) {
      throw InputError(
          "the stiffness matrix could not be factorised: the mesh has flat tetrahedra, or Poisson's ratio is too near "
          "to "
          "0.5 (take 0.49)");
    }
    factorised_ = true;
  }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VecX> result(out, rows());
    result = factor_.solve(Eigen::Map<const VecX>(in, rows()));
    for (int pass = 0; pass < 2; ++pass) result -= taken_ * (mass_taken_.transpose() * result).eval();
    ++products_;
    // How many products there will be is not known: the share nears its end the more slowly.
    if (progress_) progress_("elastic modes", 1 - 0.7 * std::exp(-static_cast<double>(products_) / expected_));
  }

 private:
  const SparseMatrix& stiffness_;
  const SparseMatrix& mass_;
  MatX taken_, mass_taken_;
  int expected_;
  const ReportProgress& progress_;
  Eigen::SimplicialLLT<SparseMatrix> factor_;
  bool factorised_ = false;
  mutable int products_ = 0;
};

struct Found {
  VecX eigenvalues;  // ascending
  MatX shapes;       // orthonormal in the mass
};

Found lowest_modes(ShiftedInverse& inverse, MassProduct& mass, double shift, int modes, int subspace) {
  Spectra::SymGEigsShiftSolver<ShiftedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert> solver(
      inverse, mass, modes, subspace, -shift);
  solver.init();
  const auto converged =
      solver.compute(Spectra::SortRule::LargestMagn, kRestarts, kTolerance, Spectra::SortRule::SmallestAlge);
  if (converged < modes) {
    throw SimulationError(fmt::format(
        "only {} of {} modes converged: the mesh may have very bad tetrahedra; mesh it anew or want fewer modes",
        converged, modes));
  }
  return {solver.eigenvalues(), solver.eigenvectors(modes)};
}

// Puts a mode where it belongs by its eigenvalue; the last one drops out.
void insert_mode(const Found& mode, Found& all) {
  Eigen::Index at = all.eigenvalues.size() - 1;
  for (; at > 0 && all.eigenvalues[at - 1] > mode.eigenvalues[0]; --at) {
    all.eigenvalues[at] = all.eigenvalues[at - 1];
    all.shapes.col(at) = all.shapes.col(at - 1).eval();
  }
  all.eigenvalues[at] = mode.eigenvalues[0];
  all.shapes.col(at) = mode.shapes.col(0);
}

}  // namespace

MatX sparse_free_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, const MatX& rigid, double shift,
                       int modes, const ReportProgress& progress) {
  const int free = static_cast<int>(stiffness.rows()) - 6;
  const int subspace = std::min(free, 2 * modes + 20);
  ShiftedInverse inverse(stiffness, mass, 2 * subspace, progress);
  MassProduct product(mass);
  inverse.project_out(rigid);
  Found found = lowest_modes(inverse, product, shift, modes, subspace);
  // Of an eigenvalue that occurs several times, as in symmetric bodies, Lanczos' method may see too few: look for one
  // more beside those that were found, until it is above all of them.
  for (int missed = 0; missed < modes; ++missed) {
    MatX taken(rigid.rows(), rigid.cols() + modes);
    taken << rigid, found.shapes;
    inverse.project_out(taken);
    const Found next = lowest_modes(inverse, product, shift, 1, std::min(free - modes, 24));
    if (next.eigenvalues[0] >= (1 - kSame) * found.eigenvalues[modes - 1]) break;
    insert_mode(next, found);
  }
  return found.shapes;
}

}  // namespace stiction
