// A closed surface every vertex of which moves by itself, for collision alone: its coordinates are where its vertices
// are from the centre of mass, and it has no step.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "model/deformable.h"
#include "model/model.h"
#include "model/state.h"

namespace stiction::test {

class FreeSurface final : public Deformable {
 public:
  explicit FreeSurface(TriangleMesh surface) : surface_(std::move(surface)) {}

  int dof_count() const override { return coordinate_count(); }
  int coordinate_count() const override { return 3 * static_cast<int>(surface_.vertices.size()); }
  bool frame_turns() const override { return false; }
  void set_start(VecX& deformation, VecX& rate) const override {
    deformation.resize(coordinate_count());
    for (std::size_t v = 0; v < surface_.vertices.size(); ++v)
      deformation.segment<3>(3 * static_cast<Eigen::Index>(v)) = surface_.vertices[v];
    rate = VecX::Zero(coordinate_count());
  }
  std::uint64_t fingerprint() const override { return 78; }
  const TriangleMesh& surface() const override { return surface_; }
  void deformed_vertices(const Body&, const BodyState& state, std::vector<Vec3>& vertices) const override {
    vertices.resize(surface_.vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v)
      vertices[v] = state.deformation.segment<3>(3 * static_cast<Eigen::Index>(v));
  }
  double deformation_speed(const BodyState& state) const override {
    double fastest2 = 0;
    for (Eigen::Index v = 0; v < static_cast<Eigen::Index>(surface_.vertices.size()); ++v)
      fastest2 = std::max(fastest2, state.deformation_rate.segment<3>(3 * v).squaredNorm());
    return std::sqrt(fastest2);
  }
  double kinetic_energy(const Body&, const BodyState&) const override { return 0; }
  double elastic_energy(const BodyState&) const override { return 0; }
  std::unique_ptr<DeformableStep> make_step() const override { return nullptr; }

 private:
  TriangleMesh surface_;
};

inline Body free_body(const std::string& name, const std::shared_ptr<const FreeSurface>& surface,
                      const Vec3& position) {
  Aabb box;
  for (const Vec3& v : surface->surface().vertices) box.include(v);
  Body body;
  body.name = name;
  body.shape = make_box_shape(box.max - box.min);
  body.deformable = surface;
  body.start.position = position;
  return body;
}

// Puts the vertices of a free body at these places from its centre of mass, with these velocities within its frame.
inline void place_vertices(const TriangleMesh& mesh, BodyState& state) {
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    state.deformation.segment<3>(3 * static_cast<Eigen::Index>(v)) = mesh.vertices[v];
}

}  // namespace stiction::test
