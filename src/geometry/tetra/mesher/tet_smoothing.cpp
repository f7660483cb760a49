#include "geometry/tetra/mesher/tet_smoothing.h"

#include <algorithm>
#include <optional>

#include "geometry/tetra/tet_quality.h"

namespace stiction {
namespace {

constexpr double kSteps[] = {0.15, 0.05, 0.015};  // of the cell

class Smoother {
 public:
  Smoother(TetMesh& mesh, const std::vector<TetVertexKind>& kinds, const LevelSet& surface, double wanted_sine)
      : mesh_(mesh), kinds_(kinds), surface_(surface), fans_(mesh), wanted_(wanted_sine) {}

  bool sweep() {
    bool moved = false;
    for (int v = 0; v < static_cast<int>(mesh_.vertices.size()); ++v) {
      if (kinds_[v] == TetVertexKind::kCrease) continue;
      const double quality = fan_quality(mesh_, fans_, v, mesh_.vertices[v], -1);
      if (quality < wanted_) moved |= improve(v, quality);
    }
    return moved;
  }

 private:
  // To the middle of the neighbours, then along fixed directions with ever smaller steps, as long as it helps.
  bool improve(int v, double quality) {
    const double before = quality;
    Vec3 middle = Vec3::Zero();
    int count = 0;
    for (const int* t = fans_.begin(v); t != fans_.end(v); ++t) {
      for (const int w : mesh_.tets[*t]) {
        if (w == v || (kinds_[v] == TetVertexKind::kSurface && kinds_[w] == TetVertexKind::kInner)) continue;
        middle += mesh_.vertices[w];
        ++count;
      }
    }
    if (count > 0) try_move(v, 0.5 * (middle / count + mesh_.vertices[v]), quality);
    Vec3 u = Vec3::Zero(), w = Vec3::Zero();
    const bool on_surface = kinds_[v] == TetVertexKind::kSurface;
    if (on_surface) {
      const auto normal = surface_.normal(mesh_.vertices[v]);
      if (!normal) return quality > before;
      u = normal->unitOrthogonal();
      w = normal->cross(u);
    }
    for (const double step : kSteps) {
      const double length = step * surface_.cell();
      const int directions = on_surface ? 8 : 6;
      for (int k = 0; k < directions; ++k) {
        const Vec3 way = on_surface ? around(u, w, k) : along_axis(k);
        while (try_move(v, mesh_.vertices[v] + length * way, quality)) {
        }
      }
    }
    return quality > before;
  }

  static Vec3 along_axis(int k) { return (k % 2 == 0 ? 1 : -1) * Vec3::Unit(k / 2); }
  static Vec3 around(const Vec3& u, const Vec3& w, int k) {
    constexpr double kTurn[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    return kTurn[k][0] * u + kTurn[k][1] * w;
  }

  bool try_move(int v, const Vec3& target, double& quality) {
    Vec3 place = target;
    if (kinds_[v] == TetVertexKind::kSurface) {
      // Off the surface by a little, the answer is nearly the same: most moves need no projection.
      if (fan_quality(mesh_, fans_, v, place, 0.9 * quality) < 0.9 * quality) return false;
      const std::optional<Vec3> projected = surface_.projected(place);
      if (!projected) return false;
      place = *projected;
    }
    const double after = fan_quality(mesh_, fans_, v, place, quality);
    if (!(after > quality + 1e-6)) return false;
    if (kinds_[v] == TetVertexKind::kInner && !(surface_.value(place) < 0)) return false;
    mesh_.vertices[v] = place;
    quality = after;
    return true;
  }

  TetMesh& mesh_;
  const std::vector<TetVertexKind>& kinds_;
  const LevelSet& surface_;
  TetFans fans_;
  double wanted_;
};

}  // namespace

TetFans::TetFans(const TetMesh& mesh) : begin_(mesh.vertices.size() + 1, 0), tets_(4 * mesh.tets.size()) {
  for (const auto& tet : mesh.tets) {
    for (const int v : tet) ++begin_[v + 1];
  }
  for (std::size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  for (int t = 0; t < static_cast<int>(mesh.tets.size()); ++t) {
    for (const int v : mesh.tets[t]) tets_[next[v]++] = t;
  }
}

double fan_quality(const TetMesh& mesh, const TetFans& fans, int vertex, const Vec3& place, double enough) {
  double worst = 1;
  for (const int* t = fans.begin(vertex); t != fans.end(vertex) && worst >= enough; ++t) {
    const auto& tet = mesh.tets[*t];
    TetCorners corners = tet_corners(mesh, tet);
    for (int k = 0; k < 4; ++k) {
      if (tet[k] == vertex) corners[k] = place;
    }
    worst = std::min(worst, worst_sine(corners));
  }
  return worst;
}

void smooth_tets(TetMesh& mesh, const std::vector<TetVertexKind>& kinds, const LevelSet& surface, int sweeps,
                 double wanted_sine) {
  Smoother smoother(mesh, kinds, surface, wanted_sine);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (!smoother.sweep()) return;
  }
}

}  // namespace stiction
