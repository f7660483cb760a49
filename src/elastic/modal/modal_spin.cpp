#include "elastic/modal/modal_spin.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "model/turn.h"

namespace stiction {
namespace {

constexpr double kTurnPerSubstep = 0.5;  // [rad]
constexpr int kMaxSubsteps = 64;
constexpr int kMaxIterations = 40;
constexpr double kConverged = 1e-15;  // change of w, relative

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

// (1) from w = its value at the start. False if it did not converge.
bool solve_midpoint(const Mat3& I, const Vec3& s, const Vec3& L0, double step, Vec3& w) {
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMaxIterations; ++i) {
    const double half = 0.5 * step * w.norm();
    if (!(std::abs(half) < 1)) return false;
    const double t = 0.5 * step * (std::abs(half) < 1e-4 ? 1 + half * half / 3 : std::tan(half) / half);
    const Vec3 L = I * w + s;
    const Vec3 residual = L + t * w.cross(L) - L0;
    const Mat3 derivative = I + t * (cross_matrix(w) * I - cross_matrix(L));
    const Vec3 change = derivative.inverse() * residual;
    w -= change;
    const double size = change.norm();
    if (size <= kConverged * w.norm()) return true;
    if (size >= last) return size <= 1e-12 * w.norm();  // rounding, or no root nearby
    last = size;
  }
  return true;
}

}  // namespace

FreeTurn turn_freely(const Mat3& inertia, const Vec3& own_spin, const Vec3& momentum, double step) {
  const Mat3 inverse = inertia.inverse();
  Vec3 L = momentum;
  Vec3 w = inverse * (L - own_spin);
  FreeTurn turn;
  const double wanted = std::ceil(std::abs(step) * w.norm() / kTurnPerSubstep);
  const int substeps = wanted <= kMaxSubsteps ? std::max(1, static_cast<int>(wanted)) : kMaxSubsteps;
  const double h = step / substeps;
  for (int i = 0; i < substeps; ++i) {
    const Vec3 start = w;
    if (!solve_midpoint(inertia, own_spin, L, h, w)) w = start;
    const Quat part = turned_by(h * w);
    turn.rotation = (turn.rotation * part).normalized();
    turn.mean += w / substeps;
    L = part.conjugate() * L;
    if (i + 1 < substeps) w = inverse * (L - own_spin);
  }
  return turn;
}

}  // namespace stiction
