#include "collision/convex/patch_samples.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"

namespace stiction {
namespace {

constexpr std::uint64_t kSample = 3ULL << 60;  // keeps samples apart from the corners' codes

struct ChordEnd {
  double x;
  double gap;
  Vec3 point;
};

// Where the loop crosses the line at height y, leftmost and rightmost.
void find_chord(const std::vector<PatchCorner>& corners, double y, ChordEnd& left, ChordEnd& right) {
  left = {std::numeric_limits<double>::infinity(), corners[0].gap, corners[0].point};
  right = {-left.x, left.gap, left.point};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PatchCorner& p = corners[i];
    const PatchCorner& q = corners[i + 1 < corners.size() ? i + 1 : 0];
    if ((p.y <= y) == (q.y <= y)) continue;
    const double t = (y - p.y) / (q.y - p.y);
    const ChordEnd end{p.x + t * (q.x - p.x), p.gap + t * (q.gap - p.gap), p.point + t * (q.point - p.point)};
    if (end.x < left.x) left = end;
    if (end.x > right.x) right = end;
  }
}

void add_area(const std::vector<PatchCorner>& corners, int samples, std::uint64_t patch_code, Manifold& manifold) {
  const auto [low, high] = std::minmax_element(corners.begin(), corners.end(),
                                               [](const PatchCorner& p, const PatchCorner& q) { return p.y < q.y; });
  for (int row = 0; row < samples; ++row) {
    const double y = low->y + (row + 0.5) / samples * (high->y - low->y);
    ChordEnd left, right;
    find_chord(corners, y, left, right);
    for (int column = 0; column < samples; ++column) {
      const double t = (column + 0.5) / samples;
      manifold.points.push_back({left.point + t * (right.point - left.point), left.gap + t * (right.gap - left.gap),
                                 mix_hash(patch_code, kSample | (static_cast<std::uint64_t>(row) * samples + column))});
    }
  }
}

}  // namespace

void add_segment_samples(const PatchCorner& one, const PatchCorner& other, int samples, Manifold& manifold) {
  // From the smaller code to the larger: the points do not depend on which face's loop the ends came from.
  const PatchCorner& from = one.code < other.code ? one : other;
  const PatchCorner& to = one.code < other.code ? other : one;
  const std::uint64_t code = mix_hash(mix_hash(static_cast<std::uint64_t>(FeatureKind::kSegment), from.code), to.code);
  for (int k = 0; k < samples; ++k) {
    const double t = (k + 0.5) / samples;
    manifold.points.push_back({from.point + t * (to.point - from.point), from.gap + t * (to.gap - from.gap),
                               mix_hash(code, static_cast<std::uint64_t>(k))});
  }
}

PatchExtent patch_extent(const std::vector<PatchCorner>& corners, double tolerance) {
  PatchExtent extent{false, {0, corners.size() - 1}};
  double area = 0;
  double longest = 0;  // squared
  const PatchCorner& base = corners[0];
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PatchCorner& p = corners[i];
    const PatchCorner& q = corners[i + 1 < corners.size() ? i + 1 : 0];
    area += ((p.x - base.x) * (q.y - base.y) - (q.x - base.x) * (p.y - base.y)) / 2;
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      const double dx = p.x - corners[j].x, dy = p.y - corners[j].y;
      if (dx * dx + dy * dy <= longest) continue;
      longest = dx * dx + dy * dy;
      extent.end[0] = i;
      extent.end[1] = j;
    }
  }
  extent.spans_area = corners.size() > 2 && std::abs(area) > tolerance * std::sqrt(longest);
  return extent;
}

void add_patch_samples(const std::vector<PatchCorner>& corners, const PatchExtent& extent, int samples,
                       std::uint64_t patch_code, Manifold& manifold) {
  if (samples <= 0 || corners.size() < 2) return;
  if (extent.spans_area) {
    add_area(corners, samples, patch_code, manifold);
  } else {
    add_segment_samples(corners[extent.end[0]], corners[extent.end[1]], samples, manifold);
  }
}

}  // namespace stiction
