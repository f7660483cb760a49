// One step of a body of mass points: what both integrators share.
//
// Everything is computed in the axes of the frame at the step's start. Nodes move in straight lines, x' = x + h v',
// with the velocities that come out of the contact solve: gaps are met exactly, and momentum and angular momentum are
// those of the velocities. Then the frame is fitted again (points_body.h).
#pragma once

#include "elastic/points/points_body.h"
#include "model/deformable.h"

namespace stiction {

class PointsStep : public DeformableStep {
 public:
  explicit PointsStep(const PointsBody& body);

  void predict(const Model& model, const Body& body, const BodyState& state, double step) override;
  bool is_finite() const override { return free_.allFinite(); }
  void meet(const std::vector<TouchedPoint>& points) override;
  void jacobian(std::size_t i, PointJacobian& jacobian) const override;
  PointShares point_shares(std::size_t i) const override;
  double point_mass(int point) const override;
  double gained_speed(const VecX& velocity) const override;
  bool point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const override;
  bool surface_motion(const VecX& velocity, SurfaceMotion& motion) const override;
  bool free_places(std::vector<Vec3>& start, std::vector<Vec3>& end) const override;
  void advance(const VecX& velocity, const VecX& impulse, BodyState& state) override;

 protected:
  // A held node that is touched has this share of its own compliance, so that contacts on it have an answer.
  static constexpr double kHeldCompliance = 1e-8;

  virtual void set_free(const BodyState& state) = 0;  // free_, from all the others
  virtual void set_contact_mass() = 0;                // of touched_
  // change = what impulses on the touched nodes do to the velocities of all.
  virtual void answer(const VecX& impulse, VecX& change) const = 0;
  // Impulses on the touched nodes that make their velocities change by this.
  virtual void impulses_for(const VecX& change, VecX& impulse) const = 0;
  virtual const Mat3& contact_axes() const = 0;  // of the degrees of freedom of contacts, to world axes
  // Angular velocity [rad/s] that the nodes of a body in free flight move by, of one that has angular momentum spin at
  // the start: that at the start where steps are explicit.
  virtual Vec3 drift_spin(const Vec3& /*spin*/) const { return spin_ + twist_; }
  virtual void keep(BodyState& /*state*/) const {}

  // Takes from v what momentum (0) and angular momentum (0) it has; not of bodies with held nodes.
  void make_force_free(VecX& v, bool turns) const;
  std::array<int, 3> corners(const MaterialPoint& point) const;  // nodes
  int touched_place(int node) const { return place_of_node_[node]; }

  const PointsBody& body_;
  double step_ = 0;
  Quat rotation_ = Quat::Identity();
  Mat3 axes_ = Mat3::Identity();                        // of it
  Vec3 velocity_ = Vec3::Zero(), spin_ = Vec3::Zero();  // of the frame at the start
  Vec3 fall_ = Vec3::Zero(), twist_ = Vec3::Zero();     // what gravity, force and torque add to them
  Vec3 gain_ = Vec3::Zero();                            // fall_ in world axes
  Mat3 inertia_ = Mat3::Identity(), inverse_inertia_ = Mat3::Identity();
  VecX y_, u_, start_, free_;  // all nodes
  std::vector<TouchedPoint> points_;
  std::vector<int> touched_;  // nodes, ascending

 private:
  void load(const Model& model, const Body& body, const BodyState& state);
  void set_solved(const VecX& velocity) const;
  const VecX& all_velocities(const VecX& velocity) const;
  void gather(const VecX& all, VecX& own) const;
  void park(bool parked);
  void fit_frame(const Vec3& velocity, BodyState& state);

  std::vector<int> place_of_node_;  // in touched_, -1
  bool met_ = false, parked_ = false;
  VecX other_start_ = VecX::Zero(3), other_free_ = VecX::Zero(3);  // see park()
  // The velocities of all nodes that belong to a solution of the contact problem.
  mutable VecX solved_, solved_for_, impulse_, change_;
  mutable bool is_solved_ = false;
  Vec3 center_ = Vec3::Zero();  // of the frame at the start, world [m]
  VecX moved_, moved_velocity_;
  Vec3 spin_after_ = Vec3::Zero();  // angular momentum at the end of the step
};

}  // namespace stiction
