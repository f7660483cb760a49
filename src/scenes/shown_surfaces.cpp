#include "scenes/shown_surfaces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "model/deformable.h"
#include "scenes/shape_triangles.h"

namespace stiction {
namespace {

constexpr int kSegments = 32;
constexpr int kFewSegments = 16;
constexpr int kManyRound = 200;  // different round shapes
const double kCreaseCosine = std::cos(40 * std::numbers::pi / 180);

bool is_round(const Shape& shape) {
  if (const auto* compound = std::get_if<CompoundShape>(&shape)) {
    return std::ranges::any_of(*compound->parts, [](const CompoundPart& part) { return is_round(part.shape); });
  }
  return std::holds_alternative<SphereShape>(shape) || std::holds_alternative<CapsuleShape>(shape) ||
         std::holds_alternative<CylinderShape>(shape);
}

// Doubles the vertices at edges sharper than the crease: a vertex stays shared by triangles whose normals agree.
TriangleMesh creased(const TriangleMesh& mesh) {
  std::vector<std::vector<std::pair<Vec3, int>>> copies(mesh.vertices.size());  // of each vertex: normal, new index
  TriangleMesh result;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    const auto& [a, b, c] = triangle;
    const Vec3& origin = mesh.vertices[a];
    const Vec3 normal = (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin).normalized();
    std::array<int, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      auto& candidates = copies[triangle[k]];
      const auto fits = [&](const auto& copy) { return copy.first.dot(normal) > kCreaseCosine; };
      auto found = std::ranges::find_if(candidates, fits);
      if (found == candidates.end()) {
        found = candidates.insert(candidates.end(), {normal, static_cast<int>(result.vertices.size())});
        result.vertices.push_back(mesh.vertices[triangle[k]]);
      }
      corners[k] = found->second;
    }
    result.triangles.push_back(corners);
  }
  return result;
}

ShownSurface surface_of(const TriangleMesh& mesh) {
  ShownSurface surface;
  surface.vertices.reserve(3 * mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) {
    for (const double x : v) surface.vertices.push_back(static_cast<float>(x));
  }
  surface.triangles.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    for (const int vertex : triangle) surface.triangles.push_back(static_cast<std::uint32_t>(vertex));
  }
  return surface;
}

// Every vertex of a body that deforms is in every frame: none is doubled.
ShownSurface surface_of(const Body& body, int segments) {
  if (body.deforms()) return surface_of(body.deformable->surface());
  const bool smooth = is_round(body.shape);
  const TriangleMesh mesh = shape_triangles(body.shape, segments);
  ShownSurface surface = surface_of(smooth ? creased(mesh) : mesh);
  surface.smooth = smooth;
  return surface;
}

// The bytes that tell surfaces apart.
std::string key_of(const ShownSurface& surface) {
  std::string key(reinterpret_cast<const char*>(surface.vertices.data()), surface.vertices.size() * sizeof(float));
  key.append(reinterpret_cast<const char*>(surface.triangles.data()), surface.triangles.size() * sizeof(std::uint32_t));
  return key;
}

ShownSurfaces surfaces_with(const Model& model, int segments) {
  ShownSurfaces shown;
  std::map<const MeshGeometry*, int> of_mesh;  // bodies often share a mesh: looked at once
  std::map<std::string, int> known;
  for (const Body& body : model.bodies) {
    const auto* mesh = body.deforms() ? nullptr : std::get_if<MeshShape>(&body.shape);
    if (mesh != nullptr && of_mesh.contains(mesh->geometry.get())) {
      shown.of_body.push_back(of_mesh[mesh->geometry.get()]);
      continue;
    }
    ShownSurface surface = surface_of(body, segments);
    int index = -1;
    if (!surface.triangles.empty()) {
      const auto [place, is_new] = known.try_emplace(key_of(surface), static_cast<int>(shown.surfaces.size()));
      if (is_new) shown.surfaces.push_back(std::move(surface));
      index = place->second;
    }
    if (mesh != nullptr) of_mesh[mesh->geometry.get()] = index;
    shown.of_body.push_back(index);
  }
  return shown;
}

}  // namespace

ShownSurfaces shown_surfaces(const Model& model) {
  ShownSurfaces shown = surfaces_with(model, kSegments);
  const auto different =
      std::ranges::count_if(shown.surfaces, [](const ShownSurface& surface) { return surface.smooth; });
  return different > kManyRound ? surfaces_with(model, kFewSegments) : shown;
}

}  // namespace stiction
