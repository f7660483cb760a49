#include "geometry/tetra/tet_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "geometry/mesh/mesh_edges.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/tetra/tet_quality.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

constexpr int kNamed = 3;  // of the places in a message

class Checker {
 public:
  Checker(TetMesh& mesh, const std::string& origin) : mesh_(mesh), origin_(origin) {}

  std::vector<std::string> run() {
    if (mesh_.tets.empty()) fail("the mesh has no tetrahedra; export the volume mesh, not the surface alone");
    check_numbers();
    check_volumes();
    drop_unused();
    check_faces();
    check_surface();
    return std::move(notes_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}: {}", origin_, message));
  }
  std::string tet_place(int t) const {
    return fmt::format("tetrahedron {} at {}", t, position_text(mesh_.vertices[mesh_.tets[t][0]]));
  }
  // "tetrahedron 3 at (...) m, tetrahedron 7 at (...) m and 4 more"
  std::string tet_places(const std::vector<int>& list) const {
    std::string text;
    for (std::size_t i = 0; i < list.size() && i < kNamed; ++i) text += (i == 0 ? "" : ", ") + tet_place(list[i]);
    if (list.size() > kNamed) text += fmt::format(" and {} more", list.size() - kNamed);
    return text;
  }

  void check_numbers() const {
    const int count = static_cast<int>(mesh_.vertices.size());
    for (int v = 0; v < count; ++v) {
      if (!mesh_.vertices[v].allFinite()) fail(fmt::format("vertex {}, counted from 0, is not finite", v));
    }
    for (std::size_t t = 0; t < mesh_.tets.size(); ++t) {
      for (const int v : mesh_.tets[t]) {
        if (v >= 0 && v < count) continue;
        fail(fmt::format("tetrahedron {} has a corner {}; vertices are 0 to {}", t, v, count - 1));
      }
    }
  }

  void check_volumes() {
    std::vector<int> flat, inverted;
    for (int t = 0; t < static_cast<int>(mesh_.tets.size()); ++t) {
      const TetCorners x = tet_corners(mesh_, mesh_.tets[t]);
      double longest = 0;
      for (const auto& [i, j] : kTetEdges) longest = std::max(longest, (x[j] - x[i]).norm());
      const double volume = tet_volume(x);
      if (!(std::abs(volume) > kNoTetVolume * longest * longest * longest)) {
        flat.push_back(t);
      } else if (volume < 0) {
        inverted.push_back(t);
      }
    }
    if (!flat.empty()) {
      fail(fmt::format("{} degenerate, without volume: {}, counted from 0; mesh it again with a bound on the angles",
                       flat.size() == 1 ? "1 tetrahedron is" : fmt::format("{} tetrahedra are", flat.size()),
                       tet_places(flat)));
    }
    if (inverted.size() == mesh_.tets.size()) {
      for (auto& tet : mesh_.tets) std::swap(tet[2], tet[3]);
      notes_.emplace_back("all tetrahedra were inverted and have been turned round");
    } else if (!inverted.empty()) {
      fail(fmt::format("{} of {} tetrahedra are inverted: {}, counted from 0; untangle the mesh or make it again",
                       inverted.size(), mesh_.tets.size(), tet_places(inverted)));
    }
  }

  void drop_unused() {
    std::vector<int> number(mesh_.vertices.size(), -1);
    for (const auto& tet : mesh_.tets) {
      for (const int v : tet) number[v] = 0;
    }
    int used = 0;
    for (std::size_t v = 0; v < number.size(); ++v) {
      if (number[v] < 0) continue;
      number[v] = used;
      mesh_.vertices[used++] = mesh_.vertices[v];
    }
    const auto unused = static_cast<int>(mesh_.vertices.size()) - used;
    if (unused == 0) return;
    mesh_.vertices.resize(used);
    for (auto& tet : mesh_.tets) {
      for (int& v : tet) v = number[v];
    }
    notes_.push_back(fmt::format("{} that no tetrahedron uses {} been dropped",
                                 unused == 1 ? "1 vertex" : fmt::format("{} vertices", unused),
                                 unused == 1 ? "has" : "have"));
  }

  void check_faces() const {
    const std::vector<FaceUse> uses = face_uses(mesh_);
    for (std::size_t i = 2; i < uses.size(); ++i) {
      if (uses[i - 2].corners != uses[i].corners) continue;
      fail(fmt::format(
          "the mesh is not a manifold: more than two tetrahedra share a face, {}, {} and {}; remove the doubled ones",
          tet_place(uses[i - 2].tet), tet_place(uses[i - 1].tet), tet_place(uses[i].tet)));
    }
    for (std::size_t i = 1; i < uses.size(); ++i) {
      if (uses[i - 1].corners == uses[i].corners && same_side(uses[i - 1], uses[i])) {
        fail(fmt::format("{} and {} overlap: they lie on the same side of their common face",
                         tet_place(uses[i - 1].tet), tet_place(uses[i].tet)));
      }
    }
    const std::vector<int> part = tet_parts(mesh_, uses);
    const int pieces = *std::max_element(part.begin(), part.end()) + 1;
    if (pieces > 1) {
      const auto other = std::find(part.begin(), part.end(), 1) - part.begin();
      fail(fmt::format(
          "the mesh is in {} pieces that share no face (the second begins with {}); a body is one piece: join "
          "them, or make a mesh of each",
          pieces, tet_place(static_cast<int>(other))));
    }
  }

  // Volumes are positive here, so that neighbours run through their common face in opposite directions.
  bool same_side(const FaceUse& a, const FaceUse& b) const { return is_even(a) == is_even(b); }
  bool is_even(const FaceUse& use) const {
    int c[3];
    for (int k = 0; k < 3; ++k) c[k] = mesh_.tets[use.tet][kTetFaces[use.face][k]];
    return ((c[0] > c[1]) + (c[1] > c[2]) + (c[0] > c[2])) % 2 == 0;
  }

  void check_surface() const {
    const TetSurface surface = tet_surface(mesh_);
    const std::vector<EdgeUse> uses = edge_uses(surface.mesh.triangles);
    const auto place = [&](int v) { return position_text(surface.mesh.vertices[v]); };
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
      if (edge.size() == 2) return;
      fail(fmt::format(
          "the mesh is not a manifold: {} triangles of the surface meet in the edge from {} to {}; parts that touch "
          "must share a face or keep apart",
          edge.size(), place(edge[0].low), place(edge[0].high)));
    });
    const std::vector<int> fans = vertex_fans(surface.mesh.triangles, uses, surface.mesh.vertices.size());
    const auto split = std::find_if(fans.begin(), fans.end(), [](int count) { return count > 1; });
    if (split == fans.end()) return;
    fail(fmt::format(
        "the mesh is not a manifold: parts touch in a point only, at {}; they must share a face or keep apart",
        place(static_cast<int>(split - fans.begin()))));
  }

  TetMesh& mesh_;
  const std::string& origin_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> tet_check(TetMesh& mesh, const std::string& origin) {
  return Checker(mesh, origin).run();
}

std::string tet_fault(const TetMesh& mesh) {
  TetMesh mended = mesh;
  try {
    if (tet_check(mended, "").empty()) return "";
  } catch (const InputError& error) {
    return std::string(error.what()).substr(2);  // without ": "
  }
  if (tet_volume(tet_corners(mesh, mesh.tets[0])) < 0) {
    return "all tetrahedra are inverted, the first of them is tetrahedron 0; exchange two corners of each";
  }
  std::vector<char> used(mesh.vertices.size(), 0);
  for (const auto& tet : mesh.tets) {
    for (const int v : tet) used[v] = 1;
  }
  const auto first = std::find(used.begin(), used.end(), 0) - used.begin();
  return fmt::format("vertex {}, counted from 0, belongs to no tetrahedron; leave such vertices out", first);
}

}  // namespace stiction
