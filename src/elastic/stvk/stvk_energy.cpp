#include "elastic/stvk/stvk_energy.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "elastic/fem/stvk_element.h"

namespace stiction {
namespace {

constexpr int kBatch = 32;  // elements whose rows are made and multiplied at a time
constexpr int kRows = 60;   // per element: six strains at ten nodes
constexpr int kTile = 48;   // columns of A that one task has

struct Pair {
  int i, j;  // i <= j, 0 stands for the 1 in x; not both 0
};

std::vector<Pair> pairs_of(int coordinates) {
  std::vector<Pair> pairs;
  for (int i = 0; i <= coordinates; ++i)
    for (int j = std::max(i, 1); j <= coordinates; ++j) pairs.push_back({i, j});
  return pairs;
}

// E : C : E = |C^1/2 E|^2; C^1/2 E = sqrt(2 mu) (E + kappa tr E 1).
NodalStrains weighted(const NodalStrains& strains, const Eigen::Matrix<double, 10, 10>& root,
                      const ElasticMaterial& m) {
  const double twice = 2 * m.shear(), kappa = (std::sqrt((twice + 3 * m.lame()) / twice) - 1) / 3;
  NodalStrains result = std::sqrt(twice) * strains * root;
  result.topRows<3>().rowwise() += kappa * result.topRows<3>().colwise().sum().eval();
  return result;
}

class RowMaker {
 public:
  RowMaker(const QuadraticMesh& mesh, const MatX& shapes, const ElasticMaterial& material)
      : mesh_(mesh), shapes_(shapes), material_(material), pairs_(pairs_of(static_cast<int>(shapes.cols()))) {}

  const std::vector<Pair>& pairs() const { return pairs_; }
  // Sixty rows of B.
  void set_rows(int e, Eigen::Ref<MatX> rows) const {
    const auto& element = mesh_.elements[e];
    const StvkElement stvk(mesh_.corners(element), material_);
    const Eigen::Matrix<double, 10, 10> root = stvk.mass().llt().matrixL();  // m = root root^T
    std::vector<NodalGradients> G(shapes_.cols() + 1);
    for (Eigen::Index k = 0; k < shapes_.cols(); ++k) G[k + 1] = stvk.gradients(gathered(element, shapes_.col(k)));
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const auto [i, j] = pairs_[p];
      const double factor = i == j ? 0.5 : 1;
      const NodalStrains strains = i == 0 ? linear_strains(G[j]) : NodalStrains(factor * quadratic_strains(G[i], G[j]));
      const NodalStrains row = weighted(strains, root, material_);
      rows.col(static_cast<Eigen::Index>(p)) = Eigen::Map<const Eigen::Matrix<double, kRows, 1>>(row.data());
    }
  }

 private:
  const QuadraticMesh& mesh_;
  const MatX& shapes_;
  ElasticMaterial material_;
  std::vector<Pair> pairs_;
};

// Adds B^T B to the upper triangle of A, by tiles of its columns.
void add_squares(const MatX& B, MatX& A) {
  const int columns = static_cast<int>(A.cols()), tiles = (columns + kTile - 1) / kTile;
  parallel_tasks(tiles, [&](int tile) {
    const int begin = tile * kTile, count = std::min(kTile, columns - begin);
    A.block(0, begin, begin + count, count).noalias() +=
        B.leftCols(begin + count).transpose() * B.middleCols(begin, count);
  });
}

}  // namespace

QuarticForm stvk_energy(const QuadraticMesh& mesh, const MatX& shapes, double poisson, const ReportProgress& progress) {
  const RowMaker maker(mesh, shapes, {1, poisson, 1});
  const std::vector<Pair>& pairs = maker.pairs();
  const auto count = static_cast<Eigen::Index>(pairs.size());
  const int elements = static_cast<int>(mesh.elements.size());
  MatX A = MatX::Zero(count, count), B;
  for (int begin = 0; begin < elements; begin += kBatch) {
    const int batch = std::min(kBatch, elements - begin);
    B.resize(kRows * batch, count);
    parallel_tasks(batch, [&](int e) { maker.set_rows(begin + e, B.middleRows(kRows * e, kRows)); });
    add_squares(B, A);
    if (progress) progress("elastic energy", static_cast<double>(begin + batch) / elements);
  }
  QuarticForm energy(static_cast<int>(shapes.cols()));
  for (Eigen::Index a = 0; a < count; ++a) {
    for (Eigen::Index b = 0; b <= a; ++b) {
      energy.add(pairs[a].i, pairs[a].j, pairs[b].i, pairs[b].j, (a == b ? 0.5 : 1) * A(b, a));
    }
  }
  return energy;
}

}  // namespace stiction
