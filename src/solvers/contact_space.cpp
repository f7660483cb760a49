#include "solvers/contact_space.h"

#include "lcp/pivoting/dantzig.h"

namespace stiction {

void set_contact_space(const Island& island, FrictionProblem& problem) {
  const int count = island.contact_count();
  MatX A = MatX::Zero(island.velocity_size(), 3 * count);
  for (int c = 0; c < count; ++c) {
    using Sides = Eigen::Matrix<double, Island::kColumn, 3>;
    const Eigen::Map<const Sides> own(&island.A[static_cast<std::size_t>(c) * Island::kContact]);
    A.block<6, 3>(6 * island.side_a[c], 3 * c) += own.topRows<6>();
    A.block<6, 3>(6 * island.side_b[c], 3 * c) += own.bottomRows<6>();
    island.for_parts(c, [&](int block, const PartColumns& part) { A.block<6, 3>(6 * block, 3 * c) += part; });
  }
  problem.A.noalias() = A.transpose() * A;
  problem.b = Eigen::Map<const VecX>(island.q.data(), 3 * count);
  problem.mu = Eigen::Map<const VecX>(island.mu.data(), count);
  problem.tangents = 2;
  problem.start.resize(0);
}

double natural_map(const Island& island, const FrictionProblem& problem, const VecX& z, VecX& u) {
  u = problem.b;
  u.noalias() += problem.A * z;
  return island.natural_map(z.data(), u.data());
}

bool bounds_contradict(const FrictionProblem& problem) {
  const int count = problem.contact_count();
  DantzigProblem normals{MatX(count, count), VecX(count), 0};
  for (int i = 0; i < count; ++i) {
    normals.b[i] = problem.b[problem.normal_row(i)];
    for (int j = 0; j < count; ++j) normals.A(i, j) = problem.A(problem.normal_row(i), problem.normal_row(j));
  }
  return solve_dantzig(normals).status == PivotingStatus::kInfeasible;
}

}  // namespace stiction
