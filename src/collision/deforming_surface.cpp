#include "collision/deforming_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/hash.h"
#include "collision/pair_filter.h"

namespace stiction {

void refuse_deforming_pairs(const Model& model) {
  std::vector<int> deforming;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    if (!model.bodies[b].deforms()) continue;
    for (const int a : deforming) {
      const bool ignored =
          std::binary_search(model.ignored_pairs.begin(), model.ignored_pairs.end(), std::array<int, 2>{a, b});
      if (ignored || model.bodies[a].level != model.bodies[b].level) continue;
      throw InputError(
          fmt::format("bodies \"{}\" and \"{}\" both deform and may touch, which is not supported: ignore the pair, or "
                      "put them on different levels",
                      model.bodies[a].name, model.bodies[b].name));
    }
    deforming.push_back(b);
  }
}

std::vector<MaterialPoint> vertices_as_material(const TriangleMesh& mesh) {
  std::vector<MaterialPoint> points(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      points[mesh.triangles[t][k]] = {static_cast<std::int32_t>(t), k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
    }
  }
  return points;
}

void place_surface(const Body& body, const BodyState& state, const Pose& pose, PlacedBody& placed) {
  placed.deformable->deformed_vertices(body, state, placed.vertices);
  placed.box = Aabb{};
  placed.radius = 0;
  for (Vec3& v : placed.vertices) {
    v = pose.to_world(v);
    placed.box.include(v);
    placed.radius = std::max(placed.radius, (v - state.center).norm());
  }
  placed.own_speed = placed.deformable->deformation_speed(state);
}

void collide_surface(const PlacedBody& surface, const PlacedBody& other, double margin, NarrowPhase& narrow_phase,
                     std::vector<PairPoint>& points, std::vector<std::size_t>& vertices) {
  points.clear();
  vertices.clear();
  PlacedPart vertex = surface.parts[0];
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    if (!surface.material[v].is_set()) continue;  // of no triangle: not on the surface
    vertex.pose.position = vertex.sphere.center = surface.vertices[v];
    vertex.box = {surface.vertices[v], surface.vertices[v]};
    for (std::size_t j = 0; j < other.parts.size(); ++j) {
      if (!parts_near(vertex, other.parts[j], margin)) continue;
      const std::size_t begin = points.size();
      narrow_phase.collide(vertex, other.parts[j], margin, 0, points);
      for (std::size_t k = begin; k < points.size(); ++k) {
        points[k].code = mix_hash(mix_hash(v, j), points[k].code);
        vertices.push_back(v);
      }
    }
  }
}

}  // namespace stiction
