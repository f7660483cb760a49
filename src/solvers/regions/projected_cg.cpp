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
};
Squares operator+(const Squares& a, const Squares& b) {
  return {a.free + b.free, a.at_boundary + b.at_boundary};
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

void PrintedCg::start(RegionProblem& region, const std::vector<double>& z) {
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

void RestartedCg::start(RegionProblem& region, const std::vector<double>& z) {
  region_ = &region;
  z_ = z;
  size_.assign(region.contact_count(), 0.0);
  for (std::vector<double>* v : {&free_, &last_free_, &direction_, &product_, &trial_, &step_}) v->resize(z.size());
  length_ = 1;
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
      region_->set(size_[c]).split_residual(&z_[row], &u_[row], &free_[row], at_boundary);
      for (int k = 0; k < 3; ++k) sum.free += free_[row + k] * free_[row + k];
      for (int k = 0; k < 3; ++k) sum.at_boundary += at_boundary[k] * at_boundary[k];
    }
    return sum;
  };
  const Squares all = parallel_reduce(region_->contact_count(), kContactsPerTask, part, std::plus<>());
  free_squared_ = all.free;
  boundary_squared_ = all.at_boundary;
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

bool RestartedCg::step_conjugate() {
  const double beta =
      restart_ ? 0 : std::max(beta_of(beta_, free_, free_squared_, last_free_, last_free_squared_), 0.0);
  if (beta > 0) {
    next_direction(free_, beta, direction_);
  } else {
    direction_ = free_;
  }
  double slope = dot(free_, direction_);
  if (!(slope > 0)) {
    direction_ = free_;
    slope = free_squared_;
  }
  region_->op.multiply(direction_.data(), product_.data());
  const double curvature = dot(direction_, product_);
  if (!(curvature > kFlat * dot(direction_, direction_))) return step_along_gradient();
  const double length = slope / curvature;
  trial_ = z_;
  add(length, direction_, trial_);
  const double blocked = sum_over_contacts(region_->contact_count(), kContactsPerTask, [&](int c) {
    const std::size_t row = 3 * static_cast<std::size_t>(c);
    double point[3] = {trial_[row], trial_[row + 1], trial_[row + 2]};
    region_->set(size_[c]).project(point);
    return std::equal(point, point + 3, &trial_[row]) ? 0.0 : 1.0;
  });
  if (blocked > 0) return step_projected() || step_along_gradient();
  std::swap(z_, trial_);
  add(length, product_, u_);
  restart_ = false;
  return true;
}

}  // namespace stiction
