// A body-centred cubic lattice over a box, with the values of a distance function at its points.
//
// Points are the corners of cells and their centres. Long edges join neighbours of the same sort (along the axes),
// short ones a centre with the corners of its cell. The tetrahedra around the line between the centres of two
// neighbouring cells fill space; each has two long edges, opposite to each other, and four short ones.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/solids/polygonise/level_set.h"

namespace stiction {

class BccLattice {
 public:
  using Point = std::uint32_t;  // even: corners, odd: centres
  using Tet = std::array<Point, 4>;

  // Layers of cells around the box: points of the outermost ones are outside.
  static constexpr int kMargin = 2;
  static constexpr double kMaxCells = 8e6;
  static Vec3 cells_of(const Aabb& box, const Vec3& cell);  // along the axes, margins included

  // cell: edge lengths along the axes [m]. The box's lowest corner is a corner of the lattice. At most kMaxCells.
  BccLattice(const LevelSet& surface, const Aabb& box, const Vec3& cell);

  std::size_t point_count() const { return values_.size(); }
  double value(Point p) const { return values_[p]; }  // [m]; far from the surface only its sign counts
  void set_zero(Point p) { values_[p] = 0; }
  Vec3 place(Point p) const;
  const Vec3& cell() const { return cell_; }
  static bool is_long(Point a, Point b) { return ((a ^ b) & 1) == 0; }
  bool is_odd(Point p) const;  // sum of its three indices

  // The 14 neighbours of a point that is not in the outermost layers.
  std::array<Point, 14> neighbours(Point p) const;
  // Not in the outermost layers, where neighbours are missing.
  bool is_inner(Point p) const;

  // Calls visit(tet) for each tetrahedron, corners positively oriented, in the order of the cells.
  template <class Visit>
  void for_each_tet(Visit visit) const {
    for (int z = 0; z + 2 < size_[2]; ++z) {
      for (int y = 0; y + 2 < size_[1]; ++y) {
        for (int x = 0; x + 2 < size_[0]; ++x) {
          const Point cell = number(x, y, z);
          for (int axis = 0; axis < 3; ++axis) {
            const Point next = cell + step_[axis], u = step_[(axis + 1) % 3], v = step_[(axis + 2) % 3];
            const Point rim[4] = {next, next + u, next + u + v, next + v};
            for (int k = 0; k < 4; ++k) visit(Tet{cell + 1, next + 1, rim[k], rim[(k + 1) % 4]});
          }
        }
      }
    }
  }

 private:
  Point number(int x, int y, int z) const { return x * step_[0] + y * step_[1] + z * step_[2]; }
  std::array<int, 3> indices(Point p) const;
  void fill_block(const LevelSet& surface, const std::array<int, 3>& block);

  Vec3 origin_, cell_;
  std::array<int, 3> size_{};    // corners along the axes; as many centres are kept
  std::array<Point, 3> step_{};  // between neighbours
  std::vector<double> values_;
};

}  // namespace stiction
