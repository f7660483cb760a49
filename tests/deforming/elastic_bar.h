// The smallest body that deforms: a straight bar with its first bending mode. Seven degrees of freedom.
//
// The bar lies along its own x axis and bends in z. A point X moves within the frame by q phi(X),
//
//   phi(X) = (-z f'(x), 0, f(x)),   f(x) = (cos(b x) / cos(b l/2) + cosh(b x) / cosh(b l/2)) / 2,   b l = 4.7300407...
//
// the first free-free mode of Euler and Bernoulli with amplitude 1 at the ends. It is orthogonal to all rigid motions:
// the mass matrix is diag(m, I, m_q). The mode is integrated by implicit Euler, so that contacts meet the effective
// mass m_q + h c + h^2 k. Changes of the moment of inertia with q^2 are left out.
#pragma once

#include <string>

#include "model/deformable.h"
#include "model/model.h"

namespace stiction::test {

struct BarOptions {
  Vec3 size{1, 0.05, 0.02};  // along x, y, z [m]
  double density = 7800;     // [kg/m^3]
  double young = 2e11;       // [Pa]
  double damping = 0;        // of the mode, c [kg/s]
  int segments = 24;         // of the surface along the bar
};

class ElasticBar final : public Deformable {
 public:
  explicit ElasticBar(const BarOptions& options);

  int dof_count() const override { return 7; }
  int coordinate_count() const override { return 1; }
  void set_start(VecX& deformation, VecX& rate) const override;
  std::uint64_t fingerprint() const override;
  const TriangleMesh& surface() const override { return surface_; }
  void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const override;
  double deformation_speed(const BodyState& state) const override;
  double kinetic_energy(const Body& body, const BodyState& state) const override;
  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  Vec3 mode(const Vec3& point) const;                // phi
  Vec3 motion(const MaterialPoint& point) const;     // with q: between vertices as the surface's triangles move
  double mass() const { return mass_; }              // m [kg]
  double modal_mass() const { return modal_mass_; }  // m_q [kg]
  double stiffness() const { return stiffness_; }    // k [N/m]
  double damping() const { return options_.damping; }
  double fastest() const { return fastest_; }  // largest |phi| on the surface

 private:
  double shape(double x) const;
  double slope(double x) const;

  BarOptions options_;
  TriangleMesh surface_;
  double mass_, modal_mass_, stiffness_, fastest_ = 0;
};

// A body with this bar, its middle at `position`.
Body bar_body(const std::string& name, const BarOptions& options, const Vec3& position);

}  // namespace stiction::test
