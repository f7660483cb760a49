#include "elastic/modal/modal_step.h"

#include <algorithm>
#include <cmath>

#include "elastic/modal/modal_body.h"

namespace stiction {
namespace {

// What of a damping d acts on the velocity after the kick, the rest on that before it, x = h d: with this share a
// velocity that is damped and nothing else falls by exp(-x), however large x is. Half of it where x is small.
double share_after(double x) {
  return x < 1e-3 ? 0.5 + x / 12 : -1 / std::expm1(-x) - 1 / x;
}

}  // namespace

ModalStep::ModalStep(const ModalBody& body) : FloatingStep(body), body_(body) {}

void ModalStep::set_elastic() {
  const double h = step_, gamma = body_.options().gamma, beta = body_.options().beta();
  const auto K = body_.stiffness().array(), D = body_.damping().array();
  const auto u = u_before_.array();
  damped_after_ = (h * D).unaryExpr([&](double x) { return std::max(gamma, share_after(x)); });
  effective_ = 1 + h * D * damped_after_.array() + beta * h * h * K;
  inverse_ = effective_.cwiseInverse();
  known_ = u - h * K * (q_.array() + (gamma - 0.5 - beta) * h * u) - h * D * (1 - damped_after_.array()) * u;
}

void ModalStep::subtract_effective(const VecX& u, VecX& from) const {
  from -= effective_.cwiseProduct(u);
}

void ModalStep::solve_effective(VecX& x) const {
  x.array() /= effective_.array();
}

void ModalStep::solve_effective(MatX& columns) const {
  columns.array().colwise() *= inverse_.array();
}

void ModalStep::set_inverse_root(Eigen::Ref<MatX> root) const {
  root.diagonal() = inverse_.cwiseSqrt();
}

double ModalStep::twice_elastic_energy(const VecX& q) {
  return body_.stiffness().dot(q.cwiseAbs2());
}

double ModalStep::damping_power(const VecX& middle) {
  damped_ = u_before_ + damped_after_.cwiseProduct(u_ - u_before_);
  return body_.damping().cwiseProduct(damped_).dot(middle);
}

}  // namespace stiction
