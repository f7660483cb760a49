#include "geometry/tetra/mesher/stuffing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "geometry/tetra/tet_quality.h"

namespace stiction {
namespace {

using Point = BccLattice::Point;

struct EdgeHash {
  std::size_t operator()(std::uint64_t edge) const { return mix_hash(edge, 0); }
};

class Stuffer {
 public:
  Stuffer(const LevelSet& surface, BccLattice& lattice)
      : surface_(surface), lattice_(lattice), vertex_of_point_(lattice.point_count(), -1) {}

  StuffedMesh run() {
    snap_points();
    lattice_.for_each_tet([&](const BccLattice::Tet& tet) { fill(tet); });
    drop_unused();
    return std::move(result_);
  }

 private:
  static std::uint64_t edge_key(Point a, Point b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
  }

  int add_vertex(const Vec3& place, bool on_surface) {
    result_.mesh.vertices.push_back(place);
    result_.on_surface.push_back(on_surface);
    return static_cast<int>(result_.mesh.vertices.size()) - 1;
  }

  // The cut of an edge between points of different sign, neither of which has moved.
  const Vec3& cut(Point a, Point b) {
    const auto [entry, added] = cuts_.try_emplace(edge_key(a, b));
    if (added) {
      const auto [inside, outside] = lattice_.value(a) < 0 ? std::pair(a, b) : std::pair(b, a);
      entry->second = surface_.crossing(lattice_.place(inside), lattice_.place(outside), lattice_.value(inside),
                                        lattice_.value(outside));
    }
    return entry->second;
  }

  // Point after point: a point that has moved takes the cuts of its edges with it.
  void snap_points() {
    const double reach = lattice_.cell().maxCoeff();
    for (Point p = 0; p < lattice_.point_count(); ++p) {
      const double value = lattice_.value(p);
      if (!(std::abs(value) <= reach) || !lattice_.is_inner(p)) continue;
      const Vec3 place = lattice_.place(p);
      if (std::abs(value) <= surface_.tolerance()) {
        vertex_of_point_[p] = add_vertex(place, true);
        lattice_.set_zero(p);
        continue;
      }
      double nearest = std::numeric_limits<double>::infinity();
      Vec3 target = place;
      for (const Point q : lattice_.neighbours(p)) {
        if (!(lattice_.value(q) * value < 0)) continue;
        const Vec3& at = cut(p, q);
        const double distance = (at - place).norm(), edge = (lattice_.place(q) - place).norm();
        const double share = BccLattice::is_long(p, q) ? kLongShare : kShortShare;
        if (distance < share * edge && distance < nearest) {
          nearest = distance;
          target = at;
        }
      }
      if (nearest == std::numeric_limits<double>::infinity()) continue;
      vertex_of_point_[p] = add_vertex(target, true);
      lattice_.set_zero(p);
    }
  }

  int point_vertex(Point p) {
    int& vertex = vertex_of_point_[p];
    if (vertex < 0) vertex = add_vertex(lattice_.place(p), false);
    return vertex;
  }
  int cut_vertex(Point inside, Point outside) {
    const auto [entry, added] = vertex_of_edge_.try_emplace(edge_key(inside, outside), 0);
    if (added) entry->second = add_vertex(cut(inside, outside), true);
    return entry->second;
  }

  void emit(int a, int b, int c, int d) {
    if (even_) {
      result_.mesh.tets.push_back({a, b, c, d});
    } else {
      result_.mesh.tets.push_back({a, b, d, c});
    }
  }

  void fill(const BccLattice::Tet& tet) {
    int order[4], in = 0, out = 0, count = 0;
    for (int k = 0; k < 4; ++k) in += lattice_.value(tet[k]) < 0 ? 1 : 0;
    if (in == 0) return;
    for (int k = 0; k < 4; ++k) out += lattice_.value(tet[k]) > 0 ? 1 : 0;
    for (const int sign : {-1, 0, 1}) {
      for (int k = 0; k < 4; ++k) {
        const double value = lattice_.value(tet[k]);
        if ((value > 0) - (value < 0) == sign) order[count++] = k;
      }
    }
    even_ = true;
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j) even_ ^= order[i] > order[j];
    }
    // Inside first, then zero, then outside.
    const Point p[4] = {tet[order[0]], tet[order[1]], tet[order[2]], tet[order[3]]};
    const auto vertex = [&](int k) { return point_vertex(p[k]); };
    const auto cut_at = [&](int inside, int outside) { return cut_vertex(p[inside], p[outside]); };
    if (out == 0) {
      emit(vertex(0), vertex(1), vertex(2), vertex(3));
    } else if (in == 1) {
      int rest[3];
      for (int k = 1; k < 4; ++k) rest[k - 1] = k < 4 - out ? vertex(k) : cut_at(0, k);
      emit(vertex(0), rest[0], rest[1], rest[2]);
    } else if (in == 2 && out == 1) {
      fill_pyramid(p);
    } else if (in == 2) {
      fill_wedge(p);
    } else {
      const bool before[3] = {ends_at_cut_of_second(p[0], p[1], p[3]), ends_at_cut_of_second(p[1], p[2], p[3]),
                              ends_at_cut_of_second(p[2], p[0], p[3])};
      emit_prism({vertex(0), vertex(1), vertex(2)}, {cut_at(0, 3), cut_at(1, 3), cut_at(2, 3)}, before);
    }
  }

  // The quadrangle left of a face with two points inside: true if its diagonal runs from the first of them to the cut
  // next to the second one.
  bool ends_at_cut_of_second(Point first, Point second, Point outside) const {
    if (BccLattice::is_long(first, outside)) return false;
    if (BccLattice::is_long(second, outside)) return true;
    return (first < second) == lattice_.is_odd(outside);
  }

  // Two points inside, one zero (the apex), one outside.
  void fill_pyramid(const Point (&p)[4]) {
    const int a = point_vertex(p[0]), b = point_vertex(p[1]), apex = point_vertex(p[2]);
    const int cut_a = cut_vertex(p[0], p[3]), cut_b = cut_vertex(p[1], p[3]);
    if (ends_at_cut_of_second(p[0], p[1], p[3])) {
      emit(a, b, apex, cut_b);
      emit(a, cut_b, apex, cut_a);
    } else {
      emit(a, b, apex, cut_a);
      emit(b, cut_a, cut_b, apex);
    }
  }

  // Two points inside and two outside: a prism between the triangles at the points inside. Its face on the surface has
  // no neighbour: where both of its diagonals fit, the better one is taken.
  void fill_wedge(const Point (&p)[4]) {
    const std::array<int, 3> low = {point_vertex(p[0]), cut_vertex(p[0], p[2]), cut_vertex(p[0], p[3])};
    const std::array<int, 3> high = {point_vertex(p[1]), cut_vertex(p[1], p[2]), cut_vertex(p[1], p[3])};
    const bool first = ends_at_cut_of_second(p[0], p[1], p[2]);   // column 0 comes before column 1
    const bool second = ends_at_cut_of_second(p[0], p[1], p[3]);  // column 0 comes before column 2
    bool before[3] = {first, !first, !second};
    if (first != second) return emit_prism(low, high, before);
    auto& tets = result_.mesh.tets;
    const std::size_t start = tets.size();
    double best = -1;
    for (const bool middle : {false, true}) {
      before[1] = middle;
      emit_prism(low, high, before);
      double worst = 1;
      for (std::size_t t = start; t < tets.size(); ++t) {
        worst = std::min(worst, worst_sine(tet_corners(result_.mesh, tets[t])));
      }
      if (worst > best) {
        best = worst;
        kept_.assign(tets.begin() + static_cast<std::ptrdiff_t>(start), tets.end());
      }
      tets.resize(start);
    }
    tets.insert(tets.end(), kept_.begin(), kept_.end());
  }

  // Columns (low, high) of a prism; before[k]: the side between columns k and k + 1 has its diagonal from the low end
  // of k to the high end of k + 1. The three sides must not run round in a circle.
  void emit_prism(const std::array<int, 3>& low, const std::array<int, 3>& high, const bool (&before)[3]) {
    // The first column is before both others, the last one after both.
    int x = 0, z = 0;
    for (int k = 0; k < 3; ++k) {
      const bool before_next = before[k], after_last = before[(k + 2) % 3];
      if (before_next && !after_last) x = k;
      if (!before_next && after_last) z = k;
    }
    const int y = 3 - x - z;
    const bool turned = (x + 1) % 3 != y;
    const auto put = [&](int a, int b, int c, int d) { turned ? emit(a, b, d, c) : emit(a, b, c, d); };
    put(low[x], low[y], low[z], high[z]);
    put(low[x], low[y], high[z], high[y]);
    put(low[x], high[x], high[y], high[z]);
  }

  // Points that have moved without any tetrahedron around them.
  void drop_unused() {
    std::vector<int> number(result_.mesh.vertices.size(), -1);
    for (const auto& tet : result_.mesh.tets) {
      for (const int v : tet) number[v] = 0;
    }
    int used = 0;
    for (std::size_t v = 0; v < number.size(); ++v) {
      if (number[v] < 0) continue;
      result_.mesh.vertices[used] = result_.mesh.vertices[v];
      result_.on_surface[used] = result_.on_surface[v];
      number[v] = used++;
    }
    result_.mesh.vertices.resize(used);
    result_.on_surface.resize(used);
    for (auto& tet : result_.mesh.tets) {
      for (int& v : tet) v = number[v];
    }
  }

  const LevelSet& surface_;
  BccLattice& lattice_;
  std::vector<int> vertex_of_point_;
  std::unordered_map<std::uint64_t, Vec3, EdgeHash> cuts_;
  std::unordered_map<std::uint64_t, int, EdgeHash> vertex_of_edge_;
  StuffedMesh result_;
  bool even_ = true;                      // the tetrahedron at hand lists its corners in an even order
  std::vector<std::array<int, 4>> kept_;  // of a wedge
};

}  // namespace

StuffedMesh stuff_lattice(const LevelSet& surface, BccLattice& lattice) {
  return Stuffer(surface, lattice).run();
}

}  // namespace stiction
