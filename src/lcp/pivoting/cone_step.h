// How far a force can go along a direction before it leaves its friction cone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

// The least s >= 0 from which on |f_T + s df_T| > mu (f_N + s df_N), BA (23); infinite if there is none. The start is
// taken to be in the cone: what is beyond its border by round-off counts as on it.
// Arguments: |f_T|^2, f_T . df_T, |df_T|^2, mu f_N, mu df_N.
inline double step_to_cone(double f_T2, double f_T_df_T, double df_T2, double mu_f_N, double mu_df_N) {
  // q(s) = c + 2 b s + a s^2 >= 0 inside.
  const double a = mu_df_N * mu_df_N - df_T2;
  const double b = mu_f_N * mu_df_N - f_T_df_T;
  const double c = std::max(0.0, mu_f_N * mu_f_N - f_T2);
  const double infinity = std::numeric_limits<double>::infinity();
  const double size = mu_f_N * mu_f_N;
  if (c <= 1e-15 * size) {  // on the border: outward or not?
    const double scale = std::abs(mu_f_N * mu_df_N) + std::sqrt(f_T2 * df_T2);
    if (b < -1e-14 * scale) return 0;
    if (b <= 1e-14 * scale) return a < 0 ? 0.0 : infinity;
    return a < 0 ? -2 * b / a : infinity;
  }
  if (a == 0) return b < 0 ? c / (-2 * b) : infinity;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return infinity;
  const double root = std::sqrt(discriminant);
  // The least positive root, without cancellation.
  if (b < 0) return c / (-b + root);
  return a < 0 ? (b + root) / -a : infinity;
}

}  // namespace stiction
