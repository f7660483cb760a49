#include "siconos_problem.h"

#include <FrictionContactProblem.h>
#include <GlobalFrictionContactProblem.h>
#include <NumericsMatrix.h>
#include <SparseBlockMatrix.h>

#include <algorithm>

#include "recorded/recorded_error.h"

namespace stiction::bench {
namespace {

double unit(const VecX& q) {
  const double norm = q.norm();
  return norm > 0 ? std::min(norm, 1.0) : 1.0;
}

NumericsMatrix* sparse(Eigen::Index rows, Eigen::Index columns, Eigen::Index entries) {
  NumericsMatrix* matrix = NM_create(NM_SPARSE, static_cast<int>(rows), static_cast<int>(columns));
  NM_triplet_alloc(matrix, static_cast<int>(entries));
  return matrix;
}

NumericsMatrix* sparse(const SparseMatrix& source) {
  NumericsMatrix* matrix = sparse(source.rows(), source.cols(), source.nonZeros());
  for (int j = 0; j < source.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(source, j); it; ++it)
      NM_entry(matrix, static_cast<int>(it.row()), j, it.value());
  return matrix;
}

// W with `dimension` rows per contact.
NumericsMatrix* delassus(const RecordedProblem& problem, int dimension) {
  const int own = problem.dimension, contacts = problem.contact_count();
  NumericsMatrix* matrix =
      sparse(dimension * contacts, dimension * contacts, problem.W.nonZeros() + (dimension - own) * contacts);
  for (int j = 0; j < problem.W.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(problem.W, j); it; ++it) {
      const int i = static_cast<int>(it.row());
      NM_entry(matrix, i / own * dimension + i % own, j / own * dimension + j % own, it.value());
    }
  }
  for (int c = 0; c < contacts; ++c) {
    for (int k = own; k < dimension; ++k)
      NM_entry(matrix, dimension * c + k, dimension * c + k, 1 / natural_step(problem, c));
  }
  return matrix;
}

// The same matrix in blocks of one contact by one contact, or dense. Takes what it is given.
NumericsMatrix* stored(NumericsMatrix* matrix, int dimension, Storage storage) {
  if (storage == Storage::kSparse) {
    NM_csc(matrix);
    return matrix;
  }
  NumericsMatrix* other = NM_new();
  if (storage == Storage::kDense) {
    NM_fill(other, NM_DENSE, matrix->size0, matrix->size1, nullptr);
    NM_to_dense(matrix, other);
  } else {
    SparseBlockStructuredMatrix* blocks = SBM_new();
    SBM_from_csparse(dimension, NM_csc(matrix), blocks);
    NM_fill(other, NM_SPARSE_BLOCK, matrix->size0, matrix->size1, blocks);
  }
  NM_free(matrix);
  return other;
}

}  // namespace

void SiconosProblem::Free::operator()(FrictionContactProblem* problem) const {
  problem->q = problem->mu = nullptr;  // ours
  frictionContactProblem_free(problem);
}

SiconosProblem::SiconosProblem(const RecordedProblem& problem, int dimension, Storage storage)
    : recorded_dimension_(problem.dimension), dimension_(dimension), unit_(unit(problem.q)) {
  const int contacts = problem.contact_count();
  q_.assign(static_cast<std::size_t>(dimension) * contacts, 0.0);
  mu_.assign(problem.mu.data(), problem.mu.data() + contacts);
  for (int c = 0; c < contacts; ++c)
    for (int k = 0; k < problem.dimension; ++k) q_[dimension * c + k] = problem.q[problem.dimension * c + k] / unit_;
  NumericsMatrix* W = stored(delassus(problem, dimension), dimension, storage);
  problem_.reset(frictionContactProblem_new_with_data(dimension, contacts, W, q_.data(), mu_.data()));
}

VecX SiconosProblem::recorded(const std::vector<double>& r) const {
  VecX result(recorded_dimension_ * static_cast<Eigen::Index>(mu_.size()));
  for (Eigen::Index i = 0; i < result.size(); ++i)
    result[i] = unit_ * r[i / recorded_dimension_ * dimension_ + i % recorded_dimension_];
  return result;
}

void SiconosGlobalProblem::Free::operator()(GlobalFrictionContactProblem* problem) const {
  problem->q = problem->b = problem->mu = nullptr;  // ours
  globalFrictionContact_free(problem);
}

SiconosGlobalProblem::SiconosGlobalProblem(const GlobalProblem& problem)
    : f_(problem.f.data(), problem.f.data() + problem.f.size()),
      w_(problem.w.data(), problem.w.data() + problem.w.size()),
      mu_(problem.mu.data(), problem.mu.data() + problem.mu.size()),
      problem_(globalFrictionContactProblem_new()) {
  problem_->dimension = problem.dimension;
  problem_->numberOfContacts = static_cast<int>(mu_.size());
  problem_->M = sparse(problem.M);
  problem_->H = sparse(problem.H);
  problem_->q = f_.data();
  problem_->b = w_.data();
  problem_->mu = mu_.data();
}

}  // namespace stiction::bench
