#include "collision/mesh/contact_reduction.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "collision/convex/patch_samples.h"

namespace stiction {
namespace {

constexpr double kGroupCosine = 0.98;       // of 0.2 rad
constexpr double kOneNormal = 1e-6;         // [rad] a group with less spread is flat and may carry samples
constexpr double kStraight = 1e-6;          // of the smaller shape's size
constexpr double kEqualGap = 1e-10;         // of the smaller shape's size
constexpr std::uint64_t kPatch = 0x706174;  // codes of samples

// Any two axes across the normal, turned so that a box's sides are along neither: ties in sorting are then rare.
void plane_axes(const Vec3& normal, Vec3& x, Vec3& y) {
  int smallest = 0;
  normal.cwiseAbs().minCoeff(&smallest);
  const Vec3 u = normal.cross(Vec3::Unit(smallest)).normalized(), v = normal.cross(u);
  x = std::cos(0.37) * u + std::sin(0.37) * v;
  y = normal.cross(x);
}

}  // namespace

// The border's points become a patch whose x axis is its longest side.
void ContactReduction::add_samples(const std::vector<PairPoint>& contacts, const std::vector<int>& chosen, int border) {
  corners_.clear();
  double longest = 0;
  Vec2 axis = Vec2::UnitX();
  std::uint64_t code = kPatch;
  for (int k = 0; k < border; ++k) {
    const HullPoint &p = group_[chosen[k]], &q = group_[chosen[(k + 1) % border]];
    const Vec2 side(q.x - p.x, q.y - p.y);
    code += mix_hash(kPatch, contacts[p.index].code);  // the same wherever the loop starts
    if (side.norm() <= longest * (1 + 1e-6)) continue;
    longest = side.norm();
    axis = side / longest;
  }
  for (int k = 0; k < border; ++k) {
    const HullPoint& p = group_[chosen[k]];
    const PairPoint& contact = contacts[p.index];
    corners_.push_back(
        {axis.x() * p.x + axis.y() * p.y, axis.x() * p.y - axis.y() * p.x, contact.gap, contact.point, contact.code});
  }
  patch_.points.clear();
  add_patch_samples(corners_, patch_extent(corners_, tolerance_.together), samples_, code, patch_);
  const Vec3& normal = contacts[group_[chosen[0]].index].normal;
  for (const ManifoldPoint& p : patch_.points) kept_.push_back({p.point, normal, p.gap, p.code});
}

void ContactReduction::reduce(std::vector<PairPoint>& contacts, double touching, double size, double motion,
                              int samples) {
  if (contacts.size() < 2) return;
  tolerance_ = {2 * touching, kStraight * size, kEqualGap * size, motion, size};
  samples_ = samples;
  std::sort(contacts.begin(), contacts.end(),
            [](const PairPoint& p, const PairPoint& q) { return p.code != q.code ? p.code < q.code : p.gap < q.gap; });
  contacts.erase(std::unique(contacts.begin(), contacts.end(),
                             [](const PairPoint& p, const PairPoint& q) { return p.code == q.code; }),
                 contacts.end());
  kept_.clear();
  taken_.assign(contacts.size(), 0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (taken_[i]) continue;
    const Vec3 normal = contacts[i].normal;
    Vec3 x, y;
    plane_axes(normal, x, y);
    group_.clear();
    double spread = 0;
    for (std::size_t k = i; k < contacts.size(); ++k) {
      if (taken_[k] || contacts[k].normal.dot(normal) < kGroupCosine) continue;
      taken_[k] = 1;
      const Vec3 p = contacts[k].point - contacts[i].point;
      group_.push_back({x.dot(p), y.dot(p), contacts[k].gap, contacts[k].normal, static_cast<int>(k)});
      spread = std::max(spread, (contacts[k].normal - normal).norm());
    }
    const std::vector<int>& chosen = hull_.choose(group_, tolerance_);
    for (int k : chosen) kept_.push_back(contacts[group_[k].index]);
    if (samples > 0 && spread < kOneNormal && hull_.border_count() > 1) {
      add_samples(contacts, chosen, hull_.border_count());
    }
  }
  contacts.swap(kept_);
  std::sort(contacts.begin(), contacts.end(), [](const PairPoint& p, const PairPoint& q) { return p.code < q.code; });
}

}  // namespace stiction
