#include "solvers/exact_law/law_system.h"

namespace stiction {

void LawSystem::prepare(const Island& island) {
  island.body_pairs(edges_);
  lu_.analyze(island.body_count(), edges_);
}

bool LawSystem::factorize(const Island& island, const std::vector<Mat3>& D) {
  using Columns = Eigen::Matrix<double, Island::kColumn, 3>;
  const int bodies = island.body_count();
  lu_.set_identity();
  for (int g = 0; g < island.group_count(); ++g) {
    Eigen::Matrix<double, Island::kColumn, Island::kColumn> sum;
    sum.setZero();
    for (int c = island.group_begin[g]; c < island.group_begin[g + 1]; ++c) {
      const Eigen::Map<const Columns> A(&island.A[static_cast<std::size_t>(c) * Island::kContact]);
      const Columns AD = A * D[c];
      sum.noalias() += AD * A.transpose();
    }
    const int a = island.side_a[island.group_begin[g]], b = island.side_b[island.group_begin[g]];
    if (a < bodies) lu_.add(a, a, sum.topLeftCorner<6, 6>());
    if (b < bodies) lu_.add(b, b, sum.bottomRightCorner<6, 6>());
    if (a < bodies && b < bodies) {
      lu_.add(a, b, sum.topRightCorner<6, 6>());
      lu_.add(b, a, sum.bottomLeftCorner<6, 6>());
    }
  }
  return lu_.factorize();
}

}  // namespace stiction
