// A body of mass points: the nodes of a mesh of linear tetrahedra, or of a membrane of triangles, with all mass in them
// and elastic forces between them (docs/explanation/points-bodies.md).
//
// Its frame is fitted to the nodes: centre of mass c, and the rotation R nearest to where they are. Of node i at x_i
// with velocity v_i the state keeps
//
//   deformation        y_i = R^T (x_i - c)                                                                        (1)
//   deformation_rate   u_i = R^T (v_i - v - w x (x_i - c))                                                        (2)
//
// with v and w those of the rigid body that has the nodes' momentum and angular momentum: u has neither. Set v or w and
// the nodes follow. A body with implicit steps keeps behind its y the places about which its stiffness was taken last,
// and zeros behind its rates, so that what a step does is told by the state alone.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>

#include "elastic/points/effective_mass.h"
#include "elastic/points/internal_forces.h"
#include "elastic/points/points_options.h"
#include "geometry/tetra/tet_mesh.h"
#include "model/deformable.h"

namespace stiction {

// What a body of mass points is built from.
struct PointsParts {
  std::vector<Vec3> nodes;     // at rest, the body's own coordinates [m]
  std::vector<double> masses;  // [kg], positive
  std::unique_ptr<const InternalForces> forces;
  TriangleMesh surface;                   // closed
  std::vector<int> surface_node;          // of every vertex of it
  SurfaceFilling filling;                 // of it
  std::vector<int> inner_node;            // of every point of the filling within the surface
  std::vector<double> offset;             // of every vertex from its node along the membrane's normal [m]; empty: none
  std::vector<std::array<int, 3>> sheet;  // triangles of a membrane; empty: a solid
  std::uint64_t fingerprint = 0;
};

class PointsBody final : public Deformable {
 public:
  PointsBody(PointsParts parts, const PointsOptions& options);

  int dof_count() const override { return 3 * (node_count() - held_count_); }
  int coordinate_count() const override;
  void set_start(VecX& deformation, VecX& rate) const override;
  const MassProperties* own_mass() const override { return &mass_; }
  std::uint64_t fingerprint() const override { return parts_.fingerprint; }
  const TriangleMesh& surface() const override { return parts_.surface; }
  void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const override;
  const SurfaceFilling* filling() const override { return &parts_.filling; }
  double deformation_speed(const BodyState& state) const override;
  double kinetic_energy(const Body& body, const BodyState& state) const override;
  double elastic_energy(const BodyState& state) const override;
  double longest_step() const override { return longest_step_; }
  std::unique_ptr<DeformableStep> make_step() const override;

  const PointsOptions& options() const { return options_; }
  bool is_implicit() const { return options_.integrator == PointsIntegrator::kImplicit; }
  bool is_solid() const { return parts_.sheet.empty(); }
  int node_count() const { return static_cast<int>(masses().size()); }
  const std::vector<double>& masses() const { return parts_.masses; }
  const InternalForces& forces() const { return *parts_.forces; }
  const VecX& rest() const { return rest_; }  // y without deformation
  bool holds_nodes() const { return held_count_ > 0; }
  bool is_held(int node) const { return holds_nodes() && held_[node] != 0; }
  void clear_held(VecX& x) const;  // zeros for held nodes

  const std::vector<int>& surface_nodes() const { return surface_nodes_; }  // ascending
  int surface_slot(int node) const { return slot_of_node_[node]; }          // in surface_nodes(), or -1
  int node_of_vertex(int vertex) const { return parts_.surface_node[vertex]; }
  // Of the surface's vertices, then of the points within it, with nodes at y.
  void filling_places(const VecX& y, std::vector<Vec3>& places) const;

  Vec3 momentum_of(const VecX& velocities) const;                         // [kg m/s]
  Vec3 angular_momentum_of(const VecX& y, const VecX& velocities) const;  // about y = 0 [kg m^2/s]
  Mat3 inertia_of(const VecX& y) const;                                   // about y = 0 [kg m^2]
  Mat3 fitted_rotation(const VecX& y) const;                              // of y against rest()
  double smallest_volume_ratio(const BodyState& state) const;

  const std::shared_ptr<const SupernodalPattern>& pattern() const { return pattern_; }
  // About rest(), shared by all bodies of the kind.
  std::shared_ptr<const EffectiveMass> rest_mass(double step) const;
  int factorizations() const { return factorizations_; }  // so far, of all its bodies
  void count_factorization() const { ++factorizations_; }

 private:
  void find_held();
  void find_surface_nodes();
  void set_own_mass();
  VecX places(const BodyState& state) const;

  PointsParts parts_;
  PointsOptions options_;
  MassProperties mass_;
  VecX rest_;
  std::vector<char> held_;
  int held_count_ = 0;
  std::vector<int> surface_nodes_, slot_of_node_;
  std::shared_ptr<const SupernodalPattern> pattern_;
  double longest_step_ = std::numeric_limits<double>::infinity();
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const EffectiveMass> rest_mass_;
  mutable std::atomic<int> factorizations_{0};
};

// Is the node in a box of PointsOptions::held?
bool holds_node(const Aabb& box, const Vec3& node);

// A solid of tetrahedra. Throws InputError if the mesh or an option is refused.
std::shared_ptr<const PointsBody> make_points_body(const TetMesh& mesh, const PointsOptions& options);
// A membrane of options.thickness.
std::shared_ptr<const PointsBody> make_points_body(const TriangleMesh& sheet, const PointsOptions& options);

}  // namespace stiction
