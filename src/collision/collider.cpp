#include "collision/collider.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "collision/broad_phase.h"
#include "collision/convex_convex.h"
#include "collision/simple_pairs.h"
#include "collision/world_convex.h"

namespace stiction {
namespace {

enum class Kind { kPlane, kSphere, kConvex };

// A body's shape placed in the world for the current step.
struct PlacedBody {
  Kind kind = Kind::kSphere;
  double radius = 0;        // about the centre of mass [m]; 0 for a plane
  double acceleration = 0;  // bound on what the body's own force and torque do to any of its points [m/s^2]
  WorldPlane plane{};
  WorldSphere sphere{};
  std::optional<WorldConvex> convex;
};

// |F| / m + |torque| R / (least moment of inertia).
double acceleration_bound(const Body& body, double radius) {
  double bound = body.mass.mass > 0 ? body.force.norm() / body.mass.mass : 0;
  if (!body.torque.isZero()) {
    bound += body.torque.norm() * radius * body.inverse_inertia_factor.squaredNorm();
  }
  return bound;
}

}  // namespace

struct Collider::Impl {
  explicit Impl(const Model& m);

  void place(const State& state, double step);
  void collide_pair(const State& state, double step, int a, int b, ContactSet& contacts);
  bool may_collide(const State& state, int a, int b) const;
  double pair_margin(const State& state, double step, int a, int b) const;
  void run_narrow_phase(const PlacedBody& a, const PlacedBody& b, double margin, int samples);
  bool run_ordered(const PlacedBody& first, const PlacedBody& second, double margin, int samples);

  const Model& model;
  std::map<const ConvexPolyhedron*, ConvexTopology> topologies;  // node-based: bodies point into it
  std::vector<PlacedBody> placed;
  std::vector<BroadBody> broad;
  std::vector<int> planes;
  std::vector<std::array<int, 2>> pairs;
  BroadPhase broad_phase;
  ConvexConvex convex_convex;
  std::vector<PatchCorner> scratch;
  Manifold manifold;
};

Collider::Impl::Impl(const Model& m) : model(m), placed(m.bodies.size()), broad(m.bodies.size()) {
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const Body& body = model.bodies[i];
    if (std::holds_alternative<PlaneShape>(body.shape)) {
      placed[i].kind = Kind::kPlane;
      planes.push_back(static_cast<int>(i));
      continue;
    }
    placed[i].radius = bounding_radius(body.shape, body.mass.center);
    if (!body.fixed) placed[i].acceleration = acceleration_bound(body, placed[i].radius);
    if (const auto* convex = std::get_if<ConvexShape>(&body.shape)) {
      const ConvexPolyhedron& polyhedron = *convex->polyhedron;
      placed[i].kind = Kind::kConvex;
      placed[i].convex.emplace(topologies.try_emplace(&polyhedron, polyhedron).first->second);
    }
  }
}

// World data and grown boxes. A body with a non-finite pose takes no part: the stepper reports it.
void Collider::Impl::place(const State& state, double step) {
  const double gravity_reach = model.margin + step * step * model.gravity.norm();
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const BodyState& moving = state.bodies[i];
    PlacedBody& body = placed[i];
    const Pose pose = body_pose(model.bodies[i], moving);
    const double motion = step * (moving.velocity.norm() + moving.angular_velocity.norm() * body.radius);
    broad[i].fixed = model.bodies[i].fixed;
    broad[i].active = moving.present && body.kind != Kind::kPlane && pose.position.allFinite() &&
                      pose.rotation.coeffs().allFinite() && std::isfinite(motion);
    Aabb box;
    if (body.kind == Kind::kPlane) {
      const auto& plane = std::get<PlaneShape>(model.bodies[i].shape);
      body.plane.normal = (pose.rotation * plane.normal).normalized();
      body.plane.offset = plane.offset + body.plane.normal.dot(pose.position);
      continue;
    }
    if (!broad[i].active) continue;
    if (body.kind == Kind::kSphere) {
      body.sphere = {pose.position, std::get<SphereShape>(model.bodies[i].shape).radius};
      box = Aabb{pose.position, pose.position}.grown(body.sphere.radius);
    } else {
      body.convex->place(pose);
      for (const Vec3& v : body.convex->vertices) box.include(v);
    }
    // Half the pair's margin each; |v_a - v_b| <= |v_a| + |v_b| makes the sum at least the pair's margin.
    broad[i].box = box.grown(gravity_reach / 2 + motion + step * step * body.acceleration);
  }
}

bool Collider::Impl::may_collide(const State& state, int a, int b) const {
  const Body& one = model.bodies[a];
  const Body& two = model.bodies[b];
  if (!state.bodies[a].present || !state.bodies[b].present) return false;
  if ((one.fixed && two.fixed) || one.level != two.level) return false;
  return !std::binary_search(model.ignored_pairs.begin(), model.ignored_pairs.end(), std::array<int, 2>{a, b});
}

double Collider::Impl::pair_margin(const State& state, double step, int a, int b) const {
  const BodyState& one = state.bodies[a];
  const BodyState& two = state.bodies[b];
  const double approach = (one.velocity - two.velocity).norm() + one.angular_velocity.norm() * placed[a].radius +
                          two.angular_velocity.norm() * placed[b].radius;
  const double acceleration = model.gravity.norm() + placed[a].acceleration + placed[b].acceleration;
  return model.margin + step * (approach + step * acceleration);
}

// Handles the kinds in the order plane, sphere, convex; false if the pair has to be swapped.
bool Collider::Impl::run_ordered(const PlacedBody& first, const PlacedBody& second, double margin, int samples) {
  if (first.kind > second.kind) return false;
  if (first.kind == Kind::kPlane) {
    if (second.kind == Kind::kSphere) {
      collide_plane_sphere(first.plane, second.sphere, margin, manifold);
    } else if (second.kind == Kind::kConvex) {
      collide_plane_convex(first.plane, *second.convex, margin, samples, scratch, manifold);
    }
  } else if (first.kind == Kind::kSphere) {
    if (second.kind == Kind::kSphere) {
      collide_sphere_sphere(first.sphere, second.sphere, margin, manifold);
    } else {
      collide_sphere_convex(first.sphere, *second.convex, margin, manifold);
    }
  } else {
    convex_convex.collide(*first.convex, *second.convex, margin, samples, manifold);
  }
  return true;
}

void Collider::Impl::run_narrow_phase(const PlacedBody& a, const PlacedBody& b, double margin, int samples) {
  manifold.points.clear();
  if (run_ordered(a, b, margin, samples)) return;
  run_ordered(b, a, margin, samples);
  manifold.normal = -manifold.normal;
}

void Collider::Impl::collide_pair(const State& state, double step, int a, int b, ContactSet& contacts) {
  if (!may_collide(state, a, b)) return;
  const int samples = std::max(model.bodies[a].samples, model.bodies[b].samples);
  run_narrow_phase(placed[a], placed[b], pair_margin(state, step, a, b), samples);
  const std::uint64_t pair = mix_hash(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
  for (const ManifoldPoint& p : manifold.points) {
    contacts.push_back({a, b, p.point, manifold.normal, p.gap, mix_hash(pair, p.code)});
  }
}

Collider::Collider(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Collider::~Collider() = default;
Collider::Collider(Collider&&) noexcept = default;
Collider& Collider::operator=(Collider&&) noexcept = default;

void Collider::collide(const State& state, double step, ContactSet& contacts) {
  contacts.clear();
  impl_->place(state, step);
  impl_->pairs = impl_->broad_phase.find_pairs(impl_->broad);
  for (int plane : impl_->planes) {
    const WorldPlane& solid = impl_->placed[plane].plane;
    for (int i = 0; i < static_cast<int>(impl_->placed.size()); ++i) {
      if (!impl_->broad[i].active) continue;
      const Aabb& box = impl_->broad[i].box;  // lowest corner along the normal
      const Vec3 low = (solid.normal.array() > 0).select(box.min, box.max);
      // The plane's half of the margin is missing from its (unbounded) box: ask for it here.
      const double plane_share = impl_->pair_margin(state, step, std::min(plane, i), std::max(plane, i));
      if (solid.normal.dot(low) - solid.offset <= plane_share) {
        impl_->pairs.push_back({std::min(plane, i), std::max(plane, i)});
      }
    }
  }
  std::sort(impl_->pairs.begin(), impl_->pairs.end());
  for (const auto& [a, b] : impl_->pairs) impl_->collide_pair(state, step, a, b, contacts);
}

}  // namespace stiction
