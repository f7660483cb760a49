#include "collision/box_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kSlack = 0.05;      // of the least width of a body in the middle of all
constexpr double kCalmMotion = 0.2;  // of the slack, from one call to the next

double least_width(const BroadBody& body) {
  if (!std::isfinite(body.turned.grown)) return (body.box.max - body.box.min).minCoeff();
  return 2 * (body.turned.halves.colwise().norm().minCoeff() + body.turned.grown);
}

// By how much a body has to be grown to hold what it is now [m].
double outgrown(const BroadBody& before, const BroadBody& now) {
  constexpr double kAltogether = std::numeric_limits<double>::infinity();
  if (before.active != now.active || before.fixed != now.fixed) return kAltogether;
  if (!now.active) return 0;
  const double box = std::max((before.box.min - now.box.min).maxCoeff(), (now.box.max - before.box.max).maxCoeff());
  if (!std::isfinite(before.turned.grown)) return box;
  if (!std::isfinite(now.turned.grown)) return kAltogether;
  const double turned = (now.turned.center - before.turned.center).norm() +
                        (now.turned.halves - before.turned.halves).colwise().norm().sum() + now.turned.grown -
                        before.turned.grown;
  return std::max(box, turned);
}

bool all_within(const std::vector<BroadBody>& before, double slack, const std::vector<BroadBody>& now) {
  if (before.size() != now.size()) return false;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!(outgrown(before[i], now[i]) <= slack)) return false;
  }
  return true;
}

}  // namespace

double BoxMemory::choose_slack(const std::vector<BroadBody>& bodies) {
  widths_.clear();
  for (const BroadBody& body : bodies) {
    if (body.active) widths_.push_back(least_width(body));
  }
  if (widths_.empty()) return 0;
  const auto middle = widths_.begin() + static_cast<std::ptrdiff_t>(widths_.size() / 2);
  std::nth_element(widths_.begin(), middle, widths_.end());
  return kSlack * *middle;
}

bool BoxMemory::covers(const std::vector<BroadBody>& bodies) const {
  return slack_ >= 0 && all_within(start_, slack_, bodies);
}

bool BoxMemory::is_calm(const std::vector<BroadBody>& bodies) {
  const bool calm = !last_.empty() && all_within(last_, kCalmMotion * choose_slack(bodies), bodies);
  last_ = bodies;
  return calm;
}

const std::vector<BroadBody>& BoxMemory::start(const std::vector<BroadBody>& bodies) {
  slack_ = choose_slack(bodies);
  start_ = grown_ = bodies;
  for (BroadBody& body : grown_) {
    body.box = body.box.grown(slack_);
    body.turned.grown += slack_;
  }
  return grown_;
}

}  // namespace stiction
