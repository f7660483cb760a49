#include "collision/deforming/leaf_triangles.h"

#include <cstring>

#include "base/simd.h"

namespace stiction {
namespace {

constexpr double kSingle = 1e-6;  // bound on relative errors of sums of few numbers in single precision

using Lanes = float __attribute__((vector_size(LeafTriangles::kMost * sizeof(float))));
using Truths = int __attribute__((vector_size(LeafTriangles::kMost * sizeof(int))));

using Bytes = signed char __attribute__((vector_size(LeafTriangles::kMost)));

STICTION_INLINE void load(const LeafTriangles::Row& row, Lanes& lanes) {
  std::memcpy(&lanes, row.data(), sizeof lanes);
}

STICTION_SIMD std::uint64_t look_at_all(const LeafTriangles& leaf, const float* p, float distance) {
  Lanes height;
  load(leaf.offset, height);
  height = -height;
  Truths beyond = {};
  for (int axis = 0; axis < 3; ++axis) {
    Lanes low, high, normal;
    load(leaf.low[axis], low);
    load(leaf.high[axis], high);
    load(leaf.normal[axis], normal);
    beyond |= (low - p[axis] > distance) | (p[axis] - high > distance);
    height += normal * p[axis];
  }
  beyond |= (height > distance) | (-height > distance);
  const Bytes near = __builtin_convertvector(~beyond, Bytes);
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, &near, sizeof bytes);
  return bytes;
}

}  // namespace

NearSet LeafTriangles::look(const Vec3& p, double distance) const {
  const Eigen::Vector3f apart = (p - middle).cast<float>();
  const auto wider = static_cast<float>(distance + kSingle * (distance + extent));
  const std::uint64_t unused = count < kMost ? ~std::uint64_t{0} << (8 * count) : 0;
  return NearSet(look_at_all(*this, apart.data(), wider) & ~unused);
}

}  // namespace stiction
