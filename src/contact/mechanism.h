// Bodies that joints hold together, as one body of a contact problem.
//
// Joints are eliminated from the metric: a mechanism is a wide body whose degrees of freedom y are those that its
// joints leave (contact/motion_space.h), v = L (N y + D), with mass 1. Solvers meet bodies that cannot move against
// their joints, in every projection, sweep and factorisation. What joints do beside holding are rows of the contact
// problem without a contact:
//   limit          normal row along the joint's coordinate, no friction
//   motor,         bounded by |l| <= h effort: friction of a pad that is pressed on with just that impulse. Its tangent
//   joint friction row is the coordinate's velocity less the wanted one; its normal row moves nothing but the pad, one
//                  more degree of freedom of mass 1 that comes with the momentum to be stopped
// A motor without a bound is an equation like the joint's own.
//
// Positions. Velocities have G v = g, where g is found such that the positions after the step satisfy the joints: the
// correction of positions acts along M^-1 G^T, at the step's start, and is part of the velocity (SHAKE). At the end
// velocities are projected on what joints allow there (RATTLE); the next step would do so anyway. A pendulum keeps its
// energy. Nothing pulls like a spring: g = 0 at rest.
//
// Scripted bodies may want what joints forbid: a chain that is drawn beyond its length. Where no positions are found
// that satisfy the joints, or only velocities far beyond those that are asked for would, rows that nearly depend on
// others (a straight chain's along itself) are left out, so that no link is flung about by the attempt; what is left
// apart is an error that the step reports. Whether that is so follows from the state alone.
#pragma once

#include <vector>

#include "contact/motion_space.h"
#include "model/joint_rows.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {

// What a hand adds to a body's mass.
struct AddedMass {
  double mass = 0;     // [kg]
  double inertia = 0;  // about every axis [kg m^2]
  bool operator==(const AddedMass&) const = default;
};

class Mechanism {
 public:
  // Joints that are farther apart than this [m], [rad] after a step are torn.
  static constexpr double kTorn = 1e-6;
  struct Link {
    int body = 0;                                               // in the model
    int block = 0;                                              // in the prediction
    Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> factor;   // L without the columns of held degrees of freedom
    Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 6, 6> inverse;  // L^+
    Pose placed;      // where all this belongs to, with the centre of mass as the position
    AddedMass added;  // likewise
  };
  struct Held {
    int joint = 0;                                             // in the model
    int a = MotionSpace::kNotFree, b = MotionSpace::kNotFree;  // links
    JointRows rows;
    JointCoordinate coordinate;
    bool driven = false;  // by a motor without a bound: one more row
    int first_row = 0;
    int row_count() const { return rows.count + (driven ? 1 : 0); }
  };
  std::vector<Link> links;
  std::vector<Held> held;  // ascending
  VecX free_motion;        // x of the links before joints and contacts act
  VecX offset;             // D
  int wide = -1;           // body of the problem; -1: nothing can move
  int first_pad = 0;       // degree of freedom

  int dofs() const { return space_.dofs(); }
  const MotionSpace& space() const { return space_; }
  bool same_parts(const Mechanism& other) const;

  // Rows and masses for the links where the state has them.
  void place(const Model& model, const std::vector<AttachedJoint>& attached, const State& state,
             const std::vector<AddedMass>& added);
  // Sets D for velocities without a correction of positions: scripted bodies and motors.
  void set_speeds(const Model& model, const State& state);
  // Both, with rows left out where links could follow by absurd velocities only.
  void set_out(const Model& model, const std::vector<AttachedJoint>& attached, const State& state,
               const std::vector<AddedMass>& added);
  void set_together() { torn_ = false; }  // joints are where they belong
  // The links after a step [s] from `from` with velocities y; `to` has everything else where it will be. Corrects D.
  void advance_links(const Model& model, const std::vector<AttachedJoint>& attached, const State& from, double step,
                     const VecX& y, State& to);
  // Largest error of the joints' positions [m], [rad].
  double error(const Model& model, const std::vector<AttachedJoint>& attached, const State& state) const;
  // Moves the links to the nearest positions, in the mass metric, that satisfy the joints, and projects velocities.
  // Returns the largest error that is left [m], [rad].
  double hold(const Model& model, const std::vector<AttachedJoint>& attached, const std::vector<AddedMass>& added,
              State& state);

  // A joint of the model whose rows D does not meet by more than this [m/s], [rad/s]; -1: there is none.
  int unmet_joint(double tolerance) const;

  VecX scaled(const VecX& blocks) const;              // x of velocities of the prediction's blocks
  VecX motion(const VecX& y) const;                   // x = N y + D
  Vec6 velocity(int link, const VecX& motion) const;  // of the body [m/s, rad/s]
  Vec6 offset_velocity(int link) const { return velocity(link, offset); }
  // result += rows N, for rows over the body's velocity.
  template <class Rows>
  void restrict_rows(int link, const Rows& rows, MatX& result) const {
    space_.restrict_rows(link, rows * links[link].factor, result);
  }

 private:
  void place_link(const Body& body, const BodyState& state, const AddedMass& added, Link& link) const;
  bool is_placed(const Model& model, const State& state, const std::vector<AddedMass>& added) const;
  // Newton's method on the joints' positions. Returns the largest error that is left [m], [rad].
  double move_together(const Model& model, const std::vector<AttachedJoint>& attached,
                       const std::vector<AddedMass>& added, State& state);
  std::vector<Pose> link_poses(const State& state) const;  // with the centres of mass as positions
  void set_link_poses(const std::vector<Pose>& poses, State& state) const;
  void rest_on(const Model& model, const State& state, const Held& joint, VecX& g) const;
  double errors(const Model& model, const std::vector<AttachedJoint>& attached, const State& state, VecX& rows) const;
  void move_links(const Model& model, const State& from, double step, const VecX& x, State& to) const;

  MotionSpace space_;
  VecX g_;
  bool torn_ = false, placed_torn_ = false;  // as the last positions are; as the rows are
};

// The mechanisms among the bodies for which free_block[body] >= 0, which is the block. A body without joints is in
// none.
std::vector<Mechanism> find_mechanisms(const Model& model, const State& state, const std::vector<int>& free_block);

}  // namespace stiction
