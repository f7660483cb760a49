// The tetrahedra of a body where they are: which of them hold a point, and ways through them.
#pragma once

#include <vector>

#include "collision/inside/enclosure.h"
#include "collision/inside/filling_topology.h"

namespace stiction {

// A tetrahedron as it lies, asked about several points.
//
// Rule for borders: a point on a face is inside, also if it is beyond it by kSlack of the tetrahedron's height. So none
// is lost to rounding between two tetrahedra, nor at the rim of two blocks that lie on each other side by side exactly;
// what has not come in has no way out of positive length, and is left out there. A tetrahedron that is turned inside
// out holds what lies in it, one without volume nothing.
class PlacedTet {
 public:
  static constexpr double kSlack = 1e-6;        // of weights, which add up to 1
  static constexpr double kReach = 4 * kSlack;  // so far beyond its box a point in it can be, of the box's longest side

  PlacedTet(const FillingTopology& topology, const std::vector<Vec3>& places, int tet);
  bool holds(const Vec3& p) const;
  bool is_inverted() const { return !(volume_ > 0); }

 private:
  Vec3 origin_, row_[3];  // weights of the second to fourth corner: row . (p - origin)
  double volume_;         // six times [m^3]
};

// Ways are followed from tetrahedron to tetrahedron over their faces. A way that comes to one turned inside out cannot
// be followed: its neighbours lie on the wrong side of it. Triangles of the surface that p is beyond by rounding are
// not left through by ways that pass along them.
class TetEnclosure final : public Enclosure {
 public:
  TetEnclosure(const FillingTopology& topology, const std::vector<Vec3>& places)
      : topology_(topology), places_(places) {}
  bool leave(int cell, const Vec3& p, const Vec3& direction, double most, Exit& exit) const override;
  // Looks at all triangles.
  bool nearest(const Vec3& p, double most, NearestExit& exit) const override;
  bool has_inner_edges() const override { return true; }

 private:
  MaterialPoint point_on(int triangle, const Vec3& p, const Vec3& way) const;

  const FillingTopology& topology_;
  const std::vector<Vec3>& places_;
};

}  // namespace stiction
