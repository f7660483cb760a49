// A body with any closed surface and any linear basis of deformation, for collision. Each mode is an oscillator of its
// own, integrated by implicit Euler; the mass matrix is diag(m, I, m_1, ... m_n).
#pragma once

#include <array>
#include <string>

#include "model/deformable.h"
#include "model/model.h"

namespace stiction::test {

struct ModalShapeOptions {
  TriangleMesh surface;
  MatX basis;             // 3 vertices x modes
  VecX start;             // of the coordinates; empty: zeros
  double modal_mass = 1;  // of each mode [kg]
  double stiffness = 0;   // of each mode [N/m]
  double damping = 0;     // of each mode [kg/s]
  VecX relaxed;           // where the springs pull to; empty: zeros
  bool linear = true;     // false: the engine is not told of the basis
};

class ModalShape final : public Deformable {
 public:
  explicit ModalShape(ModalShapeOptions options);

  int dof_count() const override { return 6 + modes(); }
  int coordinate_count() const override { return modes(); }
  void set_start(VecX& deformation, VecX& rate) const override;
  std::uint64_t fingerprint() const override { return 77; }
  const TriangleMesh& surface() const override { return options_.surface; }
  void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const override;
  const MatX* surface_basis() const override { return options_.linear ? &options_.basis : nullptr; }
  double deformation_speed(const BodyState& state) const override;
  double kinetic_energy(const Body& body, const BodyState& state) const override;
  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  int modes() const { return static_cast<int>(options_.basis.cols()); }
  const ModalShapeOptions& options() const { return options_; }
  double fastest(const VecX& rate) const;  // bound on any vertex's speed [m/s]

 private:
  ModalShapeOptions options_;
  VecX reach_;  // of each mode: largest displacement of a vertex
};

// A unit ball's surface: an icosahedron with every triangle cut into four so many times.
TriangleMesh ball_surface(int cuts);
// A box about the origin, every face cut into cells x cells squares.
TriangleMesh box_surface(const Vec3& size, int cells);
TriangleMesh box_surface(const Vec3& size, const std::array<int, 3>& cells);  // along each axis
// Smooth displacements with values about `amplitude` and a wavelength about twice `size`.
MatX smooth_basis(const TriangleMesh& surface, int modes, double amplitude, double size, unsigned seed);

Body modal_body(const std::string& name, const ModalShapeOptions& options, const Vec3& position);

}  // namespace stiction::test
