// Deformed and placed surfaces from a seed.
#pragma once

#include <memory>
#include <random>

#include "collision/deforming/placed_surface.h"
#include "collision_deforming/modal_shape.h"

namespace stiction::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double number() { return 2.0 * static_cast<double>(engine_()) / 4294967295.0 - 1; }  // -1 .. 1
  Vec3 vector() { return {number(), number(), number()}; }
  Quat rotation() { return Quat(number(), number(), number(), number() + 1e-3).normalized(); }

 private:
  std::mt19937 engine_;
};

// A ball or a box with six smooth modes, some of them large.
struct RandomSurface {
  // share: of the largest deformation, which may make the surface cross itself.
  RandomSurface(unsigned seed, bool linear, const Vec3& position = Vec3::Zero(), int fineness = 0, double share = 1) {
    Random random(seed);
    ModalShapeOptions options;
    if (random.number() > 0) {
      options.surface = ball_surface(2 + fineness);
    } else {
      options.surface = box_surface({1.6, 1.2, 0.8}, 4 + 4 * fineness);
    }
    options.basis = smooth_basis(options.surface, 6, 0.15, 1, seed + 1);
    options.linear = linear;
    VecX q(6);
    const Quat rotation = random.rotation();
    for (double& coordinate : q) coordinate = share * random.number();
    set(options, q, rotation, position);
  }
  // This surface as it is.
  explicit RandomSurface(const ModalShapeOptions& options) {
    set(options, VecX::Zero(options.basis.cols()), Quat::Identity(), Vec3::Zero());
  }

  void turn_to(const Quat& rotation, const Vec3& position) {
    state.center = position;
    state.rotation = rotation;
    pose = {position, rotation};
    placed->place(*shape, body, state, pose);
  }
  void move_to(const Vec3& position) { turn_to(state.rotation, position); }
  TriangleMesh deformed_mesh() const {  // in the world
    TriangleMesh mesh = shape->surface();
    shape->deformed_vertices(body, state, mesh.vertices);
    for (Vec3& v : mesh.vertices) v = pose.to_world(v);
    return mesh;
  }
  Vec3 place(const MaterialPoint& point) const {
    const TriangleMesh mesh = deformed_mesh();
    const auto& [a, b, c] = mesh.triangles[point.triangle];
    return (1 - point.weight_b - point.weight_c) * mesh.vertices[a] + point.weight_b * mesh.vertices[b] +
           point.weight_c * mesh.vertices[c];
  }

  std::shared_ptr<ModalShape> shape;
  Body body;
  BodyState state;
  Pose pose;
  std::unique_ptr<BoundedTree> tree;
  std::unique_ptr<PlacedSurface> placed;

 private:
  void set(const ModalShapeOptions& options, const VecX& q, const Quat& rotation, const Vec3& position) {
    shape = std::make_shared<ModalShape>(options);
    body = modal_body("random", options, position);
    body.deformable = shape;
    tree = std::make_unique<BoundedTree>(*shape);
    tree->prepare_self_contact();
    placed = std::make_unique<PlacedSurface>(*tree);
    state.deformation = q;
    state.deformation_rate = VecX::Zero(q.size());
    turn_to(rotation, position);
  }
};

}  // namespace stiction::test
