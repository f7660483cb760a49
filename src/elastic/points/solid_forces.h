// Forces of linear tetrahedra. With the deformation gradient F, constant in an element of volume V, and its nearest
// rotation R, an element has the energy
//
//   V (mu |F - R|^2 + lambda / 2 (tr(R^T F) - 3)^2)             co-rotated linear                                (1)
//   V (mu |E|^2 + lambda / 2 (tr E)^2),  E = (F^T F - 1) / 2     St. Venant-Kirchhoff                            (2)
//   V kappa / 2 (det F - 1)^2                                    the volume term, beside either                  (3)
//
// Forces are their exact derivatives: of (1) the rotation's derivative drops out, as R makes tr(R^T F) largest. The
// stiffness takes (1) with rotations held, (2) with tensions but no compressions in its geometric part, (3) without the
// curvature of det: each is positive semidefinite.
// Elements are evaluated four at a time (lanes.h).
#pragma once

#include "elastic/points/internal_forces.h"
#include "elastic/points/lanes.h"
#include "elastic/points/points_options.h"
#include "geometry/tetra/tet_mesh.h"

namespace stiction {

class SolidForces final : public InternalForces {
 public:
  SolidForces(const TetMesh& mesh, const PointsOptions& options);

  double energy(const VecX& y) const override;
  Change set_force(const VecX& y, const Extras& extras, Work& work, VecX& force) const override;
  void set_reference(const VecX& y, std::vector<double>& reference) const override;
  void add_stiffness(const VecX& y, BlockMatrix& K) const override;
  void add_couples(std::vector<std::array<int, 2>>& couples) const override;
  double smallest_volume_ratio(const VecX& y) const override;
  int element_count() const override { return static_cast<int>(tets_.size()); }

  // Four tetrahedra; the last ones of a mesh are filled up with elements without volume.
  struct Pack {
    double inverse_edges[9][lanes::kLanes];  // of the edges from corner 0 at rest, as columns; row-major [1/m]
    double volume[lanes::kLanes];            // [m^3]
    int node[4][lanes::kLanes];              // per corner
  };
  struct Constants {
    double mu, lambda, kappa;  // [Pa]
    bool stvk;
  };

 private:
  Mat3 gradient(std::size_t tet, const VecX& y) const;  // F

  std::vector<std::array<int, 4>> tets_;
  std::vector<Mat3> inverse_edges_;
  std::vector<double> volumes_;
  std::vector<Pack> packs_;
  Constants constants_;
  CornerSum sum_;
};

}  // namespace stiction
