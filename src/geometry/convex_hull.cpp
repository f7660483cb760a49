// Quickhull with exact predicates. Coordinates are rounded to 40-bit integers, so that the orientation of four points
// is an exact 128-bit determinant: no triangle ever folds over, and coplanar points are never "visible". The rounding
// (1e-12 of the extent) decides topology only; the vertices keep the bits they came with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/error.h"
#include "geometry/convex_polyhedron.h"
#include "geometry/mesh/near_points.h"

namespace stiction {
namespace {

// NOLINTNEXTLINE(modernize-use-using): only before a typedef does __extension__ keep -Wpedantic quiet.
__extension__ typedef __int128 Int128;
using Grid3 = std::array<std::int64_t, 3>;

constexpr double kGridSize = 549755813888.0;  // 2^39: differences fit 40 bits, their determinant 124
constexpr double kMergeTolerance = 1e-9;      // of the extent: equal points, coplanar triangles
constexpr double kFlatTolerance = 1e-8;       // of the extent: thinner sets have no volume worth simulating

struct Triangle {
  std::array<int, 3> vertex;    // counter-clockwise seen from outside
  std::array<int, 3> neighbor;  // across the edge vertex[i] -> vertex[i + 1]
  std::vector<int> outside;     // points that see this triangle, each kept by one triangle only
  bool alive = true;
};

// Six times the volume of (a, b, c, p): positive when p is on the outer side of the triangle.
Int128 height(const Grid3& a, const Grid3& b, const Grid3& c, const Grid3& p) {
  const std::int64_t u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const std::int64_t v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const std::int64_t w[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
  return (Int128(u[1]) * v[2] - Int128(u[2]) * v[1]) * w[0] + (Int128(u[2]) * v[0] - Int128(u[0]) * v[2]) * w[1] +
         (Int128(u[0]) * v[1] - Int128(u[1]) * v[0]) * w[2];
}

// The first of every cluster of equal points, in input order. corner: the lowest of their box.
std::vector<Vec3> distinct_points(const std::vector<Vec3>& points, const Vec3& corner, double tolerance) {
  std::vector<int> by_x(points.size());
  std::iota(by_x.begin(), by_x.end(), 0);
  std::stable_sort(by_x.begin(), by_x.end(), [&](int i, int j) { return points[i].x() < points[j].x(); });
  std::vector<char> dropped(points.size(), 0);
  NearPoints firsts(points, corner, tolerance);
  for (const int i : by_x) {
    if (firsts.find(points[i]) < 0) {
      firsts.add(i);
    } else {
      dropped[i] = 1;
    }
  }
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!dropped[i]) kept.push_back(points[i]);
  }
  return kept;
}

// Four points that span as much as a greedy choice finds.
std::array<int, 4> first_tetrahedron(const std::vector<Vec3>& points, double extent) {
  const auto farthest = [&](auto&& distance) {
    int best = 0;
    for (int i = 1; i < static_cast<int>(points.size()); ++i) {
      if (distance(points[i]) > distance(points[best])) best = i;
    }
    return best;
  };
  const int a = farthest([&](const Vec3& p) { return -p.x(); });
  const int b = farthest([&](const Vec3& p) { return (p - points[a]).norm(); });
  const Vec3 along = (points[b] - points[a]).normalized();
  const int c = farthest([&](const Vec3& p) { return (p - points[a]).cross(along).norm(); });
  if ((points[c] - points[a]).cross(along).norm() <= kFlatTolerance * extent) {
    throw InputError("convex hull: all points lie on one line; a solid needs points that span a volume");
  }
  const Vec3 normal = along.cross(points[c] - points[a]).normalized();
  const int d = farthest([&](const Vec3& p) { return std::abs(normal.dot(p - points[a])); });
  if (std::abs(normal.dot(points[d] - points[a])) <= kFlatTolerance * extent) {
    throw InputError("convex hull: all points lie in one plane; a solid needs points that span a volume");
  }
  return {a, b, c, d};
}

class QuickHull {
 public:
  QuickHull(const std::vector<Vec3>& points, const Vec3& center, double extent) {
    for (const Vec3& p : points) {
      const Vec3 scaled = (p - center) / extent * kGridSize;
      grid_.push_back({std::llround(scaled.x()), std::llround(scaled.y()), std::llround(scaled.z())});
    }
    from_.resize(points.size());
    to_.resize(points.size());
    start(first_tetrahedron(points, extent));
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (triangles_[t].alive && !triangles_[t].outside.empty()) add_farthest(static_cast<int>(t));
    }
  }

  long long looks() const { return looks_; }  // at points over triangles

  // The triangles that are left, neighbours renumbered.
  std::vector<Triangle> result() const {
    std::vector<int> index(triangles_.size(), -1);
    std::vector<Triangle> kept;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (!triangles_[t].alive) continue;
      index[t] = static_cast<int>(kept.size());
      kept.push_back(triangles_[t]);
    }
    for (Triangle& t : kept) {
      for (int& n : t.neighbor) n = index[n];
    }
    return kept;
  }

 private:
  Int128 height_over(const Triangle& t, int p) const {
    return height(grid_[t.vertex[0]], grid_[t.vertex[1]], grid_[t.vertex[2]], grid_[p]);
  }

  void start(std::array<int, 4> corner) {
    if (height(grid_[corner[0]], grid_[corner[1]], grid_[corner[2]], grid_[corner[3]]) > 0) {
      std::swap(corner[1], corner[2]);
    }
    const auto [a, b, c, d] = corner;
    triangles_.push_back({{a, b, c}, {1, 2, 3}, {}});
    triangles_.push_back({{b, a, d}, {0, 3, 2}, {}});
    triangles_.push_back({{c, b, d}, {0, 1, 3}, {}});
    triangles_.push_back({{a, c, d}, {0, 2, 1}, {}});
    for (int p = 0; p < static_cast<int>(grid_.size()); ++p) give_to_first(p, 0);
  }

  void give_to_first(int point, std::size_t from) {
    for (std::size_t t = from; t < triangles_.size(); ++t) {
      ++looks_;
      if (triangles_[t].alive && height_over(triangles_[t], point) > 0) {
        triangles_[t].outside.push_back(point);
        return;
      }
    }
  }

  // Removes the triangles that the farthest outside point sees and closes the hole with a cone to it.
  void add_farthest(int seed) {
    const std::vector<int>& candidates = triangles_[seed].outside;
    looks_ += static_cast<long long>(candidates.size());
    const int apex = *std::max_element(candidates.begin(), candidates.end(), [&](int p, int q) {
      return height_over(triangles_[seed], p) < height_over(triangles_[seed], q);
    });
    std::vector<int> visible = {seed};
    triangles_[seed].alive = false;
    struct HorizonEdge {
      int from, to, beyond;
    };
    std::vector<HorizonEdge> horizon;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        ++looks_;
        const int next = triangles_[visible[i]].neighbor[k];
        if (triangles_[next].alive && height_over(triangles_[next], apex) > 0) {
          triangles_[next].alive = false;
          visible.push_back(next);
        }
      }
    }
    for (int t : visible) {
      for (int k = 0; k < 3; ++k) {
        const int beyond = triangles_[t].neighbor[k];
        if (triangles_[beyond].alive) {
          horizon.push_back({triangles_[t].vertex[k], triangles_[t].vertex[(k + 1) % 3], beyond});
        }
      }
    }
    // The horizon is one loop: each of its vertices begins one edge and ends another.
    const int first = static_cast<int>(triangles_.size());
    for (std::size_t i = 0; i < horizon.size(); ++i) {
      from_[horizon[i].from] = first + static_cast<int>(i);
      to_[horizon[i].to] = first + static_cast<int>(i);
    }
    for (const HorizonEdge& e : horizon) {
      Triangle& beyond = triangles_[e.beyond];
      for (int k = 0; k < 3; ++k) {
        if (beyond.vertex[k] == e.to) beyond.neighbor[k] = static_cast<int>(triangles_.size());
      }
      triangles_.push_back({{e.from, e.to, apex}, {e.beyond, from_[e.to], to_[e.from]}, {}});
    }
    for (int t : visible) {
      const std::vector<int> orphans = std::move(triangles_[t].outside);
      triangles_[t].outside.clear();
      for (int p : orphans) {
        if (p != apex) give_to_first(p, first);
      }
    }
  }

  std::vector<Grid3> grid_;
  std::vector<Triangle> triangles_;
  std::vector<int> from_, to_;  // per point: the new triangle at the horizon's edge that begins or ends there
  long long looks_ = 0;
};

// Numbers the polygon each triangle belongs to: regions grow from the largest triangle over neighbours in its plane.
std::vector<int> coplanar_regions(const std::vector<Vec3>& points, const std::vector<Triangle>& triangles,
                                  double tolerance) {
  std::vector<Vec3> area(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& v = triangles[t].vertex;
    area[t] = (points[v[1]] - points[v[0]]).cross(points[v[2]] - points[v[0]]);
  }
  std::vector<int> order(triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int s, int t) { return area[s].norm() > area[t].norm(); });
  std::vector<int> region(triangles.size(), -1);
  for (int seed : order) {
    if (region[seed] >= 0) continue;
    const Vec3 normal = area[seed].normalized();
    const Vec3 base = points[triangles[seed].vertex[0]];
    region[seed] = seed;
    std::vector<int> queue = {seed};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int next : triangles[queue[i]].neighbor) {
        const bool flat = std::all_of(triangles[next].vertex.begin(), triangles[next].vertex.end(),
                                      [&](int v) { return std::abs(normal.dot(points[v] - base)) <= tolerance; });
        if (region[next] >= 0 || !flat) continue;
        region[next] = seed;
        queue.push_back(next);
      }
    }
  }
  return region;
}

// The triangles of each region, by the region's number.
std::vector<std::vector<int>> region_members(const std::vector<int>& region) {
  std::vector<std::vector<int>> members(region.size());
  for (std::size_t t = 0; t < region.size(); ++t) members[region[t]].push_back(static_cast<int>(t));
  return members;
}

// The border of one region, starting at its smallest vertex.
std::vector<int> region_loop(const std::vector<Triangle>& triangles, const std::vector<int>& region,
                             const std::vector<int>& members, std::vector<int>& next_vertex, long long& looks) {
  int border_edges = 0;
  int first = std::numeric_limits<int>::max();
  for (const int t : members) {
    ++looks;
    for (int k = 0; k < 3; ++k) {
      if (region[triangles[t].neighbor[k]] == region[t]) continue;
      next_vertex[triangles[t].vertex[k]] = triangles[t].vertex[(k + 1) % 3];
      first = std::min(first, triangles[t].vertex[k]);
      ++border_edges;
    }
  }
  std::vector<int> loop = {first};
  while (next_vertex[loop.back()] != first && static_cast<int>(loop.size()) < border_edges) {
    loop.push_back(next_vertex[loop.back()]);
  }
  if (static_cast<int>(loop.size()) != border_edges) {
    throw InputError("convex hull: the points are too nearly flat to tell its faces apart");
  }
  return loop;
}

// Normal from the loop's vector area, offset through its middle.
void fit_plane(ConvexPolyhedron::Face& face, const std::vector<Vec3>& vertices) {
  Vec3 area = Vec3::Zero();
  Vec3 sum = Vec3::Zero();
  const Vec3& base = vertices[face.vertices[0]];
  for (std::size_t i = 0; i < face.vertices.size(); ++i) {
    const Vec3 p = vertices[face.vertices[i]] - base;
    area += p.cross(vertices[face.vertices[(i + 1) % face.vertices.size()]] - base);
    sum += p;
  }
  face.normal = area.normalized();
  face.offset = face.normal.dot(base + sum / static_cast<double>(face.vertices.size()));
}

ConvexPolyhedron merge_triangles(const std::vector<Vec3>& points, const std::vector<Triangle>& triangles,
                                 double tolerance, long long& looks) {
  const std::vector<int> region = coplanar_regions(points, triangles, tolerance);
  const std::vector<std::vector<int>> members = region_members(region);
  ConvexPolyhedron hull;
  std::vector<int> scratch(points.size(), -1);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    if (region[t] != t) continue;
    hull.faces.push_back({region_loop(triangles, region, members[t], scratch, looks), Vec3::Zero(), 0});
  }
  // A point where fewer than three polygons meet lies within an edge.
  std::vector<int> face_count(points.size(), 0);
  for (const auto& face : hull.faces) {
    for (int v : face.vertices) ++face_count[v];
  }
  std::vector<int> index(points.size(), -1);
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (face_count[v] < 3) continue;
    index[v] = static_cast<int>(hull.vertices.size());
    hull.vertices.push_back(points[v]);
  }
  for (auto& face : hull.faces) {
    std::erase_if(face.vertices, [&](int v) { return index[v] < 0; });
    if (face.vertices.size() < 3)
      throw InputError("convex hull: the points are too nearly flat to tell its faces apart");
    for (int& v : face.vertices) v = index[v];
    fit_plane(face, hull.vertices);
  }
  build_edges(hull);
  return hull;
}

}  // namespace

ConvexPolyhedron convex_hull(const std::vector<Vec3>& points, long long* looks) {
  if (points.size() < 4) {
    throw InputError(fmt::format("convex hull: {} points given, at least 4 are needed", points.size()));
  }
  Aabb box;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) throw InputError(fmt::format("convex hull: point {} is not finite", i));
    box.include(points[i]);
  }
  const double extent = (box.max - box.min).maxCoeff();
  if (!std::isfinite(extent) || extent <= 0) {
    throw InputError("convex hull: all points coincide or lie too far apart; a solid needs points that span a volume");
  }
  const std::vector<Vec3> distinct = distinct_points(points, box.min, kMergeTolerance * extent);
  if (distinct.size() < 4) {
    throw InputError(
        fmt::format("convex hull: only {} of the points are distinct, at least 4 are needed", distinct.size()));
  }
  const QuickHull hull(distinct, (box.min + box.max) / 2, extent);
  long long all_looks = hull.looks();
  ConvexPolyhedron merged = merge_triangles(distinct, hull.result(), kMergeTolerance * extent, all_looks);
  if (looks) *looks = all_looks;
  return merged;
}

}  // namespace stiction
