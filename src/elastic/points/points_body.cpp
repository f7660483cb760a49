#include "elastic/points/points_body.h"

#include <algorithm>
#include <cmath>

#include "elastic/points/explicit_step.h"
#include "elastic/points/highest_frequency.h"
#include "elastic/points/implicit_step.h"
#include "elastic/points/nearest_rotation.h"
#include "elastic/points/sheet_surface.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction {
namespace {

// Of the limit for small vibrations. Strongly strained elements may be several times as stiff, those of StVK material
// and those with a large volume stiffness above all: nothing here bounds that.
constexpr double kStepShare = 0.95;

}  // namespace

bool holds_node(const Aabb& box, const Vec3& node) {
  return (box.min.array() <= node.array()).all() && (node.array() <= box.max.array()).all();
}

PointsBody::PointsBody(PointsParts parts, const PointsOptions& options) : parts_(std::move(parts)), options_(options) {
  set_own_mass();
  find_held();
  find_surface_nodes();
  std::vector<std::array<int, 2>> couples;
  forces().add_couples(couples);
  pattern_ = std::make_shared<const SupernodalPattern>(block_graph(node_count(), std::move(couples)));
  if (is_implicit()) return;
  // A mode with damping d is stable up to h^2 omega^2 + 2 h d = 4.
  const double omega = highest_frequency(*this);
  const double d = options_.mass_damping + options_.stiffness_damping * omega * omega;
  if (omega > 0) longest_step_ = kStepShare * (std::sqrt(d * d + 4 * omega * omega) - d) / (omega * omega);
}

void PointsBody::set_own_mass() {
  mass_ = {};
  for (int i = 0; i < node_count(); ++i) {
    mass_.mass += masses()[i];
    mass_.center += masses()[i] * parts_.nodes[i];
  }
  mass_.center /= mass_.mass;
  rest_.resize(3 * node_count());
  for (int i = 0; i < node_count(); ++i) rest_.segment<3>(3 * i) = parts_.nodes[i] - mass_.center;
  mass_.inertia = inertia_of(rest_);
}

void PointsBody::find_held() {
  held_.assign(node_count(), 0);
  for (int i = 0; i < node_count(); ++i) {
    const Vec3& at = parts_.nodes[i];
    held_[i] =
        std::any_of(options_.held.begin(), options_.held.end(), [&](const Aabb& box) { return holds_node(box, at); });
    held_count_ += held_[i];
  }
}

void PointsBody::find_surface_nodes() {
  surface_nodes_ = parts_.surface_node;
  std::sort(surface_nodes_.begin(), surface_nodes_.end());
  surface_nodes_.erase(std::unique(surface_nodes_.begin(), surface_nodes_.end()), surface_nodes_.end());
  slot_of_node_.assign(node_count(), -1);
  for (std::size_t k = 0; k < surface_nodes_.size(); ++k) slot_of_node_[surface_nodes_[k]] = static_cast<int>(k);
}

int PointsBody::coordinate_count() const {
  return (is_implicit() ? 6 : 3) * node_count();
}

void PointsBody::set_start(VecX& deformation, VecX& rate) const {
  deformation.resize(coordinate_count());
  deformation.head(rest_.size()) = rest_;
  if (is_implicit()) deformation.tail(rest_.size()) = rest_;
  rate = VecX::Zero(coordinate_count());
}

void PointsBody::clear_held(VecX& x) const {
  for (int i = 0; i < node_count(); ++i)
    if (held_[i] != 0) x.segment<3>(3 * i).setZero();
}

void PointsBody::deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const {
  const std::vector<int>& nodes = parts_.surface_node;
  vertices.resize(nodes.size());
  for (std::size_t v = 0; v < nodes.size(); ++v)
    vertices[v] = state.deformation.segment<3>(3 * nodes[v]) + mass_.center;
  if (!parts_.offset.empty())
    offset_vertices(parts_.sheet, parts_.surface_node, parts_.offset, state.deformation, vertices);
}

void PointsBody::filling_places(const VecX& y, std::vector<Vec3>& places) const {
  places.clear();
  for (const int node : parts_.surface_node) places.push_back(y.segment<3>(3 * node));
  if (!parts_.offset.empty()) offset_vertices(parts_.sheet, parts_.surface_node, parts_.offset, y, places);
  for (const int node : parts_.inner_node) places.push_back(y.segment<3>(3 * node));
}

double PointsBody::deformation_speed(const BodyState& state) const {
  double squared = 0;
  for (const int node : surface_nodes_) {
    squared = std::max(squared, state.deformation_rate.segment<3>(3 * node).squaredNorm());
  }
  return std::sqrt(squared);
}

double PointsBody::kinetic_energy(const Body&, const BodyState& state) const {
  const Vec3 v = state.rotation.conjugate() * state.velocity, w = state.rotation.conjugate() * state.angular_velocity;
  double twice = 0;
  for (int i = 0; i < node_count(); ++i) {
    if (is_held(i)) continue;
    const Vec3 y = state.deformation.segment<3>(3 * i), u = state.deformation_rate.segment<3>(3 * i);
    twice += masses()[i] * (v + w.cross(y) + u).squaredNorm();
  }
  return 0.5 * twice;
}

VecX PointsBody::places(const BodyState& state) const {
  return state.deformation.head(3 * node_count());
}

double PointsBody::elastic_energy(const BodyState& state) const {
  return forces().energy(places(state));
}

double PointsBody::smallest_volume_ratio(const BodyState& state) const {
  return forces().smallest_volume_ratio(places(state));
}

std::unique_ptr<DeformableStep> PointsBody::make_step() const {
  if (is_implicit()) return std::make_unique<ImplicitPointsStep>(*this);
  return std::make_unique<ExplicitPointsStep>(*this);
}

Vec3 PointsBody::momentum_of(const VecX& velocities) const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < node_count(); ++i) sum += masses()[i] * velocities.segment<3>(3 * i);
  return sum;
}

Vec3 PointsBody::angular_momentum_of(const VecX& y, const VecX& velocities) const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < node_count(); ++i) {
    sum += masses()[i] * Vec3(y.segment<3>(3 * i)).cross(Vec3(velocities.segment<3>(3 * i)));
  }
  return sum;
}

Mat3 PointsBody::inertia_of(const VecX& y) const {
  Mat3 second = Mat3::Zero();
  for (int i = 0; i < node_count(); ++i) second += masses()[i] * y.segment<3>(3 * i) * y.segment<3>(3 * i).transpose();
  return second.trace() * Mat3::Identity() - second;
}

Mat3 PointsBody::fitted_rotation(const VecX& y) const {
  Mat3 mixed = Mat3::Zero();
  for (int i = 0; i < node_count(); ++i)
    mixed += masses()[i] * y.segment<3>(3 * i) * rest_.segment<3>(3 * i).transpose();
  return nearest_rotation(mixed / mixed.norm());
}

std::shared_ptr<const EffectiveMass> PointsBody::rest_mass(double step) const {
  const std::lock_guard lock(mutex_);
  if (!rest_mass_ || rest_mass_->step() != step) rest_mass_ = std::make_shared<const EffectiveMass>(*this, step, rest_);
  return rest_mass_;
}

}  // namespace stiction
