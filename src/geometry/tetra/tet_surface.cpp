#include "geometry/tetra/tet_surface.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "geometry/tetra/tet_quality.h"

namespace stiction {
namespace {

int root_of(std::vector<int>& parent, int t) {
  while (parent[t] != t) t = parent[t] = parent[parent[t]];
  return t;
}

}  // namespace

std::vector<FaceUse> face_uses(const TetMesh& mesh) {
  std::vector<FaceUse> uses;
  uses.reserve(4 * mesh.tets.size());
  for (int t = 0; t < static_cast<int>(mesh.tets.size()); ++t) {
    for (int f = 0; f < 4; ++f) {
      FaceUse use{{}, t, f};
      for (int k = 0; k < 3; ++k) use.corners[k] = mesh.tets[t][kTetFaces[f][k]];
      std::sort(use.corners.begin(), use.corners.end());
      uses.push_back(use);
    }
  }
  std::sort(uses.begin(), uses.end(),
            [](const FaceUse& a, const FaceUse& b) { return std::tie(a.corners, a.tet) < std::tie(b.corners, b.tet); });
  return uses;
}

TetSurface tet_surface(const TetMesh& mesh) {
  const std::vector<FaceUse> uses = face_uses(mesh);
  std::vector<FaceUse> outer;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const bool like_last = i > 0 && uses[i - 1].corners == uses[i].corners;
    const bool like_next = i + 1 < uses.size() && uses[i + 1].corners == uses[i].corners;
    if (!like_last && !like_next) outer.push_back(uses[i]);
  }
  TetSurface surface;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const FaceUse& use : outer) {
    for (const int v : use.corners) number[v] = 0;
  }
  for (int v = 0; v < static_cast<int>(number.size()); ++v) {
    if (number[v] < 0) continue;
    number[v] = static_cast<int>(surface.mesh_vertex.size());
    surface.mesh_vertex.push_back(v);
    surface.mesh.vertices.push_back(mesh.vertices[v]);
  }
  for (const FaceUse& use : outer) {
    const auto& tet = mesh.tets[use.tet];
    const auto& [a, b, c] = kTetFaces[use.face];
    surface.mesh.triangles.push_back({number[tet[a]], number[tet[b]], number[tet[c]]});
  }
  return surface;
}

std::vector<int> tet_parts(const TetMesh& mesh, const std::vector<FaceUse>& uses) {
  std::vector<int> parent(mesh.tets.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t i = 1; i < uses.size(); ++i) {
    if (uses[i - 1].corners != uses[i].corners) continue;
    const int a = root_of(parent, uses[i - 1].tet), b = root_of(parent, uses[i].tet);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<int> part(mesh.tets.size());
  int count = 0;
  for (int t = 0; t < static_cast<int>(part.size()); ++t) {
    const int root = root_of(parent, t);
    part[t] = root == t ? count++ : part[root];
  }
  return part;
}

}  // namespace stiction
