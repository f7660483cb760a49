#include "collision/placed_shapes.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace stiction {
namespace {

// |F| / m + |torque| R / (least moment of inertia).
double acceleration_bound(const Body& body, double radius) {
  if (body.fixed) return 0;
  double bound = body.force.norm() / body.mass.mass;
  if (!body.torque.isZero()) {
    bound += body.torque.norm() * radius * body.inverse_inertia_factor.squaredNorm();
  }
  return bound;
}

constexpr int kBodiesPerTask = 128;  // some 0.1 us each

constexpr double kNoLength = 1e-12;  // of the radius: shorter capsules are balls

PartKind kind_of(const Shape& shape) {
  if (std::holds_alternative<PlaneShape>(shape)) return PartKind::kPlane;
  if (std::holds_alternative<SphereShape>(shape)) return PartKind::kSphere;
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
    return capsule->length > kNoLength * capsule->radius ? PartKind::kCapsule : PartKind::kSphere;
  }
  if (std::holds_alternative<CylinderShape>(shape)) return PartKind::kCylinder;
  if (std::holds_alternative<MeshShape>(shape)) return PartKind::kMesh;
  return PartKind::kConvex;
}

// The box around a box that is turned with the pose.
Aabb turned_box(const Aabb& box, const Pose& pose) {
  const Vec3 center = pose.to_world((box.min + box.max) / 2);
  const Vec3 half = pose.rotation.toRotationMatrix().cwiseAbs() * ((box.max - box.min) / 2);
  return {center - half, center + half};
}

void place_part(PlacedPart& part) {
  const Pose& pose = part.pose;
  switch (part.kind) {
    case PartKind::kPlane: {
      const auto& plane = std::get<PlaneShape>(*part.shape);
      part.plane.normal = (pose.rotation * plane.normal).normalized();
      part.plane.offset = plane.offset + part.plane.normal.dot(pose.position);
      break;
    }
    case PartKind::kSphere:
      part.sphere.center = pose.position;
      part.box = Aabb{pose.position, pose.position}.grown(part.sphere.radius);
      break;
    case PartKind::kCapsule: {
      const auto& capsule = std::get<CapsuleShape>(*part.shape);
      part.capsule = {pose.position, pose.rotation * Vec3(0, 0, capsule.length / 2), capsule.radius};
      part.box = bounds(*part.shape, pose);
      break;
    }
    case PartKind::kCylinder: {
      const auto& cylinder = std::get<CylinderShape>(*part.shape);
      part.cylinder = {pose.position, (pose.rotation * Vec3::UnitZ()).normalized(),
                       (pose.rotation * Vec3::UnitX()).normalized(), cylinder.radius, cylinder.length / 2};
      part.box = bounds(*part.shape, pose);
      break;
    }
    case PartKind::kConvex:
      part.convex->place(pose);
      part.box = Aabb{};
      for (const Vec3& v : part.convex->vertices) part.box.include(v);
      break;
    case PartKind::kMesh:
      part.box = turned_box(part.mesh_box, pose);
      break;
  }
}

void place_parts(PlacedBody& body, const Pose& pose) {
  if (body.placings > 0 && pose.position == body.placed_at.position &&
      pose.rotation.coeffs() == body.placed_at.rotation.coeffs()) {
    return;
  }
  body.box = Aabb{};
  for (PlacedPart& part : body.parts) {
    part.pose = body.is_compound ? combined(pose, part.local) : pose;
    place_part(part);
    body.box.include(part.box);
  }
  body.placed_at = pose;
  ++body.placings;
}

const Shape kVertex = SphereShape{0};

// A box along the axes of a frame (columns).
TurnedBox box_along(const Mat3& axes, const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& point : points) box.include(Vec3(axes.transpose() * point));
  return {axes * ((box.min + box.max) / 2), axes * ((box.max - box.min) / 2).asDiagonal()};
}

constexpr std::size_t kMostProducts = 5'000'000;  // of axes with vertices, for a box

// The smallest box that stands on a face of the polyhedron and along that face's first edge; of very many faces some
// are tried.
TurnedBox smallest_box(const ConvexPolyhedron& polyhedron) {
  TurnedBox smallest;
  double least = std::numeric_limits<double>::infinity();
  const std::size_t stride = 1 + polyhedron.faces.size() * polyhedron.vertices.size() / kMostProducts;
  for (std::size_t f = 0; f < polyhedron.faces.size(); f += stride) {
    const auto& face = polyhedron.faces[f];
    const Vec3 along = polyhedron.vertices[face.vertices[1]] - polyhedron.vertices[face.vertices[0]];
    Mat3 axes;
    axes.col(0) = along.normalized();
    axes.col(2) = face.normal;
    axes.col(1) = axes.col(2).cross(axes.col(0));
    const TurnedBox box = box_along(axes, polyhedron.vertices);
    const double volume = std::abs(box.halves.determinant());
    if (!(volume < least)) continue;
    least = volume;
    smallest = box;
  }
  return smallest;
}

TurnedBox box_about(const Shape& shape, const std::vector<PlacedPart>& parts) {
  if (const auto* convex = std::get_if<ConvexShape>(&shape)) return smallest_box(*convex->polyhedron);
  Aabb box;
  for (const PlacedPart& part : parts) box.include(bounds(*part.shape, part.local));
  return {(box.min + box.max) / 2, ((box.max - box.min) / 2).asDiagonal()};
}

}  // namespace

void PlacedShapes::add_deformable(const Body& body, PlacedBody& placed) {
  BoundedTree& tree = trees_.try_emplace(body.deformable.get(), *body.deformable).first->second;
  if (body.self_contact) tree.prepare_self_contact();
  placed.deformable = body.deformable.get();
  placed.surface = std::make_unique<PlacedSurface>(tree);
  add_part(kVertex, Pose{}, placed);
}

void PlacedShapes::add_part(const Shape& shape, const Pose& local, PlacedBody& body) {
  PlacedPart& part = body.parts.emplace_back();
  part.kind = kind_of(shape);
  part.shape = &shape;
  part.local = local;
  if (const auto* convex = std::get_if<ConvexShape>(&shape)) {
    const ConvexPolyhedron& polyhedron = *convex->polyhedron;
    part.convex.emplace(topologies_.try_emplace(&polyhedron, polyhedron).first->second);
  } else if (const auto* sphere = std::get_if<SphereShape>(&shape)) {
    part.sphere.radius = sphere->radius;
  } else if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
    part.sphere.radius = capsule->radius;
  } else if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    part.mesh = mesh->geometry.get();
    part.by_samples = mesh->contacts == MeshContactKind::kSamples;
    for (const Vec3& v : part.mesh->mesh().vertices) part.mesh_box.include(v);
  }
}

PlacedShapes::PlacedShapes(const Model& model)
    : model_(model), bodies_(model.bodies.size()), broad_(model.bodies.size()) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model.bodies[i];
    PlacedBody& placed = bodies_[i];
    if (body.deforms()) {
      add_deformable(body, placed);
      continue;
    }
    if (const auto* compound = std::get_if<CompoundShape>(&body.shape)) {
      placed.is_compound = true;
      for (const CompoundPart& part : *compound->parts) add_part(part.shape, part.pose, placed);
    } else {
      add_part(body.shape, Pose{}, placed);
    }
    broad_[i].fixed = body.fixed;
    placed.is_plane = std::holds_alternative<PlaneShape>(body.shape);
    if (placed.is_plane) {
      planes_.push_back(static_cast<int>(i));
      continue;
    }
    placed.radius = bounding_radius(body.shape, body.mass.center);
    placed.own_box = box_about(body.shape, placed.parts);
  }
  add_features();
}

void PlacedShapes::add_features() {
  const auto is_mesh = [](const PlacedPart& part) { return part.kind == PartKind::kMesh; };
  const bool meshes = std::any_of(bodies_.begin(), bodies_.end(), [&](const PlacedBody& body) {
    return std::any_of(body.parts.begin(), body.parts.end(), is_mesh);
  });
  if (!meshes) return;
  for (PlacedBody& body : bodies_)
    for (PlacedPart& part : body.parts) part.features = features_.add(*part.shape);
}

void PlacedShapes::place_surface(const BodyState& state, const Pose& pose, int index) {
  PlacedBody& body = bodies_[index];
  body.surface->place(*body.deformable, model_.bodies[index], state, pose);
  body.box = body.surface->box();
  body.radius = body.surface->radius();
  body.own_speed = body.deformable->deformation_speed(state);
}

void PlacedShapes::place_body(const State& state, double step, const std::vector<double>& detour, int index) {
  const BodyState& moving = state.bodies[index];
  PlacedBody& body = bodies_[index];
  BroadBody& broad = broad_[index];
  const Pose pose = body_pose(model_.bodies[index], moving);
  body.detour = detour.empty() ? 0 : detour[index];
  if (body.surface != nullptr) place_surface(moving, pose, index);
  body.acceleration = acceleration_bound(model_.bodies[index], body.radius);  // forces may change while running
  const double speed = moving.velocity.norm() + moving.angular_velocity.norm() * body.radius + body.own_speed;
  const double motion = step * speed + body.detour;
  body.takes_part = moving.present && pose.position.allFinite() && pose.rotation.coeffs().allFinite() &&
                    std::isfinite(motion) && moving.angular_velocity.allFinite() &&
                    (body.surface == nullptr || body.surface->is_finite());
  broad.active = body.takes_part && !body.is_plane;
  if (!body.takes_part) return;
  if (body.surface == nullptr) place_parts(body, pose);
  if (body.is_plane) return;
  // Half the pair's margin each; |v_a - v_b| <= |v_a| + |v_b| makes the sum at least the pair's margin.
  const double gravity_reach = model_.margin + step * step * model_.gravity.norm();
  const double grown = gravity_reach / 2 + motion + step * step * body.acceleration;
  broad.box = body.box.grown(grown);
  if (body.surface != nullptr) return;
  broad.turned = {pose.to_world(body.own_box.center), pose.rotation.toRotationMatrix() * body.own_box.halves, grown};
}

void PlacedShapes::follow(const State& state, double step, const Courses& courses, int index) {
  PlacedBody& body = bodies_[index];
  if (body.surface != nullptr) {
    body.surface->follow(courses, index, step);
    return;
  }
  body.courses.clear();
  for (const auto& course : courses.courses) {
    if (!course[index].is_known) return body.courses.clear();
    const SurfaceMotion& motion = course[index].motion;
    body.courses.push_back({state.bodies[index].center, motion.velocity, motion.angular_velocity, course[index].strays,
                            course[index].pulled});
  }
}

void PlacedShapes::place(const State& state, double step, const std::vector<double>& detour, const Courses& courses) {
  parallel_ranges(static_cast<int>(bodies_.size()), kBodiesPerTask, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      place_body(state, step, detour, i);
      follow(state, step, courses, i);
    }
  });
}

}  // namespace stiction
