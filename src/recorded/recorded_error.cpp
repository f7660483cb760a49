#include "recorded/recorded_error.h"

#include <cmath>

#include "contact/projections.h"

namespace stiction {
namespace {

// |F|^2 and |q|^2 in the metric of 1 / rho.
struct Squares {
  double map = 0, q = 0;
  double relative() const { return std::sqrt(map) / (q > 0 ? std::sqrt(q) : 1.0); }
};

// A contact of the plane has a second tangent without velocity.
Vec3 in_space(const VecX& values, int dimension, Eigen::Index contact) {
  Vec3 three = Vec3::Zero();
  three.head(dimension) = values.segment(dimension * contact, dimension);
  return three;
}

Squares squares(const RecordedProblem& problem, const VecX& r, const VecX& rho) {
  const VecX u = problem.W * r + problem.q;
  Squares sum;
  for (Eigen::Index c = 0; c < problem.mu.size(); ++c) {
    const Vec3 r_c = in_space(r, problem.dimension, c), u_c = in_space(u, problem.dimension, c);
    sum.map += natural_map_squared(0, problem.mu[c], rho[c], r_c.data(), u_c.data()) / rho[c];
    sum.q += rho[c] * in_space(problem.q, problem.dimension, c).squaredNorm();
  }
  return sum;
}

}  // namespace

double natural_step(const RecordedProblem& problem, int contact) {
  double trace = 0;
  for (int k = 0; k < problem.dimension; ++k) {
    const Eigen::Index i = problem.dimension * static_cast<Eigen::Index>(contact) + k;
    trace += problem.W.coeff(i, i);
  }
  return trace > 0 ? problem.dimension / trace : 1.0;
}

double recorded_error(const RecordedProblem& problem, const VecX& r) {
  return squares(problem, r, VecX::Ones(problem.mu.size())).relative();
}

double scaled_error(const RecordedProblem& problem, const VecX& r) {
  VecX rho(problem.mu.size());
  for (int c = 0; c < problem.contact_count(); ++c) rho[c] = natural_step(problem, c);
  return squares(problem, r, rho).relative();
}

}  // namespace stiction
