// Joints in the stages of a step.
#include <algorithm>

#include "base/parallel.h"
#include "contact/tangent_frame.h"
#include "stepping/simulation_impl.h"

namespace stiction {
namespace {

constexpr double kApart = 1e-7;  // [m], [rad], far more than steps leave
constexpr double kBent = 1e-9;   // [m/s]: an hour of this is a thousandth of a millimetre

bool is_moved(const Model& model, const State& state, int body) {
  const BodyState& b = state.bodies[body];
  return model.bodies[body].scripted && !(b.velocity.isZero(0) && b.angular_velocity.isZero(0));
}

// Does this side wake the other one, if that sleeps?
bool wakes(const Model& model, const State& state, int body) {
  if (body == kWorld || !state.bodies[body].present) return false;
  return model.bodies[body].fixed ? is_moved(model, state, body) : !state.bodies[body].asleep;
}

// 6 x links.
VecX body_velocities(const Mechanism& mechanism, const State& state) {
  VecX velocities(6 * static_cast<Eigen::Index>(mechanism.links.size()));
  for (Eigen::Index k = 0; k < static_cast<Eigen::Index>(mechanism.links.size()); ++k) {
    const BodyState& body = state.bodies[mechanism.links[k].body];
    velocities.segment<6>(6 * k) << body.velocity, body.angular_velocity;
  }
  return velocities;
}

Vec6 momentum_at(const Vec3& impulse, const Vec3& arm) {
  Vec6 momentum;
  momentum << impulse, arm.cross(impulse);
  return momentum;
}

}  // namespace

// Bodies of a mechanism sleep together or not at all.
void Simulation::Impl::wake_jointed() {
  for (bool any = true; any;) {
    any = false;
    for (const Joint& joint : model.joints) {
      for (int side = 0; side < 2; ++side) {
        const int body = joint.bodies[side];
        if (body == kWorld || !state.bodies[body].asleep || !wakes(model, state, joint.bodies[1 - side])) continue;
        wake(body, state);
        any = true;
      }
    }
  }
}

// Somebody moved bodies: joints that are apart come together before the step, without a push.
bool Simulation::Impl::join_moved() {
  bool any = false;
  for (Mechanism& mechanism : prediction.mechanisms) {
    if (!(mechanism.error(model, prediction.attached, state) > kApart)) {
      mechanism.set_together();
      continue;
    }
    mechanism.hold(model, prediction.attached, prediction.added_mass, state);
    any = true;
  }
  return any;
}

void Simulation::Impl::predict_joints() {
  if (prediction.mechanisms.empty()) return;
  look_ahead();
  predict_mechanisms(model, state, step, ahead, prediction);
}

// The correction that makes positions satisfy the joints depends on the motion. Sets that of the solved one; true if
// what contacts and drives met was another.
bool Simulation::Impl::bend_mechanisms() {
  if (problem.contact_count() == 0) return false;
  double most = 0;
  for (Mechanism& mechanism : prediction.mechanisms) {
    if (mechanism.wide < 0) continue;
    const VecX before = mechanism.offset;
    mechanism.advance_links(model, prediction.attached, state, step,
                            mechanism_part(mechanism, problem, solution.velocity), ahead);
    const VecX change = mechanism.offset - before;
    for (int k = 0; k < static_cast<int>(mechanism.links.size()); ++k) {
      const Vec6 velocity = mechanism.velocity(k, change);
      const double radius = collider.radius(mechanism.links[k].body);
      most = std::max(most, velocity.head<3>().norm() + radius * velocity.tail<3>().norm());
    }
  }
  return most > kBent;
}

void Simulation::Impl::advance_mechanisms() {
  for (FeltJoint& reading : joint_readings) reading = {};
  const int count = static_cast<int>(prediction.mechanisms.size());
  std::vector<double> errors(count, 0.0);
  parallel_tasks(count, [&](int m) {
    Mechanism& mechanism = prediction.mechanisms[m];
    const VecX y = mechanism_part(mechanism, problem, solution.velocity);
    mechanism.advance_links(model, prediction.attached, state, step, y, next);
    read_joints(mechanism, y);
    const VecX before = body_velocities(mechanism, next);
    errors[m] = mechanism.hold(model, prediction.attached, prediction.added_mass, next);
    add_end_forces(mechanism, body_velocities(mechanism, next) - before);
  });
  for (const double error : errors) report.joint_error = std::max(report.joint_error, error);
  if (report.joint_error <= Mechanism::kTorn) return;
  report.converged = false;
  if (report.solve.status == SolveStatus::kConverged) report.solve.status = SolveStatus::kInfeasible;
}

// What joints did is what contacts and the rows of the problem did not do.
void Simulation::Impl::read_joints(const Mechanism& mechanism, const VecX& y) {
  VecX rest = mechanism.motion(y) - mechanism.free_motion;
  const auto take = [&](int link, const Vec6& given) {
    const auto& factor = mechanism.links[link].factor;
    rest.segment(mechanism.space().first(link), factor.cols()) -= factor.transpose() * given;
  };
  const Mechanism* begin = prediction.mechanisms.data();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts[c];
    const Vec3 impulse =
        tangent_frame(contact.normal).transpose() * solution.impulse.segment<3>(3 * static_cast<Eigen::Index>(c));
    const auto take_side = [&](int body, double sign) {
      const Prediction::LinkPlace* place = prediction.link_place(body);
      if (place == nullptr || begin + place->mechanism != &mechanism) return;
      take(place->link, momentum_at(sign * impulse, contact.point - state.bodies[body].center));
    };
    take_side(contact.body_a, -1);
    take_side(contact.body_b, +1);
  }
  const auto held_of = [&](int joint) -> const Mechanism::Held* {
    const auto found = std::ranges::lower_bound(mechanism.held, joint, {}, &Mechanism::Held::joint);
    return found == mechanism.held.end() || found->joint != joint ? nullptr : &*found;
  };
  for (std::size_t i = 0; i < prediction.actions.size(); ++i) {
    const JointAction& action = prediction.actions[i];
    const Mechanism::Held* own = held_of(action.joint);
    if (own == nullptr) continue;
    const Vec3 r = solution.impulse.segment<3>(3 * static_cast<Eigen::Index>(contacts.size() + i));
    const double effort = action.kind == JointAction::kLower ? r[0] : action.kind == JointAction::kUpper ? -r[0] : r[1];
    joint_readings[action.joint].effort += effort / step;
    if (own->a != MotionSpace::kNotFree) take(own->a, effort * own->coordinate.on_a);
    if (own->b != MotionSpace::kNotFree) take(own->b, effort * own->coordinate.on_b);
  }
  add_joint_forces(mechanism, rest, state);
}

// Half of what turns a link about its joint is done when velocities are projected at the end of the step.
void Simulation::Impl::add_end_forces(const Mechanism& mechanism, const VecX& change) {
  VecX x(mechanism.space().size());
  for (int k = 0; k < static_cast<int>(mechanism.links.size()); ++k) {
    const auto& inverse = mechanism.links[k].inverse;
    x.segment(mechanism.space().first(k), inverse.rows()) = inverse * change.segment<6>(6 * k);
  }
  add_joint_forces(mechanism, x, next);
}

// Of the impulses that joints have given to the links, `given`, scaled; `at`: the state that their rows belong to.
void Simulation::Impl::add_joint_forces(const Mechanism& mechanism, const VecX& given, const State& at) {
  VecX impulses;
  mechanism.space().multipliers(given, impulses);
  for (const Mechanism::Held& own : mechanism.held) {
    FeltJoint& reading = joint_readings[own.joint];
    const auto rows = impulses.segment(own.first_row, own.row_count()) / step;
    if (own.driven) reading.effort += rows[own.rows.count];
    const Vec6 on_b = own.rows.on_b.topRows(own.rows.count).transpose() * rows.head(own.rows.count);
    const int body = model.joints[own.joint].bodies[1];
    const Vec3& anchor = prediction.attached[own.joint].sides[1].anchor;
    const Vec3 arm = body == kWorld ? anchor : Vec3(at.bodies[body].rotation * anchor);
    const Vec3 force = on_b.head<3>();
    reading.force += force;
    reading.torque += on_b.tail<3>() - arm.cross(force);
  }
}

// Effort and forces are the last step's; where the joint is follows from the bodies, whether they took part or not.
FeltJoint Simulation::joint(int index) const {
  const Joint& joint = impl_->model.joints[index];
  const std::vector<BodyState>& bodies = impl_->state.bodies;
  FeltJoint reading = impl_->joint_readings[index];
  for (const int body : joint.bodies) {
    if (body != kWorld && !bodies[body].present) return reading;
  }
  const JointCoordinate at = joint_coordinate(joint, attach(impl_->model, joint), impl_->state);
  const auto speed = [&](int body, const Vec6& row) {
    if (body == kWorld) return 0.0;
    return row.head<3>().dot(bodies[body].velocity) + row.tail<3>().dot(bodies[body].angular_velocity);
  };
  reading.coordinate = at.value;
  reading.velocity = speed(joint.bodies[0], at.on_a) + speed(joint.bodies[1], at.on_b);
  return reading;
}

}  // namespace stiction
