#include "collision/mesh/feature_memory.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSlack = 0.006;     // of the smaller shape's size
constexpr double kCalmMotion = 0.2;  // of the slack, from one search to the next: lists that last for some steps

}  // namespace

double FeatureMemory::slack(const FeatureShape& first, const FeatureShape& second) {
  return kSlack * std::min(first.size, second.size);
}

// By how much points near the second shape have moved, seen from the first one, with what the margin has grown by [m].
// Infinite without a look.
double FeatureMemory::motion(const Look& look, const FeatureFrame& frame, double margin) {
  const FeatureShape& guest = *frame.guest;
  const double turn = (frame.rotation - look.rotation).norm() / std::sqrt(2.0);  // of unit vectors, at most
  const Vec3 shift = (frame.rotation - look.rotation) * guest.middle + frame.shift - look.shift;
  const double reach = guest.size + margin + frame.host->rounding + slack(*frame.host, guest);
  return shift.norm() + turn * reach + std::max(0.0, margin - look.margin);
}

bool FeatureMemory::covers(const FeatureFrame& frame, double margin) const {
  return motion(built_, frame, margin) <= slack(*frame.host, *frame.guest);
}

bool FeatureMemory::is_calm(const FeatureFrame& frame, double margin) {
  if (frame.rotation == last_.rotation && frame.shift == last_.shift) return calm_;
  calm_ = motion(last_, frame, margin) <= kCalmMotion * slack(*frame.host, *frame.guest);
  last_ = {frame.rotation, frame.shift, margin};
  return calm_;
}

std::vector<std::array<int, 2>>& FeatureMemory::start(const FeatureFrame& frame, double margin) {
  built_ = {frame.rotation, frame.shift, margin};
  items_.clear();
  return items_;
}

}  // namespace stiction
