#include "contact/assemble_joints.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/parallel.h"
#include "contact/tangent_frame.h"
#include "contact/wide_rows.h"

namespace stiction {
namespace {

// A limit that is farther away than this [rad], [m] and than four steps at the present speed is left out, if the other
// one is nearer.
constexpr double kNearLimit = 0.02;
constexpr double kStepsToLimit = 4;
// A coordinate beyond its limit is brought back within the step, but for this much in one [rad], [m].
constexpr double kMostBack = 1e-3;
// Relative size of a contact's row, squared, below which joints leave nothing of it but round-off.
constexpr double kImmobile = 1e-18;

Vec6 state_velocity(const BodyState& body) {
  Vec6 velocity;
  velocity << body.velocity, body.angular_velocity;
  return velocity;
}

// One row of the velocity of a joint's coordinate.
struct CoordinateRow {
  MatX over_y;             // 1 x dofs
  double offset = 0;       // what it is with y = 0 [rad/s], [m/s]
  double start_speed = 0;  // what it is at the start of the step
};

CoordinateRow coordinate_row(const Model& model, const State& state, const Mechanism& mechanism,
                             const Mechanism::Held& held) {
  CoordinateRow row;
  row.over_y = MatX::Zero(1, mechanism.dofs());
  double unjointed = 0;  // square of the row without joints
  const auto add_side = [&](int link, int body, const Vec6& side) {
    if (body == kWorld) return;
    const double speed = side.dot(state_velocity(state.bodies[body]));
    row.start_speed += model.bodies[body].fixed && !model.bodies[body].scripted ? 0 : speed;
    if (link == MotionSpace::kNotFree) {
      row.offset += model.bodies[body].scripted ? speed : 0;
    } else {
      mechanism.restrict_rows(link, side.transpose(), row.over_y);
      unjointed += (side.transpose() * mechanism.links[link].factor).squaredNorm();
      row.offset += side.dot(mechanism.offset_velocity(link));
    }
  };
  add_side(held.a, model.joints[held.joint].bodies[0], held.coordinate.on_a);
  add_side(held.b, model.joints[held.joint].bodies[1], held.coordinate.on_b);
  if (row.over_y.squaredNorm() <= kImmobile * unjointed) row.over_y.setZero();
  return row;
}

bool is_bounded(const JointMotor& motor) {
  return std::isfinite(motor.max_effort);
}

void choose_limits(const Joint& joint, double value, double speed, double step, int index,
                   std::vector<JointAction>& actions) {
  const double below = value - joint.limits->lower, above = joint.limits->upper - value;
  const double near = std::max(kNearLimit, kStepsToLimit * step * std::abs(speed));
  if (below <= near || below <= above) actions.push_back({index, JointAction::kLower});
  if (above <= near || above < below) actions.push_back({index, JointAction::kUpper});
}

// A row that joints leave no motion along would be a contact of next to no response.
void leave_out_round_off(const Vec3& unjointed, MatX& rows) {
  if (rows.size() == 0) return;
  for (int k = 0; k < 3; ++k) {
    if (rows.row(k).squaredNorm() <= kImmobile * unjointed[k]) rows.row(k).setZero();
  }
}

// Of a mechanism that can move.
void choose_actions(const Model& model, const State& state, const Mechanism& mechanism, double step,
                    std::vector<JointAction>& actions) {
  for (const Mechanism::Held& held : mechanism.held) {
    const Joint& joint = model.joints[held.joint];
    if (joint.limits) {
      const CoordinateRow row = coordinate_row(model, state, mechanism, held);
      choose_limits(joint, held.coordinate.value, row.start_speed, step, held.joint, actions);
    }
    if (joint.motor && is_bounded(*joint.motor)) actions.push_back({held.joint, JointAction::kMotor});
    if (joint.friction > 0) actions.push_back({held.joint, JointAction::kFriction});
  }
}

bool is_pressed(const JointAction& action) {
  return action.kind == JointAction::kMotor || action.kind == JointAction::kFriction;
}

double limit_bound(double gap, double step) {
  return gap >= 0 ? -gap / step : std::min(-gap, kMostBack) / step;
}

double bounded_impulse(const Joint& joint, JointAction::Kind kind, double step) {
  return step * (kind == JointAction::kMotor ? joint.motor->max_effort : joint.friction);
}

}  // namespace

void order_blocks(const Model& model, const State& state, Prediction& prediction) {
  const std::vector<char>& is_free = prediction.is_free;
  prediction.block_of_body.assign(model.bodies.size(), -1);
  prediction.body_of_block.clear();
  prediction.link_of_block.clear();
  const auto add_block = [&](int body) {
    prediction.block_of_body[body] = static_cast<int>(prediction.body_of_block.size());
    prediction.body_of_block.push_back(body);
  };
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (is_free[i]) add_block(i);
  prediction.lone_count = static_cast<int>(prediction.body_of_block.size());
  prediction.attached.clear();
  prediction.added_mass.clear();
  if (model.joints.empty()) {
    prediction.mechanisms.clear();
    return;
  }
  for (const Joint& joint : model.joints) prediction.attached.push_back(attach(model, joint));
  prediction.added_mass.resize(model.bodies.size());

  std::vector<Mechanism> found = find_mechanisms(model, state, prediction.block_of_body);
  std::vector<char> jointed(model.bodies.size(), 0);
  for (const Mechanism& mechanism : found)
    for (const Mechanism::Link& link : mechanism.links) jointed[link.body] = 1;
  const bool known = std::ranges::equal(found, prediction.mechanisms,
                                        [](const Mechanism& a, const Mechanism& b) { return a.same_parts(b); });
  if (!known) prediction.mechanisms = std::move(found);

  prediction.block_of_body.assign(model.bodies.size(), -1);
  prediction.body_of_block.clear();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (is_free[i] && !jointed[i]) add_block(i);
  prediction.lone_count = static_cast<int>(prediction.body_of_block.size());
  for (int m = 0; m < static_cast<int>(prediction.mechanisms.size()); ++m) {
    std::vector<Mechanism::Link>& links = prediction.mechanisms[m].links;
    for (int k = 0; k < static_cast<int>(links.size()); ++k) {
      add_block(links[k].body);
      links[k].block = prediction.block_of_body[links[k].body];
      prediction.link_of_block.push_back({m, k});
    }
  }
}

void predict_mechanisms(const Model& model, const State& state, double step, State& ahead, Prediction& prediction) {
  for (std::size_t k = 0; k < prediction.pull_of_block.size(); ++k) {
    const int pull = prediction.pull_of_block[k];
    if (pull < 0) continue;
    prediction.added_mass[prediction.body_of_block[k]] = {prediction.pulls[pull].mass, prediction.pulls[pull].inertia};
  }
  parallel_tasks(static_cast<int>(prediction.mechanisms.size()), [&](int m) {
    Mechanism& mechanism = prediction.mechanisms[m];
    mechanism.set_out(model, prediction.attached, state, prediction.added_mass);
    mechanism.free_motion = mechanism.scaled(prediction.free_velocity);
    // D of going on as before: of a mechanism that rests it is zero, so that what lies on it rests as well.
    VecX y;
    mechanism.space().restrict_to(mechanism.scaled(prediction.start_velocity), y);
    mechanism.advance_links(model, prediction.attached, state, step, y, ahead);
  });
}

void add_mechanisms(const Model& model, const State& state, double step, Prediction& prediction,
                    ContactProblem& problem) {
  prediction.actions.clear();
  for (Mechanism& mechanism : prediction.mechanisms) {
    mechanism.wide = -1;
    if (mechanism.dofs() == 0) continue;
    const std::size_t first = prediction.actions.size();
    choose_actions(model, state, mechanism, step, prediction.actions);
    const auto pads = static_cast<int>(std::count_if(prediction.actions.begin() + static_cast<std::ptrdiff_t>(first),
                                                     prediction.actions.end(), is_pressed));
    mechanism.first_pad = mechanism.dofs();
    const int dofs = mechanism.dofs() + pads;
    double mass = 0;
    for (const Mechanism::Link& link : mechanism.links) mass += model.bodies[link.body].mass.mass;
    VecX y, free = VecX::Zero(dofs);
    mechanism.space().restrict_to(mechanism.free_motion, y);
    free.head(mechanism.dofs()) = y;
    mechanism.wide = add_wide_body(problem, mass, MatX::Identity(dofs, dofs), free);
  }
}

bool add_mechanism_sides(const Model& model, const State& state, const Contact& contact, int index,
                         const Prediction& prediction, ContactProblem& problem) {
  const Mat3 frame = tangent_frame(contact.normal);
  const Prediction::LinkPlace* places[2] = {prediction.link_place(contact.body_a),
                                            prediction.link_place(contact.body_b)};
  const bool alone = places[0] != nullptr && places[1] != nullptr && places[0]->mechanism == places[1]->mechanism;
  MatX rows[2];
  Vec3 unjointed[2] = {Vec3::Zero(), Vec3::Zero()};  // squares of the rows without joints
  for (int side = 0; side < 2; ++side) {
    if (places[side] == nullptr) continue;
    const Mechanism& mechanism = prediction.mechanisms[places[side]->mechanism];
    if (mechanism.wide < 0) continue;
    const Mechanism::Link& link = mechanism.links[places[side]->link];
    const Vec3 arm = contact.point - state.bodies[link.body].center;
    Mat36 jacobian;
    for (int k = 0; k < 3; ++k) {
      const Vec3 direction = (side == 0 ? -1.0 : 1.0) * frame.row(k).transpose();
      jacobian.row(k) << direction.transpose(), arm.cross(direction).transpose();
    }
    const int place = alone ? 0 : side;
    unjointed[place] += (jacobian * link.factor).rowwise().squaredNorm();
    MatX& own = rows[place];
    if (own.size() == 0) own = MatX::Zero(3, mechanism.dofs());
    mechanism.restrict_rows(places[side]->link, jacobian, own);
  }
  for (int side = 0; side < 2; ++side) leave_out_round_off(unjointed[side], rows[side]);
  const auto moves_itself = [&](int side, int body) { return places[side] == nullptr && !model.bodies[body].fixed; };
  const bool moves = moves_itself(0, contact.body_a) || moves_itself(1, contact.body_b) ||
                     std::ranges::any_of(rows, [](const MatX& own) { return own.size() > 0 && !own.row(0).isZero(0); });
  if (!moves) {
    for (MatX& own : rows) own.setZero();
  }
  for (int side = 0; side < 2; ++side) {
    if (rows[side].size() == 0) continue;
    const int wide = prediction.mechanisms[places[side]->mechanism].wide;
    const int dofs = problem.wide_bodies[wide].dofs;
    Eigen::Map<ContactProblem::WideJacobian>(add_wide_side(problem, index, wide), 3, dofs)
        .leftCols(rows[side].cols()) += rows[side];
  }
  return moves || (places[0] == nullptr && places[1] == nullptr);
}

LinkVelocities link_velocities(const State& state, const Prediction& prediction, const ContactProblem& problem,
                               const Contact& contact, const ContactBlock& block) {
  LinkVelocities velocities;
  const auto add_side = [&](int body, double sign) {
    const Prediction::LinkPlace* place = prediction.link_place(body);
    if (place == nullptr) return;
    const Vec3 arm = contact.point - state.bodies[body].center;
    const auto at_contact = [&](const Vec6& v) -> Vec3 { return sign * (v.head<3>() + Vec3(v.tail<3>()).cross(arm)); };
    velocities.start += at_contact(state_velocity(state.bodies[body]));
    velocities.offset += at_contact(prediction.mechanisms[place->mechanism].offset_velocity(place->link));
  };
  add_side(contact.body_a, -1);
  add_side(contact.body_b, +1);
  const auto deforming = prediction.deforming_start_velocity.size();
  for (int s = block.wide_begin; s < block.wide_end; ++s) {
    const WideBody& body = problem.wide_bodies[problem.wide_sides[s].body];
    if (body.first - 6 * problem.body_count() < deforming) continue;
    velocities.free_normal += wide_rows::normal_velocity(problem, problem.wide_sides[s], problem.free_velocity);
  }
  return velocities;
}

void add_joint_rows(const Model& model, const State& state, int first, const Prediction& prediction,
                    ContactProblem& problem) {
  std::size_t next = 0;
  for (const Mechanism& mechanism : prediction.mechanisms) {
    if (mechanism.wide < 0) continue;
    int pad = mechanism.first_pad;
    auto held = mechanism.held.begin();
    for (; next < prediction.actions.size(); ++next) {
      const JointAction& action = prediction.actions[next];
      while (held != mechanism.held.end() && held->joint < action.joint) ++held;
      if (held == mechanism.held.end() || held->joint != action.joint) break;  // the next mechanism's
      const Joint& joint = model.joints[action.joint];
      const int index = first + static_cast<int>(next);
      const CoordinateRow row = coordinate_row(model, state, mechanism, *held);
      const WideBody& wide = problem.wide_bodies[mechanism.wide];
      Eigen::Map<ContactProblem::WideJacobian> jacobian(add_wide_side(problem, index, mechanism.wide), 3, wide.dofs);
      ContactBlock& block = problem.contacts[index];
      block.id = mix_hash(static_cast<std::uint64_t>(action.joint), static_cast<std::uint64_t>(action.kind));
      if (is_pressed(action)) {
        const double size = row.over_y.norm();
        const double wanted = action.kind == JointAction::kMotor ? joint.motor->velocity : 0;
        jacobian.row(1).head(mechanism.dofs()) = row.over_y;
        jacobian(0, pad) = size > 0 ? size : 1;
        problem.free_velocity[wide.first + pad] = -jacobian(0, pad) * bounded_impulse(joint, action.kind, problem.step);
        block.drive[1] = row.offset - wanted;
        block.mu = 1;
        block.pressed = true;
        ++pad;
      } else {
        const double sign = action.kind == JointAction::kLower ? 1 : -1;
        const double value = held->coordinate.value;
        jacobian.row(0).head(mechanism.dofs()) = sign * row.over_y;
        block.drive[0] = sign * row.offset;
        block.bound = limit_bound(sign > 0 ? value - joint.limits->lower : joint.limits->upper - value, problem.step);
      }
    }
  }
}

void apply_warm_start(const Model& model, const Prediction& prediction, const std::vector<JointImpulses>& impulses,
                      ContactProblem& problem) {
  if (prediction.actions.empty()) return;
  const auto first = problem.contact_count() - static_cast<Eigen::Index>(prediction.actions.size());
  problem.warm_impulse.conservativeResize(3 * static_cast<Eigen::Index>(problem.contact_count()));
  for (std::size_t i = 0; i < prediction.actions.size(); ++i) {
    const JointAction& action = prediction.actions[i];
    const Eigen::Index row = 3 * (first + static_cast<Eigen::Index>(i));
    const double last = impulses[action.joint][action.kind];
    const ContactBlock& block = problem.contacts[static_cast<std::size_t>(row / 3)];
    problem.warm_impulse.segment<3>(row).setZero();
    if (!block.pressed) {
      problem.warm_impulse[row] = last;
      continue;
    }
    const double most = bounded_impulse(model.joints[action.joint], action.kind, problem.step);
    problem.warm_impulse[row] = most;
    problem.warm_impulse[row + 1] = std::clamp(last, -most, most);
  }
}

void store_warm_start(const Prediction& prediction, const VecX& impulse, std::vector<JointImpulses>& impulses) {
  for (JointImpulses& own : impulses) own.fill(0);
  const Eigen::Index first = impulse.size() / 3 - static_cast<Eigen::Index>(prediction.actions.size());
  for (std::size_t i = 0; i < prediction.actions.size(); ++i) {
    const JointAction& action = prediction.actions[i];
    impulses[action.joint][action.kind] =
        impulse[3 * (first + static_cast<Eigen::Index>(i)) + (is_pressed(action) ? 1 : 0)];
  }
}

VecX mechanism_part(const Mechanism& mechanism, const ContactProblem& problem, const VecX& velocity) {
  if (mechanism.wide < 0) return VecX(0);
  return velocity.segment(problem.wide_bodies[mechanism.wide].first, mechanism.dofs());
}

void block_velocities(const Prediction& prediction, const ContactProblem& problem, const VecX& velocity, VecX& result) {
  result.resize(6 * static_cast<Eigen::Index>(prediction.body_of_block.size()));
  result.head(6 * problem.body_count()) = velocity.head(6 * problem.body_count());
  for (const Mechanism& mechanism : prediction.mechanisms) {
    const VecX x = mechanism.motion(mechanism_part(mechanism, problem, velocity));
    for (int k = 0; k < static_cast<int>(mechanism.links.size()); ++k) {
      result.segment<6>(6 * static_cast<Eigen::Index>(mechanism.links[k].block)) = mechanism.velocity(k, x);
    }
  }
}

}  // namespace stiction
