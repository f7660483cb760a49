#include "elastic/points/highest_frequency.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "elastic/points/points_body.h"

namespace stiction {
namespace {

constexpr int kSteps = 80;
constexpr double kMargin = 1.001;

double largest_eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const auto size = static_cast<Eigen::Index>(diagonal.size());
  VecX d = Eigen::Map<const VecX>(diagonal.data(), size);
  VecX e = Eigen::Map<const VecX>(beside.data(), std::max<Eigen::Index>(size - 1, 0));
  Eigen::SelfAdjointEigenSolver<MatX> solver;
  solver.computeFromTridiagonal(d, e, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[size - 1];
}

}  // namespace

double highest_frequency(const PointsBody& body) {
  BlockMatrix K(body.pattern()->graph());
  body.forces().add_stiffness(body.rest(), K);
  VecX root(body.rest().size());  // M^-1/2
  for (int i = 0; i < body.node_count(); ++i) {
    root.segment<3>(3 * i).setConstant(body.is_held(i) ? 0 : 1 / std::sqrt(body.masses()[i]));
  }
  VecX q(root.size()), before = VecX::Zero(root.size()), scaled, product;
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    q[i] = root[i] == 0 ? 0 : static_cast<double>(mix_hash(i, 11) >> 11) * 0x1p-53 - 0.5;
  }
  if (q.isZero(0)) return 0;
  q.normalize();
  std::vector<double> diagonal, beside;
  const int steps = std::min<int>(kSteps, static_cast<int>(q.size()));
  for (int k = 0; k < steps; ++k) {
    scaled = root.cwiseProduct(q);
    K.multiply(scaled, product);
    product.array() *= root.array();
    diagonal.push_back(q.dot(product));
    product -= diagonal.back() * q;
    if (k > 0) product -= beside.back() * before;
    const double length = product.norm();
    if (!(length > 1e-12 * std::abs(diagonal.front())) || k + 1 == steps) break;
    beside.push_back(length);
    before.swap(q);
    q = product / length;
  }
  return std::sqrt(kMargin * std::max(0.0, largest_eigenvalue(diagonal, beside)));
}

}  // namespace stiction
