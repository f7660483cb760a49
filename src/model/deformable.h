// What the engine asks of a body that is not rigid: the one interface that a new kind of body implements. How to write
// one is told in docs/how-to/add-a-body.md.
//
// Such a body has a frame, which moves like a rigid body (BodyState's centre, rotation and their velocities), and
// coordinates of its own within that frame (BodyState::deformation and its rate). What they mean is the body's
// business: amplitudes of modes, places of nodes. A Deformable is constant and shared; what a step needs in between is
// in the DeformableStep that it makes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/types.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh/triangle_mesh.h"
#include "model/material_point.h"

namespace stiction {

struct Model;
struct Body;
struct BodyState;

// Where a contact touches the body.
struct TouchedPoint {
  MaterialPoint material;
  Vec3 place = Vec3::Zero();  // where impulses act, common to both bodies, world [m]
};

// A motion of a body, all points of its surface at once.
struct SurfaceMotion {
  // Of a body with a surface_basis():
  Vec3 velocity = Vec3::Zero();          // of the frame at BodyState::center, world [m/s]
  Vec3 angular_velocity = Vec3::Zero();  // of the frame, world [rad/s]
  VecX rate;                             // of BodyState::deformation
  // Of a body without one: of every vertex of its surface, world [m/s].
  std::vector<Vec3> vertex_velocities;
};

using PointJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic>;

// Tetrahedra that fill a closed surface: for contacts that are found by points inside of bodies. Their faces that
// belong to one of them alone are the surface's triangles.
struct SurfaceFilling {
  std::vector<std::array<int, 4>> tets;  // vertices of the surface, then points within it; corners as in TetMesh
  int inner_count = 0;                   // of these points
};

// A material point moves as the weighted mean of these mass points.
struct PointShare {
  int point = -1;  // in DeformableStep::point_masses; -1: none
  double weight = 0;
};
using PointShares = std::array<PointShare, 3>;

// One body through the stages of a step. Its memory is used again in the next one.
class DeformableStep {
 public:
  DeformableStep() = default;
  DeformableStep(const DeformableStep&) = delete;
  DeformableStep& operator=(const DeformableStep&) = delete;
  virtual ~DeformableStep() = default;

  // The motion over the step [s] without contacts. `state` is that of the step's start.
  virtual void predict(const Model& model, const Body& body, const BodyState& state, double step) = 0;
  virtual bool is_finite() const = 0;  // what predict() found

  // The body as contacts at these points meet it: velocities before and after what acts without contacts, and a factor
  // L of the inverse mass, M^-1 = L L^T, over degrees of freedom of its choice. Those that the points do not move may
  // be left out. M is the mass, or the effective mass of the step where forces are treated implicitly.
  virtual void meet(const std::vector<TouchedPoint>& points) = 0;
  VecX start_velocity, free_velocity;
  MatX factor;
  // Not empty: mass points [kg], those that are touched, which nothing but contacts couples within a step, three
  // degrees of freedom each, world axes. The contact problem then gets them one by one, `factor` is not looked at, and
  // point_shares() is asked in place of jacobian().
  std::vector<double> point_masses;
  bool moves_as_points() const { return !point_masses.empty(); }
  // Of the i-th point that meet() got, 3 x degrees of freedom: its velocity, world axes.
  virtual void jacobian(std::size_t i, PointJacobian& jacobian) const = 0;
  // Of the same, which mass points carry it; their weights add up to 1. Mass point p has degrees of freedom 3 p to
  // 3 p + 2. Only of bodies of mass points, whether or not something couples these.
  virtual PointShares point_shares(std::size_t /*i*/) const { return {}; }
  virtual double point_mass(int point) const { return point_masses[point]; }  // of one of these, bare [kg]

  // Contacts are known along the motion that the step begins with, and others only as far as these two tell that the
  // body leaves it. `velocity` is that of the degrees of freedom of meet(), as the contact solve found it.
  // Bound on how far the velocity of any point of the surface then is from that at the start, gravity added or not: the
  // smaller of the two [m/s].
  virtual double gained_speed(const VecX& velocity) const = 0;
  // Velocity of a point of the surface, world [m/s]. False: these degrees of freedom alone do not tell.
  virtual bool point_velocity(const TouchedPoint& /*point*/, const VecX& /*velocity*/, Vec3& /*result*/) const {
    return false;
  }
  // World places of the surface's vertices, then of the points within it (SurfaceFilling), at the start of the step and
  // at its end without contacts [m]; after predict(). False: the body has no filling.
  virtual bool free_places(std::vector<Vec3>& /*start*/, std::vector<Vec3>& /*end*/) const { return false; }
  // The same for all points of the surface: spares collision contacts that the body does not come to. False: as above.
  virtual bool surface_motion(const VecX& /*velocity*/, SurfaceMotion& /*motion*/) const { return false; }

  // Moves the body to the end of the step: `velocity` came out of the contact solve, `impulse` is what contacts did to
  // the degrees of freedom of meet().
  virtual void advance(const VecX& velocity, const VecX& impulse, BodyState& state) = 0;
};

class Deformable {
 public:
  Deformable() = default;
  Deformable(const Deformable&) = delete;
  Deformable& operator=(const Deformable&) = delete;
  virtual ~Deformable() = default;

  virtual int dof_count() const = 0;         // for people: degrees of freedom of its motion
  virtual int coordinate_count() const = 0;  // of BodyState::deformation
  // Does the frame turn with the body? If not it keeps its axes, and the body takes no rotation, angular velocity or
  // torque.
  virtual bool frame_turns() const { return true; }
  // The longest step that it is stable at [s].
  virtual double longest_step() const { return std::numeric_limits<double>::infinity(); }
  virtual void set_start(VecX& deformation, VecX& rate) const = 0;
  // Of the undeformed body, where it knows better than the body's shape and material; nullptr: it does not.
  virtual const MassProperties* own_mass() const { return nullptr; }
  // Tells bodies apart: saved states belong to bodies with the same number.
  virtual std::uint64_t fingerprint() const = 0;

  // The closed surface without deformation, in the body's own coordinates, and its vertices as the state has them.
  // What contacts are found on it: docs/explanation/deforming-contact.md.
  virtual const TriangleMesh& surface() const = 0;
  virtual void deformed_vertices(const Body& body, const BodyState& state, std::vector<Vec3>& vertices) const = 0;
  // Rows 3 v .. 3 v + 2: how vertex v moves with each coordinate of BodyState::deformation, body axes; nullptr: not
  // linear.
  virtual const MatX* surface_basis() const { return nullptr; }
  // What fills the surface; nullptr: the body has nothing of the kind.
  virtual const SurfaceFilling* filling() const { return nullptr; }
  // Bound on the speed of any point of the surface within the frame [m/s].
  virtual double deformation_speed(const BodyState& state) const = 0;

  virtual double kinetic_energy(const Body& body, const BodyState& state) const = 0;  // of all its motion [J]
  virtual double elastic_energy(const BodyState& state) const = 0;                    // [J]

  virtual std::unique_ptr<DeformableStep> make_step() const = 0;
};

}  // namespace stiction
