#include "elastic/points/points_step.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "model/model.h"
#include "model/state.h"

namespace stiction {

PointsStep::PointsStep(const PointsBody& body) : body_(body), place_of_node_(body.node_count(), -1) {}

void PointsStep::predict(const Model& model, const Body& body, const BodyState& state, double step) {
  step_ = step;
  load(model, body, state);
  set_free(state);
  for (const int node : touched_) place_of_node_[node] = -1;
  touched_.clear();
  points_.clear();
  park(true);
  met_ = is_solved_ = false;
}

// Until contacts are known start_velocity stands for that of all nodes, which point_velocity() has itself. The memory
// of those of touched nodes is kept.
void PointsStep::park(bool parked) {
  if (parked == parked_) return;
  start_velocity.swap(other_start_);
  free_velocity.swap(other_free_);
  parked_ = parked;
}

void PointsStep::load(const Model& model, const Body& body, const BodyState& state) {
  const int nodes = body_.node_count();
  center_ = state.center;
  rotation_ = state.rotation;
  axes_ = rotation_.toRotationMatrix();
  y_ = state.deformation.head(3 * nodes);
  u_ = state.deformation_rate.head(3 * nodes);
  velocity_ = axes_.transpose() * state.velocity;
  spin_ = axes_.transpose() * state.angular_velocity;
  inertia_ = body_.inertia_of(y_);
  inverse_inertia_ = inertia_.inverse();
  gain_ = step_ * (model.gravity + body.force / body.mass.mass);
  fall_ = axes_.transpose() * gain_;
  twist_ = step_ * (inverse_inertia_ * (axes_.transpose() * body.torque));
  start_.resize(3 * nodes);
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i);
    start_.segment<3>(3 * i) = velocity_ + spin_.cross(y) + u_.segment<3>(3 * i);
  }
  if (body_.holds_nodes()) body_.clear_held(start_);
}

void PointsStep::make_force_free(VecX& v, bool turns) const {
  if (body_.holds_nodes()) return;
  const Vec3 mean = body_.momentum_of(v) / body_.own_mass()->mass;
  const Vec3 spin = turns ? Vec3(inverse_inertia_ * body_.angular_momentum_of(y_, v)) : Vec3(Vec3::Zero());
  for (int i = 0; i < body_.node_count(); ++i) {
    v.segment<3>(3 * i) -= mean + spin.cross(Vec3(y_.segment<3>(3 * i)));
  }
}

std::array<int, 3> PointsStep::corners(const MaterialPoint& point) const {
  const auto& [a, b, c] = body_.surface().triangles[point.triangle];
  return {body_.node_of_vertex(a), body_.node_of_vertex(b), body_.node_of_vertex(c)};
}

void PointsStep::meet(const std::vector<TouchedPoint>& points) {
  points_ = points;
  for (const int node : touched_) place_of_node_[node] = -1;
  touched_.clear();
  for (const TouchedPoint& point : points) {
    const auto nodes = corners(point.material);
    const auto weights = point.material.weights();
    for (int k = 0; k < 3; ++k) {
      if (weights[k] == 0 || place_of_node_[nodes[k]] >= 0) continue;
      place_of_node_[nodes[k]] = 0;
      touched_.push_back(nodes[k]);
    }
  }
  std::sort(touched_.begin(), touched_.end());
  for (std::size_t k = 0; k < touched_.size(); ++k) place_of_node_[touched_[k]] = static_cast<int>(k);
  park(false);
  gather(start_, start_velocity);
  gather(free_, free_velocity);
  set_contact_mass();
  met_ = true;
  is_solved_ = false;
}

void PointsStep::gather(const VecX& all, VecX& own) const {
  const Mat3 turn = contact_axes().transpose() * axes_;
  own.resize(static_cast<Eigen::Index>(3 * touched_.size()));
  for (std::size_t k = 0; k < touched_.size(); ++k) own.segment<3>(3 * k) = turn * all.segment<3>(3 * touched_[k]);
}

void PointsStep::jacobian(std::size_t i, PointJacobian& jacobian) const {
  jacobian.setZero(3, static_cast<Eigen::Index>(3 * touched_.size()));
  const auto nodes = corners(points_[i].material);
  const auto weights = points_[i].material.weights();
  for (int k = 0; k < 3; ++k) {
    if (weights[k] != 0) jacobian.middleCols<3>(3 * touched_place(nodes[k])) += weights[k] * contact_axes();
  }
}

PointShares PointsStep::point_shares(std::size_t i) const {
  PointShares shares;
  const auto nodes = corners(points_[i].material);
  const auto weights = points_[i].material.weights();
  for (int k = 0; k < 3; ++k) {
    if (weights[k] != 0) shares[k] = {touched_place(nodes[k]), weights[k]};
  }
  return shares;
}

double PointsStep::point_mass(int point) const {
  const int node = touched_[point];
  return body_.masses()[node] / (body_.is_held(node) ? kHeldCompliance : 1);
}

// solved_ = velocities of all nodes where those that are touched have this one.
void PointsStep::set_solved(const VecX& velocity) const {
  if (is_solved_ && solved_for_ == velocity) return;
  solved_ = free_;
  if (!touched_.empty()) {
    change_ = velocity - free_velocity;
    impulses_for(change_, impulse_);
    answer(impulse_, change_);
    solved_ += change_;
  }
  solved_for_ = velocity;
  is_solved_ = true;
}

double PointsStep::gained_speed(const VecX& velocity) const {
  set_solved(velocity);
  double gained = 0, beyond_falling = 0;
  for (const int node : body_.surface_nodes()) {
    const Vec3 gain = solved_.segment<3>(3 * node) - start_.segment<3>(3 * node);
    gained = std::max(gained, gain.squaredNorm());
    beyond_falling = std::max(beyond_falling, (gain - fall_).squaredNorm());
  }
  return std::sqrt(std::min(gained, beyond_falling));
}

// Of all nodes. Before meet() `velocity` is that of all of them at the start.
const VecX& PointsStep::all_velocities(const VecX& velocity) const {
  if (!met_) return start_;
  set_solved(velocity);
  return solved_;
}

bool PointsStep::surface_motion(const VecX& velocity, SurfaceMotion& motion) const {
  const VecX& all = all_velocities(velocity);
  motion.vertex_velocities.resize(body_.surface().vertices.size());
  for (std::size_t v = 0; v < motion.vertex_velocities.size(); ++v) {
    motion.vertex_velocities[v] = axes_ * all.segment<3>(3 * static_cast<Eigen::Index>(body_.node_of_vertex(v)));
  }
  return true;
}

bool PointsStep::point_velocity(const TouchedPoint& point, const VecX& velocity, Vec3& result) const {
  const VecX& all = all_velocities(velocity);
  const auto nodes = corners(point.material);
  const auto weights = point.material.weights();
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < 3; ++k) sum += weights[k] * all.segment<3>(3 * nodes[k]);
  result = axes_ * sum;
  return true;
}

bool PointsStep::free_places(std::vector<Vec3>& start, std::vector<Vec3>& end) const {
  body_.filling_places(y_, start);
  body_.filling_places(y_ + step_ * free_, end);
  for (auto* places : {&start, &end})
    for (Vec3& place : *places) place = center_ + axes_ * place;
  return true;
}

// Momentum is that of the step's start and of what has acted, whatever the rounding of a stiff system, and counted in
// world axes: turned into the frame's and back, rounding would add up step by step. Of a body that nothing touches
// angular momentum too.
void PointsStep::advance(const VecX&, const VecX& impulse, BodyState& state) {
  const int nodes = body_.node_count();
  const double mass = body_.own_mass()->mass;
  moved_velocity_ = free_;
  Vec3 push = Vec3::Zero();  // of contacts
  if (!touched_.empty()) {
    answer(impulse, change_);
    moved_velocity_ += change_;
    for (std::size_t k = 0; k < touched_.size(); ++k) push += impulse.segment<3>(3 * static_cast<Eigen::Index>(k));
    push = contact_axes() * push;
  }
  Vec3 mean = body_.momentum_of(moved_velocity_) / mass;
  Vec3 velocity = axes_ * mean;  // of the centre of mass, world axes
  const bool flies = touched_.empty() && !body_.holds_nodes();
  const Vec3 spin = inertia_ * (spin_ + twist_);
  Vec3 drift = Vec3::Zero();  // beside the nodes' own velocities
  if (!body_.holds_nodes()) {
    velocity = state.velocity + gain_ + push / mass;
    const Vec3 exact = axes_.transpose() * velocity;
    Vec3 turn = Vec3::Zero();
    if (flies) {
      turn = inverse_inertia_ * (spin - body_.angular_momentum_of(y_, moved_velocity_));
      drift = drift_spin(spin) - (spin_ + twist_);
    }
    for (int i = 0; i < nodes; ++i) {
      moved_velocity_.segment<3>(3 * i) += exact - mean + turn.cross(Vec3(y_.segment<3>(3 * i)));
    }
    mean = exact;
  }
  moved_.resize(3 * nodes);
  for (int i = 0; i < nodes; ++i) {
    const Vec3 y = y_.segment<3>(3 * i), v = moved_velocity_.segment<3>(3 * i);
    moved_.segment<3>(3 * i) = y + step_ * (v - mean + drift.cross(y));
    moved_velocity_.segment<3>(3 * i) = v - mean;
  }
  spin_after_ = flies ? spin : body_.angular_momentum_of(moved_, moved_velocity_);
  fit_frame(velocity, state);
  keep(state);
}

// The frame and the state of nodes at moved_, with moved_velocity_ beside that of the centre of mass (world axes).
void PointsStep::fit_frame(const Vec3& velocity, BodyState& state) {
  const int nodes = body_.node_count();
  const Mat3 turned = body_.fitted_rotation(moved_), back = turned.transpose();
  const Vec3 offset = body_.momentum_of(moved_) / body_.own_mass()->mass;  // rounding
  for (int i = 0; i < nodes; ++i) {
    moved_.segment<3>(3 * i) = back * (moved_.segment<3>(3 * i) - offset);
    moved_velocity_.segment<3>(3 * i) = back * moved_velocity_.segment<3>(3 * i);
  }
  const Mat3 inverse_inertia = body_.inertia_of(moved_).inverse();
  const Vec3 own = inverse_inertia * body_.angular_momentum_of(moved_, moved_velocity_);
  state.center += step_ * velocity + axes_ * offset;
  state.velocity = velocity;
  state.rotation = (rotation_ * Quat(turned)).normalized();
  state.angular_velocity = axes_ * (turned * (inverse_inertia * (back * spin_after_)));
  for (int i = 0; i < nodes; ++i) {
    moved_velocity_.segment<3>(3 * i) -= own.cross(Vec3(moved_.segment<3>(3 * i)));
  }
  state.deformation.head(3 * nodes) = moved_;
  state.deformation_rate.head(3 * nodes) = moved_velocity_;
}

}  // namespace stiction
