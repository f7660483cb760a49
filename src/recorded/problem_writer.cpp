#include <vector>

#include "recorded/global_reduction.h"
#include "recorded/hdf5_file.h"
#include "recorded/problem_file.h"

namespace stiction {
namespace {

std::vector<double> list_of(const VecX& values) {
  return {values.data(), values.data() + values.size()};
}

template <class Matrix>  // compressed, by columns or by rows
void write_compressed(Hdf5Writer& file, const std::string& place, const Matrix& matrix, int kind) {
  file.integers(place + "/nz", {kind});
  file.integers(place + "/p", {matrix.outerIndexPtr(), matrix.outerIndexPtr() + matrix.outerSize() + 1});
  file.integers(place + "/i", {matrix.innerIndexPtr(), matrix.innerIndexPtr() + matrix.nonZeros()});
  file.numbers(place + "/x", {matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros()});
}

void write_triplets(Hdf5Writer& file, const std::string& place, const SparseMatrix& matrix) {
  std::vector<int> rows, columns;
  std::vector<double> values;
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
      rows.push_back(static_cast<int>(it.row()));
      columns.push_back(static_cast<int>(it.col()));
      values.push_back(it.value());
    }
  }
  file.integers(place + "/nz", {static_cast<int>(values.size())});
  file.integers(place + "/p", columns);
  file.integers(place + "/i", rows);
  file.numbers(place + "/x", values);
}

void write_matrix(Hdf5Writer& file, const std::string& place, SparseMatrix matrix, SparseLayout layout) {
  matrix.makeCompressed();
  file.integers(place + "/nzmax", {static_cast<int>(matrix.nonZeros())});
  file.integers(place + "/m", {static_cast<int>(matrix.rows())});
  file.integers(place + "/n", {static_cast<int>(matrix.cols())});
  switch (layout) {
    case SparseLayout::kTriplet:
      return write_triplets(file, place, matrix);
    case SparseLayout::kColumns:
      return write_compressed(file, place, matrix, -1);
    case SparseLayout::kRows:
      return write_compressed(file, place, Eigen::SparseMatrix<double, Eigen::RowMajor>(matrix), -2);
  }
}

void write_info(Hdf5Writer& file, const std::string& root, const ProblemInfo& info) {
  file.text(root + "/info/title", info.title);
  file.text(root + "/info/description", info.description);
  file.text(root + "/info/math_info", info.math_info);
}

void write_problem(Hdf5Writer& file, const RecordedProblem& problem, SparseLayout layout) {
  const std::string root = "/fclib_local";
  file.integers(root + "/spacedim", {problem.dimension});
  write_matrix(file, root + "/W", problem.W, layout);
  file.numbers(root + "/vectors/q", list_of(problem.q));
  file.numbers(root + "/vectors/mu", list_of(problem.mu));
  write_info(file, root, problem.info);
}

void write_problem(Hdf5Writer& file, const GlobalProblem& problem, SparseLayout layout) {
  const std::string root = "/fclib_global";
  file.integers(root + "/spacedim", {problem.dimension});
  write_matrix(file, root + "/M", problem.M, layout);
  write_matrix(file, root + "/H", problem.H, layout);
  if (problem.G) write_matrix(file, root + "/G", *problem.G, layout);
  file.numbers(root + "/vectors/f", list_of(problem.f));
  file.numbers(root + "/vectors/w", list_of(problem.w));
  file.numbers(root + "/vectors/mu", list_of(problem.mu));
  if (problem.G) file.numbers(root + "/vectors/b", list_of(problem.b));
  write_info(file, root, problem.info);
}

void write_motion(Hdf5Writer& file, const GlobalProblem& problem, const VecX& r) {
  const GlobalMotion motion = global_motion(problem, r, "the problem");
  file.numbers("/solution/v", list_of(motion.v));
  if (problem.G) file.numbers("/solution/l", list_of(motion.l));
}

}  // namespace

std::string problem_bytes(const AnyProblem& problem, SparseLayout layout, const RecordedSolution* solution) {
  Hdf5Writer file;
  std::visit([&](const auto& form) { write_problem(file, form, layout); }, problem);
  if (solution != nullptr) {
    file.numbers("/solution/u", list_of(solution->u));
    file.numbers("/solution/r", list_of(solution->r));
    if (const auto* global = std::get_if<GlobalProblem>(&problem)) write_motion(file, *global, solution->r);
  }
  return file.bytes();
}

}  // namespace stiction
