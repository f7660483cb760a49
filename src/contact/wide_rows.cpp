#include "contact/wide_rows.h"

#include "base/simd.h"

namespace stiction::wide_rows {
namespace {

constexpr int kLanes = 4;

STICTION_INLINE double dot(const double* a, const double* b, int size) {
  double p[kLanes] = {};
  int i = 0;
  for (; i + kLanes <= size; i += kLanes)
    for (int l = 0; l < kLanes; ++l) p[l] += a[i + l] * b[i + l];
  double sum = (p[0] + p[1]) + (p[2] + p[3]);
  for (; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

STICTION_SIMD double one_row(const double* J, const double* v, int dofs) {
  return dot(J, v, dofs);
}

STICTION_SIMD void three_rows(const double* J, const double* v, int dofs, double* u) {
  for (int k = 0; k < 3; ++k) u[k] += dot(J + static_cast<std::ptrdiff_t>(k) * dofs, v, dofs);
}

STICTION_SIMD void transposed(const double* J, const double* r, int dofs, double* result) {
  const double *n = J, *t = J + dofs, *s = t + dofs;
  for (int i = 0; i < dofs; ++i) result[i] += (n[i] * r[0] + t[i] * r[1]) + s[i] * r[2];
}

// An entry of J L.
STICTION_INLINE double entry(const double* row, const double* column, const FilledRows& filled) {
  const int size = filled.end - filled.begin;
  if (size == 1) return row[filled.begin] * column[filled.begin];
  return dot(row + filled.begin, column + filled.begin, size);
}

STICTION_SIMD void times_factor(const double* J, const double* L, const FilledRows* filled, int dofs, double* rows,
                                int stride) {
  for (int i = 0; i < dofs; ++i, L += dofs) {
    for (std::ptrdiff_t k = 0; k < 3; ++k) rows[k * stride + i] = entry(J + k * dofs, L, filled[i]);
  }
}

STICTION_SIMD void squared_sums(const double* J, const double* L, const FilledRows* filled, int dofs, double* sums) {
  for (int i = 0; i < dofs; ++i, L += dofs) {
    for (std::ptrdiff_t k = 0; k < 3; ++k) {
      const double own = entry(J + k * dofs, L, filled[i]);
      sums[k] += own * own;
    }
  }
}

const double* rows_of(const ContactProblem& problem, const WideSide& side) {
  return problem.wide_values.data() + side.jacobian;
}

}  // namespace

void add_velocity(const ContactProblem& problem, const WideSide& side, const VecX& velocity, Vec3& u) {
  const WideBody& body = problem.wide_bodies[side.body];
  three_rows(rows_of(problem, side), velocity.data() + body.first, body.dofs, u.data());
}

double normal_velocity(const ContactProblem& problem, const WideSide& side, const VecX& velocity) {
  const WideBody& body = problem.wide_bodies[side.body];
  return one_row(rows_of(problem, side), velocity.data() + body.first, body.dofs);
}

void add_impulse(const ContactProblem& problem, const WideSide& side, const Vec3& r, VecX& result) {
  const WideBody& body = problem.wide_bodies[side.body];
  transposed(rows_of(problem, side), r.data(), body.dofs, result.data() + body.first);
}

void scaled(const ContactProblem& problem, const WideSide& side, double* rows, int stride) {
  const WideBody& body = problem.wide_bodies[side.body];
  times_factor(rows_of(problem, side), problem.wide_values.data() + body.factor, &problem.factor_rows[body.filled],
               body.dofs, rows, stride);
}

void add_response(const ContactProblem& problem, const WideSide& side, Vec3& response) {
  const WideBody& body = problem.wide_bodies[side.body];
  squared_sums(rows_of(problem, side), problem.wide_values.data() + body.factor, &problem.factor_rows[body.filled],
               body.dofs, response.data());
}

}  // namespace stiction::wide_rows
