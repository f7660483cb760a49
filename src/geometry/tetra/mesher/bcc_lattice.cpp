#include "geometry/tetra/mesher/bcc_lattice.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr int kBlock = 4;  // cells along an edge of what is measured or skipped together

}  // namespace

Vec3 BccLattice::cells_of(const Aabb& box, const Vec3& cell) {
  // Widths that are multiples of the cell up to rounding do not take another one.
  const Vec3 exact = (box.max - box.min).cwiseQuotient(cell);
  return (exact.array() - 1e-9).ceil() + 2 * kMargin;
}

BccLattice::BccLattice(const LevelSet& surface, const Aabb& box, const Vec3& cell)
    : origin_(box.min - kMargin * cell), cell_(cell) {
  const Vec3 cells = cells_of(box, cell);
  for (int axis = 0; axis < 3; ++axis) size_[axis] = static_cast<int>(cells[axis]) + 1;
  step_ = {2, 2 * static_cast<Point>(size_[0]), 2 * static_cast<Point>(size_[0]) * static_cast<Point>(size_[1])};
  values_.resize(static_cast<std::size_t>(step_[2]) * size_[2]);
  std::array<int, 3> block{};
  for (block[2] = 0; block[2] < size_[2]; block[2] += kBlock) {
    for (block[1] = 0; block[1] < size_[1]; block[1] += kBlock) {
      for (block[0] = 0; block[0] < size_[0]; block[0] += kBlock) fill_block(surface, block);
    }
  }
}

// Blocks that the surface cannot reach, even an edge beyond them, get the value of their middle.
void BccLattice::fill_block(const LevelSet& surface, const std::array<int, 3>& block) {
  const double half = 0.5 * (kBlock - 0.5);
  const Vec3 low = origin_ + cell_.cwiseProduct(Vec3(block[0], block[1], block[2]));
  const double middle = surface.value(low + half * cell_);
  const bool is_far = std::abs(middle) > 1.0001 * (half * cell_.norm() + cell_.maxCoeff());
  for (int z = block[2]; z < std::min(block[2] + kBlock, size_[2]); ++z) {
    for (int y = block[1]; y < std::min(block[1] + kBlock, size_[1]); ++y) {
      for (int x = block[0]; x < std::min(block[0] + kBlock, size_[0]); ++x) {
        for (Point p = number(x, y, z), end = p + 2; p < end; ++p) {
          values_[p] = is_far ? middle : surface.value(place(p));
        }
      }
    }
  }
}

std::array<int, 3> BccLattice::indices(Point p) const {
  return {static_cast<int>(p % step_[1] / 2), static_cast<int>(p % step_[2] / step_[1]),
          static_cast<int>(p / step_[2])};
}

Vec3 BccLattice::place(Point p) const {
  const auto [x, y, z] = indices(p);
  const double shift = 0.5 * static_cast<double>(p & 1);
  return origin_ + cell_.cwiseProduct(Vec3(x + shift, y + shift, z + shift));
}

bool BccLattice::is_odd(Point p) const {
  const auto [x, y, z] = indices(p);
  return (x + y + z) % 2 != 0;
}

bool BccLattice::is_inner(Point p) const {
  const std::array<int, 3> index = indices(p);
  for (int axis = 0; axis < 3; ++axis) {
    if (index[axis] < 1 || index[axis] + 2 > size_[axis]) return false;
  }
  return true;
}

std::array<BccLattice::Point, 14> BccLattice::neighbours(Point p) const {
  std::array<Point, 14> list{};
  for (int axis = 0; axis < 3; ++axis) {
    list[2 * axis] = p - step_[axis];
    list[2 * axis + 1] = p + step_[axis];
  }
  for (Point k = 0; k < 8; ++k) {
    const Point shift = (k & 1) * step_[0] + (k >> 1 & 1) * step_[1] + (k >> 2 & 1) * step_[2];
    list[6 + k] = (p & 1) == 0 ? p + 1 - shift : p - 1 + shift;
  }
  return list;
}

}  // namespace stiction
