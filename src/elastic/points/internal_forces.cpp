#include "elastic/points/internal_forces.h"

#include "base/parallel.h"

namespace stiction {

void BlockMatrix::add(int row, int column, const Mat3& block) {
  double* at = values.data() + 9 * static_cast<std::size_t>(graph->slot(row, column));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) at[3 * i + j] += block(i, j);
}

void BlockMatrix::multiply(const VecX& x, VecX& result) const {
  result.resize(x.size());
  for (int row = 0; row < graph->row_count(); ++row) {
    Vec3 sum = Vec3::Zero();
    for (int k = graph->begin[row]; k < graph->begin[row + 1]; ++k) {
      const Eigen::Map<const Mat3> transposed(values.data() + 9 * static_cast<std::size_t>(k));
      sum += transposed.transpose() * x.segment<3>(3 * graph->neighbors[k]);
    }
    result.segment<3>(3 * row) = sum;
  }
}

CornerSum::CornerSum(int node_count, const std::vector<int>& node_of_corner) : begin_(node_count + 1, 0) {
  for (const int node : node_of_corner)
    if (node >= 0) ++begin_[node + 1];
  for (int i = 0; i < node_count; ++i) begin_[i + 1] += begin_[i];
  corners_.resize(begin_.back());
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  for (std::size_t corner = 0; corner < node_of_corner.size(); ++corner) {
    if (node_of_corner[corner] >= 0) corners_[next[node_of_corner[corner]]++] = static_cast<int>(corner);
  }
}

void CornerSum::gather(const std::vector<double>& corners, VecX& force) const {
  const int nodes = static_cast<int>(begin_.size()) - 1;
  force.resize(3 * nodes);
  parallel_ranges(nodes, 512, [&](int first, int last) {
    for (int node = first; node < last; ++node) {
      double sum[3] = {0, 0, 0};
      for (int k = begin_[node]; k < begin_[node + 1]; ++k) {
        const double* at = corners.data() + 3 * static_cast<std::size_t>(corners_[k]);
        for (int i = 0; i < 3; ++i) sum[i] += at[i];
      }
      for (int i = 0; i < 3; ++i) force[3 * node + i] = sum[i];
    }
  });
}

}  // namespace stiction
