// A sheet of mass points and springs: a body whose mass is a large sparse matrix.
//
// The points' velocities are its degrees of freedom, three each. Springs are treated implicitly (one Newton step of
// implicit Euler), so that contacts meet the effective mass S = M + h^2 K, sparse, and coupled over the whole sheet. Of
// it the contact problem gets what the touched points T see: (S^-1)_TT, dense, with as many degrees of freedom as are
// touched. That is exact: v_T = v_free_T + (S^-1)_TT J^T r, and the others follow from v = v_free + S^-1 J^T r.
// With `points` forces are explicit, S = M, and the problem gets the touched points one by one.
// The frame is the centre of mass with fixed axes.
#pragma once

#include <array>
#include <string>

#include "model/deformable.h"
#include "model/model.h"

namespace stiction::test {

struct SheetOptions {
  int columns = 12, rows = 12;
  double spacing = 0.05;     // [m]
  double thickness = 1e-3;   // [m], for the mass alone
  double density = 300;      // [kg/m^3]
  double stiffness = 200;    // of a spring [N/m]
  double damping = 0.1;      // of a spring [N s/m]
  bool points = false;       // the contact problem gets mass points
  bool is_explicit = false;  // forces are
};

class SpringSheet final : public Deformable {
 public:
  struct Spring {
    int a, b;
    double length;  // at rest [m]
  };

  explicit SpringSheet(const SheetOptions& options);

  int dof_count() const override { return 3 * node_count(); }
  int coordinate_count() const override { return 3 * node_count(); }
  bool frame_turns() const override { return false; }
  void set_start(VecX& deformation, VecX& rate) const override;
  std::uint64_t fingerprint() const override;
  const TriangleMesh& surface() const override { return surface_; }
  void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const override;
  double deformation_speed(const BodyState& state) const override;
  double kinetic_energy(const Body& body, const BodyState& state) const override;
  double elastic_energy(const BodyState& state) const override;
  std::unique_ptr<DeformableStep> make_step() const override;

  int node_count() const { return static_cast<int>(surface_.vertices.size()); }
  double node_mass() const;  // [kg]
  const SheetOptions& options() const { return options_; }
  const std::vector<Spring>& springs() const { return springs_; }

 private:
  SheetOptions options_;
  TriangleMesh surface_;
  std::vector<Spring> springs_;
};

Body sheet_body(const std::string& name, const SheetOptions& options, const Vec3& position);

}  // namespace stiction::test
