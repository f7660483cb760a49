// Bodies of tetrahedra that are put where a test wants them, without steps, and obstacles.
#pragma once

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "collision/inside/inside_collider.h"
#include "geometry/tetra/structured_tets.h"
#include "geometry/tetra/tet_surface.h"
#include "model/deformable.h"

namespace stiction::test {

class FilledBody final : public Deformable {
 public:
  FilledBody(TriangleMesh surface, SurfaceFilling filling, std::vector<Vec3> at_rest)
      : rest(std::move(at_rest)), surface_(std::move(surface)), filling_(std::move(filling)) {}
  explicit FilledBody(const TetMesh& mesh) {
    TetSurface boundary = tet_surface(mesh);
    surface_ = std::move(boundary.mesh);
    rest = surface_.vertices;
    std::vector<int> number(mesh.vertices.size(), -1);
    for (std::size_t v = 0; v < boundary.mesh_vertex.size(); ++v) number[boundary.mesh_vertex[v]] = static_cast<int>(v);
    for (std::size_t v = 0; v < number.size(); ++v) {
      if (number[v] >= 0) continue;
      number[v] = static_cast<int>(rest.size());
      rest.push_back(mesh.vertices[v]);
      ++filling_.inner_count;
    }
    for (const auto& [a, b, c, d] : mesh.tets) filling_.tets.push_back({number[a], number[b], number[c], number[d]});
  }

  int dof_count() const override { return 0; }
  int coordinate_count() const override { return 0; }
  void set_start(VecX& deformation, VecX& rate) const override { deformation = rate = VecX(0); }
  std::uint64_t fingerprint() const override { return 91; }
  const TriangleMesh& surface() const override { return surface_; }
  void deformed_vertices(const Body&, const BodyState&, std::vector<Vec3>& vertices) const override {
    vertices = surface_.vertices;
  }
  const SurfaceFilling* filling() const override { return &filling_; }
  double deformation_speed(const BodyState&) const override { return 0; }
  double kinetic_energy(const Body&, const BodyState&) const override { return 0; }
  double elastic_energy(const BodyState&) const override { return 0; }
  std::unique_ptr<DeformableStep> make_step() const override { return nullptr; }

  std::vector<Vec3> rest;  // of all points [m]

 private:
  TriangleMesh surface_;
  SurfaceFilling filling_;
};

using FilledPtr = std::shared_ptr<const FilledBody>;

inline FilledPtr filled_box(const Vec3& size, const Divisions& divisions) {
  return std::make_shared<FilledBody>(box_tet_mesh(size, divisions));
}

// A cube's mesh with its points moved onto concentric spheres.
inline FilledPtr filled_ball(double radius, int divisions) {
  TetMesh mesh = box_tet_mesh(Vec3::Constant(2), Divisions{divisions, divisions, divisions});
  for (Vec3& x : mesh.vertices) {
    const double shell = x.cwiseAbs().maxCoeff();
    if (shell > 0) x *= radius * shell / x.norm();
  }
  return std::make_shared<FilledBody>(mesh);
}

struct FilledWorld {
  Model model;
  State start, end;
  std::vector<FreePlaces> places;

  int add(const FilledPtr& filled, const Pose& pose = {}) {
    Body body;
    body.name = "body " + std::to_string(model.bodies.size());
    body.deformable = filled;
    places.emplace_back();
    for (const Vec3& x : filled->rest) places.back().end.push_back(pose.to_world(x));
    places.back().start = places.back().end;
    return put(std::move(body));
  }
  int add_fixed(Shape shape, const Pose& pose = {}) {
    Body body;
    body.name = "obstacle " + std::to_string(model.bodies.size());
    body.shape = std::move(shape);
    body.fixed = true;
    body.start = pose;
    places.emplace_back();
    return put(std::move(body));
  }
  const FilledBody& filled(int body) const { return static_cast<const FilledBody&>(*model.bodies[body].deformable); }
  ContactSet collide() const {
    InsideCollider collider(model);
    ContactSet contacts;
    collider.collide(start, end, places, contacts);
    return contacts;
  }
  static Vec3 at(const std::vector<Vec3>& places, const FilledBody& body, const MaterialPoint& point) {
    const auto& corners = body.surface().triangles[point.triangle];
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 3; ++k) sum += point.weights()[k] * places[corners[k]];
    return sum;
  }
  Vec3 at_end(int body, const MaterialPoint& point) const { return at(places[body].end, filled(body), point); }
  Vec3 at_start(int body, const MaterialPoint& point) const { return at(places[body].start, filled(body), point); }

 private:
  int put(Body body) {
    model.bodies.push_back(std::move(body));
    start = end = initial_state(model);
    return static_cast<int>(model.bodies.size()) - 1;
  }
};

// The vertex that a point of a surface is.
inline int vertex_of(const FilledBody& body, const MaterialPoint& point) {
  const int k = point.weight_b == 1 ? 1 : point.weight_c == 1 ? 2 : 0;
  return body.surface().triangles[point.triangle][k];
}

struct Chance {
  std::mt19937 engine;
  explicit Chance(unsigned seed) : engine(seed) {}
  double number() { return 2.0 * static_cast<double>(engine()) / 4294967295.0 - 1; }  // -1 .. 1
  Vec3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Quat rotation() {
    const Vec3 v = vector();
    return Quat(number() + 1e-3, v[0], v[1], v[2]).normalized();
  }
};

}  // namespace stiction::test
