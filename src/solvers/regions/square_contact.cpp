#include "solvers/regions/square_contact.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kMiss = 1e-12;  // relative

}  // namespace

void SquareContact::prepare(const Mat3& W, double mu) {
  W_ = W;
  mu_ = mu;
  // Round-off must not make a tangent without inertia negative.
  for (int k = 1; k < 3; ++k) W_(k, k) += 1e-14 * W.trace();
}

// Tangents that stick have their velocity eliminated, those that slide their impulse: it follows the normal one.
double SquareContact::attempt(const Vec3& q, Sliding sliding, Vec3& r) const {
  const int sign[3] = {0, sliding.first, sliding.second};
  Mat3 M = Mat3::Identity();
  Vec3 right = Vec3::Zero();
  M.row(0) = W_.row(0);
  right[0] = -q[0];
  for (int k = 1; k < 3; ++k) {
    if (sign[k] == 0) {
      M.row(k) = W_.row(k);
      right[k] = -q[k];
    } else {
      M(k, 0) = -sign[k] * mu_;  // r_k = sign mu r_n
    }
  }
  r = M.inverse() * right;
  if (!r.allFinite()) return std::numeric_limits<double>::infinity();
  const Vec3 u = W_ * r + q;
  const double impulse = r.cwiseAbs().maxCoeff(), speed = q.cwiseAbs().maxCoeff();
  double miss = std::max(std::max(-r[0], 0.0) / impulse, std::abs(u[0]) / speed);
  for (int k = 1; k < 3; ++k) {
    if (sign[k] != 0) miss = std::max(miss, sign[k] * u[k] / speed);
    if (sign[k] == 0) miss = std::max({miss, (std::abs(r[k]) - mu_ * r[0]) / impulse, std::abs(u[k]) / speed});
  }
  return miss;
}

Vec3 SquareContact::solve(const Vec3& q) const {
  if (q[0] >= 0 || !(W_(0, 0) > 0)) return Vec3::Zero();
  if (mu_ == 0) return {-q[0] / W_(0, 0), 0, 0};
  constexpr Sliding kCases[] = {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  Vec3 best = Vec3::Zero(), r;
  double least = std::numeric_limits<double>::infinity();
  for (const Sliding sliding : kCases) {
    const double miss = attempt(q, sliding, r);
    if (!(miss < least)) continue;
    least = miss;
    best = r;
    if (miss <= kMiss) break;
  }
  best[0] = std::max(best[0], 0.0);
  for (int k = 1; k < 3; ++k) best[k] = std::clamp(best[k], -mu_ * best[0], mu_ * best[0]);
  return best;
}

}  // namespace stiction
