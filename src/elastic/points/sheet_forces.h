// Forces of a membrane of triangles with a thickness t. With F, 3x2, from the plane of the triangle at rest, and theta,
// the angle between two triangles at an edge of length L with areas A and B beside it,
//
//   t A (mu |E|^2 + l / 2 (tr E)^2),  E = (F^T F - 1) / 2,  l = young poisson / (1 - poisson^2)                   (1)
//   D / 2 L^2 / (A + B) (theta - theta_0)^2,                D = young t^3 / (12 (1 - poisson^2))                 (2)
//
// (1) is St. Venant-Kirchhoff's in plane stress; (2) sums up to the bending of a plate, D / 2 per area and curvature
// squared, for meshes of squares and of equilateral triangles. theta_0 is that at rest: membranes may be curved.
// The stiffness takes (1) with tensions alone in its geometric part, (2) with the direction of theta held.
#pragma once

#include "elastic/points/internal_forces.h"
#include "elastic/points/points_options.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

class SheetForces final : public InternalForces {
 public:
  SheetForces(const TriangleMesh& sheet, const PointsOptions& options);

  double energy(const VecX& y) const override;
  Change set_force(const VecX& y, const Extras& extras, Work& work, VecX& force) const override;
  void set_reference(const VecX& y, std::vector<double>& reference) const override;
  void add_stiffness(const VecX& y, BlockMatrix& K) const override;
  void add_couples(std::vector<std::array<int, 2>>& couples) const override;
  double smallest_volume_ratio(const VecX& y) const override;  // of areas
  int element_count() const override { return static_cast<int>(triangles_.size()); }

 private:
  using Gradient = Eigen::Matrix<double, 3, 2>;
  struct Triangle {
    std::array<int, 3> node;
    Mat2 inverse_edges;  // in the plane at rest [1/m]
    Gradient at_rest;    // F there: the axes of the plane
    double weight;       // t A [m^3]
  };
  struct Hinge {
    std::array<int, 4> node;  // the two opposite the edge, then its ends
    double angle;             // theta_0 [rad]
    double stiffness;         // D L^2 / (A + B) [N m]
  };
  using HingeGradient = std::array<Vec3, 4>;

  void add_triangles(const TriangleMesh& sheet, double thickness);
  void add_hinges(const TriangleMesh& sheet, double bending);
  std::vector<int> corner_nodes() const;
  static Gradient gradient(const Triangle& triangle, const VecX& y);
  static double angle(const Hinge& hinge, const VecX& y, HingeGradient* gradient);
  double bend(const Hinge& hinge, const VecX& y, HingeGradient* gradient) const;  // theta - theta_0
  Mat2 stress(const Mat2& strain) const;
  void pull(const Triangle& triangle, const Gradient& F, const Extras& extras, double* corners) const;
  void fold(const Hinge& hinge, const VecX& y, const Extras& extras, double* corners) const;

  std::vector<Triangle> triangles_;
  std::vector<Hinge> hinges_;
  double mu_, lambda_;
  CornerSum sum_;
};

}  // namespace stiction
