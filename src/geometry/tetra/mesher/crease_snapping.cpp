#include "geometry/tetra/mesher/crease_snapping.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "geometry/mesh/mesh_edges.h"
#include "geometry/solids/polygonise/creases.h"
#include "geometry/tetra/tet_surface.h"

namespace stiction {
namespace {

constexpr double kSharpCosine = 0.87;  // normals 30 degrees apart suggest a crease
constexpr double kNearby = 0.005;      // of the cell

class CreaseSnapper {
 public:
  CreaseSnapper(TetMesh& mesh, std::vector<TetVertexKind>& kinds, const LevelSet& surface, double least_sine)
      : mesh_(mesh), kinds_(kinds), surface_(surface), fans_(mesh), boundary_(tet_surface(mesh)), least_(least_sine) {
    for (auto& triangle : boundary_.mesh.triangles) {
      for (int& v : triangle) v = boundary_.mesh_vertex[v];
    }
  }

  int run() {
    measure_normals();
    int moved = 0;
    propose_corners();
    moved += carry_out();
    propose_creases();
    moved += carry_out();
    return moved;
  }

 private:
  struct Move {
    double distance;  // [m]
    int vertex;
    int other;  // end of the edge, -1 for corners: nothing is to be done once it lies on a crease itself
    Vec3 target;
  };

  void measure_normals() {
    normals_.assign(mesh_.vertices.size(), Vec3::Zero());
    for (const int v : boundary_.mesh_vertex) {
      if (kinds_[v] != TetVertexKind::kSurface) continue;
      normals_[v] = surface_.normal(mesh_.vertices[v]).value_or(Vec3::Zero());
      if (is_on_crease(v)) kinds_[v] = TetVertexKind::kCrease;
    }
  }

  // Normals a little to both sides of a vertex differ if it lies on a crease already.
  bool is_on_crease(int v) const {
    if (normals_[v].squaredNorm() == 0) return false;
    const double step = kNearby * surface_.cell();
    const Vec3 u = step * normals_[v].unitOrthogonal(), w = normals_[v].cross(u);
    for (const Vec3& offset : {u, w, Vec3(u + w), Vec3(u - w)}) {
      const auto here = surface_.normal(mesh_.vertices[v] + offset),
                 there = surface_.normal(mesh_.vertices[v] - offset);
      if (here && there && here->dot(*there) < kSharpCosine) return true;
    }
    return false;
  }

  bool are_sharp(int a, int b) const {
    const bool smooth = kinds_[a] == TetVertexKind::kSurface && kinds_[b] == TetVertexKind::kSurface;
    return smooth && normals_[a].squaredNorm() > 0 && normals_[b].squaredNorm() > 0 &&
           normals_[a].dot(normals_[b]) < kSharpCosine;
  }

  void propose(int vertex, int other, const Vec3& target) {
    moves_.push_back({(target - mesh_.vertices[vertex]).norm(), vertex, other, target});
  }

  void propose_corners() {
    for (const auto& [a, b, c] : boundary_.mesh.triangles) {
      if (!are_sharp(a, b) || !are_sharp(b, c) || !are_sharp(c, a)) continue;
      const Vec3 points[3] = {mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]};
      const auto corner = meeting_point(surface_, points, (points[0] + points[1] + points[2]) / 3);
      if (!corner || is_taken(*corner)) continue;
      for (const int v : {a, b, c}) propose(v, -1, *corner);
    }
  }

  bool is_taken(const Vec3& corner) const {
    return std::any_of(taken_.begin(), taken_.end(),
                       [&](const Vec3& other) { return (other - corner).norm() < 0.1 * surface_.cell(); });
  }

  void propose_creases() {
    for_each_edge(edge_uses(boundary_.mesh.triangles), [&](std::span<const EdgeUse> edge) {
      const int a = edge[0].low, b = edge[0].high;
      if (!are_sharp(a, b)) return;
      const Vec3 points[2] = {mesh_.vertices[a], mesh_.vertices[b]};
      const auto crease = meeting_point(surface_, points, (points[0] + points[1]) / 2);
      if (!crease) return;
      propose(a, b, *crease);
      propose(b, a, *crease);
    });
  }

  // The shortest moves first.
  int carry_out() {
    std::sort(moves_.begin(), moves_.end(), [](const Move& a, const Move& b) {
      return std::tie(a.distance, a.vertex, a.other) < std::tie(b.distance, b.vertex, b.other);
    });
    int count = 0;
    for (const Move& move : moves_) {
      if (kinds_[move.vertex] != TetVertexKind::kSurface) continue;
      if (move.other >= 0 ? kinds_[move.other] == TetVertexKind::kCrease : is_taken(move.target)) continue;
      if (fan_quality(mesh_, fans_, move.vertex, move.target, least_) < least_) continue;
      mesh_.vertices[move.vertex] = move.target;
      kinds_[move.vertex] = TetVertexKind::kCrease;
      if (move.other < 0) taken_.push_back(move.target);
      ++count;
    }
    moves_.clear();
    return count;
  }

  TetMesh& mesh_;
  std::vector<TetVertexKind>& kinds_;
  const LevelSet& surface_;
  TetFans fans_;
  TetSurface boundary_;  // its triangles name vertices of the tetrahedral mesh
  double least_;
  std::vector<Vec3> normals_;
  std::vector<Move> moves_;
  std::vector<Vec3> taken_;  // corners
};

}  // namespace

int snap_to_creases(TetMesh& mesh, std::vector<TetVertexKind>& kinds, const LevelSet& surface, double least_sine) {
  return CreaseSnapper(mesh, kinds, surface, least_sine).run();
}

}  // namespace stiction
