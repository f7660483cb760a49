#include "solvers/regions/projected_cg.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "contact/island_loops.h"

namespace stiction {
namespace {

constexpr double kFall = 0.3;     // of the projected residual, until sizes follow
constexpr int kLongestHold = 40;  // iterations
constexpr double kNoise = 1e-14;  // of slopes
constexpr double kFlat = 1e-15;   // curvature, relative to |d|^2
constexpr double kLeastLength = 1e-3, kMostLength = 1e3;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return parallel_sum(static_cast<int>(a.size()), 4 * kContactsPerTask, [&](int begin, int end) {
    double sum[4] = {};
    int i = begin;
    for (; i + 4 <= end; i += 4)
      for (int k = 0; k < 4; ++k) sum[k] += a[i + k] * b[i + k];
    for (; i < end; ++i) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  });
}

// y += factor x
void add(double factor, const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += factor * x[i];
}

// d = r + beta d
void next_direction(const std::vector<double>& r, double beta, std::vector<double>& d) {
  for (std::size_t i = 0; i < r.size(); ++i) d[i] = r[i] + beta * d[i];
}

// RG eqs. (17) and (18).
double beta_of(Beta rule, const std::vector<double>& r, double squared, const std::vector<double>& last,
               double last_squared) {
  if (!(last_squared > 0)) return 0;
  return (rule == Beta::kFletcherReeves ? squared : squared - dot(r, last)) / last_squared;
}

struct Squares {
  double free = 0, at_boundary = 0;
  int rims = 0;  // that friction may go along now and could not before, or the other way round
};
Squares operator+(const Squares& a, const Squares& b) {
  return {a.free + b.free, a.at_boundary + b.at_boundary, a.rims + b.rims};
}

}  // namespace

void PrintedCg::find_residual() {
  residual_.resize(z_.size());
  for_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    double free[3], at_boundary[3];
    region_->set(region_->island->mu[c] * z_[row]).split_residual(&z_[row], &u_[row], free, at_boundary);
    for (int k = 0; k < 3; ++k) residual_[row + k] = free[k] + at_boundary[k];
  });
}

void PrintedCg::start(RegionProblem& region, const std::vector<double>& z, bool) {
  region_ = &region;
  z_ = z;
  natural_map_ = region.evaluate(z_, u_);
  find_residual();
  direction_ = residual_;
  product_.resize(z.size());
}

bool PrintedCg::iterate() {
  region_->op.multiply(direction_.data(), product_.data());
  const double length = dot(residual_, residual_) / dot(direction_, product_);
  if (!std::isfinite(length)) return false;
  add(length, direction_, z_);
  region_->project(z_);
  natural_map_ = region_->evaluate(z_, u_);
  std::swap(residual_, last_residual_);
  find_residual();
  next_direction(
      residual_,
      beta_of(beta_, residual_, dot(residual_, residual_), last_residual_, dot(last_residual_, last_residual_)),
      direction_);
  return true;
}

void RestartedCg::start(RegionProblem& region, const std::vector<double>& z, bool again) {
  region_ = &region;
  z_ = z;
  size_.assign(region.contact_count(), 0.0);
  bend_.assign(region.contact_count(), 0.0);
  for (std::vector<double>* v : {&free_, &last_free_, &direction_, &product_, &trial_, &step_}) v->resize(z.size());
  length_ = 1;
  along_rims_ = again;
  settle();
}

// Friction at its limit stays there.
void RestartedCg::settle() {
  for_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
    double* z = &z_[3 * static_cast<std::size_t>(c)];
    const double size = region_->island->mu[c] * z[0];
    if (region_->set(size_[c]).at_rim(z)) {
      z[1] *= size / size_[c];
      z[2] *= size / size_[c];
    }
    region_->set(size).project(z);
    size_[c] = size;
  });
  natural_map_ = region_->evaluate(z_, u_);
  split_residual();
  target_ = kFall * kFall * (free_squared_ + boundary_squared_);
  held_ = 0;
  restart_ = true;
}

void RestartedCg::split_residual() {
  const auto part = [&](int begin, int end) {
    Squares sum;
    for (int c = begin; c < end; ++c) {
      const std::size_t row = 3 * static_cast<std::size_t>(c);
      double at_boundary[3];
      const double bend =
          region_->set(size_[c]).split_residual(&z_[row], &u_[row], &free_[row], at_boundary, along_rims_);
      if ((bend > 0) != (bend_[c] > 0)) ++sum.rims;
      bend_[c] = bend;
      for (int k = 0; k < 3; ++k) sum.free += free_[row + k] * free_[row + k];
      for (int k = 0; k < 3; ++k) sum.at_boundary += at_boundary[k] * at_boundary[k];
    }
    return sum;
  };
  const Squares all = parallel_reduce(region_->contact_count(), kContactsPerTask, part, std::plus<>());
  free_squared_ = all.free;
  boundary_squared_ = all.at_boundary;
  if (all.rims > 0) restart_ = true;
}

bool RestartedCg::iterate() {
  if (!(free_squared_ + boundary_squared_ > 0)) return false;
  const bool moved = boundary_squared_ > free_squared_ ? step_along_gradient() : step_conjugate();
  if (!moved) {
    if (held_ == 0) return false;
    settle();
    return true;
  }
  ++held_;
  std::swap(free_, last_free_);
  last_free_squared_ = free_squared_;
  split_residual();
  if (free_squared_ + boundary_squared_ <= target_ || held_ >= kLongestHold) settle();
  return true;
}

bool RestartedCg::step_projected() {
  for_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    region_->set(size_[c]).project(&trial_[row]);
    for (int k = 0; k < 3; ++k) step_[row + k] = trial_[row + k] - z_[row + k];
  });
  const double slope = dot(u_, step_), squared = dot(step_, step_);
  // Friction of what slides fast is a large number in the slope of a small step along the rim.
  if (!(slope < kNoise * std::sqrt(dot(u_, u_) * squared))) return false;
  region_->op.multiply(step_.data(), product_.data());
  const double curvature = dot(step_, product_);
  length_ = std::clamp(curvature > 0 ? squared / curvature : kMostLength, kLeastLength, kMostLength);
  const double share = curvature > 0 && slope < 0 ? -slope / curvature : 1;
  if (share > 0.5) {  // the whole way leads down as well, and meets the boundary
    std::swap(z_, trial_);
    add(1, product_, u_);
  } else {
    add(share, step_, z_);
    add(share, product_, u_);
  }
  restart_ = true;
  return true;
}

bool RestartedCg::step_along_gradient() {
  trial_ = z_;
  add(-length_, u_, trial_);
  return step_projected();
}

// Conjugate to the last one as long as the same impulses are free; at rims, which have turned, what is left along them.
void RestartedCg::choose_direction() {
  const double beta =
      restart_ ? 0 : std::max(beta_of(beta_, free_, free_squared_, last_free_, last_free_squared_), 0.0);
  if (!(beta > 0)) {
    direction_ = free_;
    return;
  }
  for_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
    if (!(bend_[c] > 0)) return;
    const double* z = &z_[3 * static_cast<std::size_t>(c)];
    double* d = &direction_[3 * static_cast<std::size_t>(c)];
    const double outward = (d[1] * z[1] + d[2] * z[2]) / (z[1] * z[1] + z[2] * z[2]);
    d[1] -= outward * z[1];
    d[2] -= outward * z[2];
  });
  next_direction(free_, beta, direction_);
}

double RestartedCg::curvature_of_direction() {
  region_->op.multiply(direction_.data(), product_.data());
  return dot(direction_, product_) + sum_over_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
           const double* d = &direction_[3 * static_cast<std::size_t>(c)];
           return bend_[c] * (d[1] * d[1] + d[2] * d[2]);
         });
}

bool RestartedCg::step_along_rims() {
  for (std::size_t i = 0; i < z_.size(); ++i) step_[i] = trial_[i] - z_[i];
  region_->op.multiply(step_.data(), product_.data());
  if (!(dot(u_, step_) + 0.5 * dot(step_, product_) < 0)) return false;
  std::swap(z_, trial_);
  add(1, product_, u_);
  restart_ = false;
  return true;
}

bool RestartedCg::step_conjugate() {
  choose_direction();
  double slope = dot(free_, direction_);
  if (!(slope > 0)) {
    direction_ = free_;
    slope = free_squared_;
  }
  const double curvature = curvature_of_direction();
  if (!(curvature > kFlat * dot(direction_, direction_))) return step_along_gradient();
  const double length = slope / curvature;
  trial_ = z_;
  add(length, direction_, trial_);
  constexpr double kInside = 0, kAlongRim = 1, kBlocked = 2;
  const double met = largest_over_contacts(region_->contact_count(), kContactsPerTask, kInside, [&](int c) {
    double* own = &trial_[3 * static_cast<std::size_t>(c)];
    const double before[3] = {own[0], own[1], own[2]};
    region_->set(size_[c]).project(own);
    if (own[0] != before[0]) return kBlocked;
    if (own[1] == before[1] && own[2] == before[2]) return kInside;
    return bend_[c] > 0 ? kAlongRim : kBlocked;
  });
  if (met == kBlocked) return step_projected() || step_along_gradient();
  if (met == kAlongRim) return step_along_rims() || step_along_gradient();
  std::swap(z_, trial_);
  add(length, product_, u_);
  restart_ = false;
  return true;
}

}  // namespace stiction
