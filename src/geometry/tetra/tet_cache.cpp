#include "geometry/tetra/tet_cache.h"

#include <fmt/format.h>

#include "base/byte_stream.h"
#include "base/cache_file.h"
#include "base/overloaded.h"
#include "geometry/tetra/shape_tets.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

constexpr CacheKind kKind = {"tetrahedral mesh", 1, "another shape or cell", "made"};

void add_shape(CacheKey& key, const Shape& shape) {
  key.add(static_cast<std::uint64_t>(shape.index()));
  const auto add_triangles = [&](const TriangleMesh& mesh) {
    key.add(mesh.vertices.size());
    for (const Vec3& v : mesh.vertices) key.add(v);
    for (const auto& triangle : mesh.triangles)
      for (const int v : triangle) key.add(v);
  };
  std::visit(Overloaded{[&](const PlaneShape& plane) { key.add(plane.normal), key.add(plane.offset); },
                        [&](const SphereShape& sphere) { key.add(sphere.radius); },
                        [&](const ConvexShape& convex) {
                          for (const Vec3& v : convex.polyhedron->vertices) key.add(v);
                        },
                        [&](const CapsuleShape& capsule) { key.add(capsule.radius), key.add(capsule.length); },
                        [&](const CylinderShape& cylinder) { key.add(cylinder.radius), key.add(cylinder.length); },
                        [&](const MeshShape& mesh) {
                          key.add(mesh.recipe ? 1 : 0);
                          add_triangles(mesh.geometry->mesh());
                        },
                        [&](const CompoundShape& compound) {
                          key.add(compound.parts->size());
                          for (const CompoundPart& part : *compound.parts) {
                            add_shape(key, part.shape);
                            key.add(part.pose.position);
                            for (const double x : part.pose.rotation.coeffs()) key.add(x);
                          }
                        }},
             shape);
}

std::string packed(const TetMesh& mesh) {
  ByteWriter content;
  content.put(static_cast<std::uint64_t>(mesh.vertices.size()));
  for (const Vec3& v : mesh.vertices) content.put(v);
  content.put(static_cast<std::uint64_t>(mesh.tets.size()));
  for (const auto& tet : mesh.tets) content.append(tet.data(), sizeof tet);
  return content.bytes();
}

TetMesh unpacked(std::string_view content, const std::string& what) {
  ByteReader in(content, what);
  TetMesh mesh;
  mesh.vertices.resize(in.checked_count(3 * sizeof(double)));
  for (Vec3& v : mesh.vertices) v = in.get_vec3();
  mesh.tets.resize(in.checked_count(4 * sizeof(int)));
  for (auto& tet : mesh.tets)
    for (int& v : tet) v = in.get<int>();
  return mesh;
}

bool is_box(const Shape& shape) {
  const auto* convex = std::get_if<ConvexShape>(&shape);
  return convex != nullptr && convex->is_box();
}

}  // namespace

CacheKey shape_tets_key(const Shape& shape, double cell) {
  CacheKey key;
  key.add(static_cast<std::uint64_t>(kKind.format));
  key.add(cell);
  add_shape(key, shape);
  return key;
}

fs::path shape_tets_file(const CacheKey& key, const fs::path& folder) {
  return folder / fmt::format("tets-{}.bin", key_text(key));
}

TetMesh cached_shape_tets(const Shape& shape, double cell, const fs::path& folder, const ReportProgress& progress) {
  if (folder.empty() || is_box(shape)) return shape_tet_mesh(shape, cell);
  const CacheKey key = shape_tets_key(shape, cell);
  const fs::path path = shape_tets_file(key, folder);
  return found_or_made(
      path, kKind, key, progress,
      [&] { return unpacked(read_sealed_file(path, kKind, key), "the tetrahedral mesh " + path.string()); },
      [&] {
        if (progress) progress("filling the shape with tetrahedra", 0);
        return shape_tet_mesh(shape, cell);
      },
      packed);
}

}  // namespace stiction
