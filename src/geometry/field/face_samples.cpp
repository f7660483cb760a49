// Samples of flat areas: a grid along the area's longest border edge, symmetric in its bounding rectangle.
#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "geometry/field/surface_samples.h"

namespace stiction {
namespace {

constexpr double kBorder = 0.25;  // of the spacing

// Neighbouring triangles in one plane.
struct FlatArea {
  std::vector<int> triangles;
  std::vector<int> border;  // edges that are not flat
};

std::vector<FlatArea> flat_areas(const TriangleMesh& mesh, const MeshTopology& topology) {
  std::vector<FlatArea> areas;
  std::vector<bool> seen(mesh.triangles.size(), false);
  std::vector<int> stack;
  for (int start = 0; start < static_cast<int>(mesh.triangles.size()); ++start) {
    if (seen[start]) continue;
    FlatArea area;
    stack.assign(1, start);
    seen[start] = true;
    while (!stack.empty()) {
      const int t = stack.back();
      stack.pop_back();
      area.triangles.push_back(t);
      for (int e : topology.triangle_edges[t]) {
        const MeshTopology::Edge& edge = topology.edges[e];
        const int other = edge.triangle[0] == t ? edge.triangle[1] : edge.triangle[0];
        if (!edge.flat) {
          area.border.push_back(e);
        } else if (!seen[other]) {
          seen[other] = true;
          stack.push_back(other);
        }
      }
    }
    std::sort(area.triangles.begin(), area.triangles.end());
    std::sort(area.border.begin(), area.border.end());
    areas.push_back(std::move(area));
  }
  return areas;
}

double distance_to_edge(const TriangleMesh& mesh, const MeshTopology::Edge& edge, const Vec3& p) {
  const Vec3& a = mesh.vertices[edge.vertex[0]];
  const Vec3 along = mesh.vertices[edge.vertex[1]] - a;
  const double s = std::clamp((p - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (p - a - s * along).norm();
}

// Coordinates in the plane of a flat area, and the grid in its bounding rectangle.
struct AreaGrid {
  Vec3 origin, u, v;  // [m]; unit vectors
  double low[2] = {0, 0}, pitch[2] = {0, 0};
  int count[2] = {1, 1};

  Vec2 flat(const Vec3& p) const { return {(p - origin).dot(u), (p - origin).dot(v)}; }
  std::size_t number(int i, int j) const { return static_cast<std::size_t>(j) * count[0] + i; }
  Vec2 at(int i, int j) const { return {low[0] + (i + 0.5) * pitch[0], low[1] + (j + 0.5) * pitch[1]}; }
};

AreaGrid lay_out(const TriangleMesh& mesh, const MeshTopology& topology, const FlatArea& area, double spacing) {
  double longest = 0;
  AreaGrid grid;
  for (int e : area.border) {
    const auto& ends = topology.edges[e].vertex;
    const Vec3 along = mesh.vertices[ends[1]] - mesh.vertices[ends[0]];
    if (along.norm() <= longest) continue;
    longest = along.norm();
    grid.origin = mesh.vertices[ends[0]];
    grid.u = along / longest;
  }
  grid.v = topology.normals[area.triangles.front()].cross(grid.u).normalized();
  Vec2 min = Vec2::Constant(std::numeric_limits<double>::infinity()), max = -min;
  for (int t : area.triangles) {
    for (int vertex : mesh.triangles[t]) {
      const Vec2 p = grid.flat(mesh.vertices[vertex]);
      min = min.cwiseMin(p);
      max = max.cwiseMax(p);
    }
  }
  for (int axis = 0; axis < 2; ++axis) {
    const double extent = max[axis] - min[axis];
    grid.low[axis] = min[axis];
    grid.count[axis] = std::max(1, static_cast<int>(std::ceil(extent / spacing * (1 - 1e-12))));
    grid.pitch[axis] = extent / grid.count[axis];
  }
  return grid;
}

double cross2(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Borders included.
bool is_inside(const std::array<Vec2, 3>& corners, const Vec2& p) {
  for (int k = 0; k < 3; ++k) {
    const Vec2 along = corners[(k + 1) % 3] - corners[k];
    if (!(cross2(along, p - corners[k]) >= -1e-12 * along.squaredNorm())) return false;
  }
  return true;
}

struct Interval {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(double x) { low = std::min(low, x), high = std::max(high, x); }
};

// Widens `x` by the part of the segment between two heights, if there is any.
void include_part(const Vec2& a, const Vec2& b, const Interval& height, Interval& x) {
  const auto [lower, upper] = std::minmax(a.y(), b.y());
  if (upper < height.low || lower > height.high) return;
  for (const double level : {height.low, height.high}) {
    const double share = std::clamp((level - a.y()) / (b.y() - a.y()), 0.0, 1.0);
    if (upper > lower) x.include(a.x() + share * (b.x() - a.x()));
  }
  if (!(upper > lower)) x.include(a.x()), x.include(b.x());
}

// Calls visit(i, j), row by row, for all points of the grid nearer than `reach` to the inside of a polygon or to a
// segment, and for some more around them.
template <std::size_t kCorners, typename Visitor>
void visit_near(const AreaGrid& grid, const std::array<Vec2, kCorners>& corners, double reach, const Visitor& visit) {
  const auto indices = [&](int axis, const Interval& range) {
    const double low = (range.low - reach - grid.low[axis]) / grid.pitch[axis] - 0.5;
    const double high = (range.high + reach - grid.low[axis]) / grid.pitch[axis] - 0.5;
    return std::pair(static_cast<int>(std::max(std::floor(low), 0.0)),
                     static_cast<int>(std::min(std::ceil(high), grid.count[axis] - 1.0)));
  };
  if (!(grid.pitch[0] > 0 && grid.pitch[1] > 0)) return;
  Interval heights;
  for (const Vec2& p : corners) heights.include(p.y());
  const auto [first_row, last_row] = indices(1, heights);
  for (int j = first_row; j <= last_row; ++j) {
    const double y = grid.at(0, j).y(), margin = reach + grid.pitch[1];
    Interval x;
    for (std::size_t k = 0; k < kCorners; ++k) {
      include_part(corners[k], corners[(k + 1) % kCorners], {y - margin, y + margin}, x);
    }
    if (x.low > x.high) continue;
    const auto [first, last] = indices(0, x);
    for (int i = first; i <= last; ++i) visit(i, j);
  }
}

// Which edges of an area's border are near a point of its grid.
class BorderSearch {
 public:
  BorderSearch(const TriangleMesh& mesh, const MeshTopology& topology, const FlatArea& area, const AreaGrid& grid,
               double distance)
      : mesh_(mesh), topology_(topology), grid_(grid), distance_(distance) {
    for (const int e : area.border) {
      const auto& ends = topology.edges[e].vertex;
      const std::array<Vec2, 2> corners = {grid.flat(mesh.vertices[ends[0]]), grid.flat(mesh.vertices[ends[1]])};
      visit_near(grid, corners, distance, [&](int i, int j) { near_.emplace_back(grid.number(i, j), e); });
    }
    std::sort(near_.begin(), near_.end());
  }

  bool is_near(int i, int j, const Vec3& point) const {
    const std::size_t number = grid_.number(i, j);
    for (auto at = std::lower_bound(near_.begin(), near_.end(), std::pair(number, 0));
         at != near_.end() && at->first == number; ++at) {
      if (distance_to_edge(mesh_, topology_.edges[at->second], point) < distance_) return true;
    }
    return false;
  }

 private:
  const TriangleMesh& mesh_;
  const MeshTopology& topology_;
  const AreaGrid& grid_;
  double distance_;                                // [m]
  std::vector<std::pair<std::size_t, int>> near_;  // point of the grid, edge
};

void sample_area(const TriangleMesh& mesh, const MeshTopology& topology, const FlatArea& area, double spacing,
                 std::vector<SurfaceSample>& samples) {
  const AreaGrid grid = lay_out(mesh, topology, area, spacing);
  // From a point of the area the border is reached along either axis: in a narrow area it is always near.
  for (int axis = 0; axis < 2; ++axis)
    if (grid.pitch[axis] * grid.count[axis] < 2 * kBorder * spacing) return;
  const BorderSearch border(mesh, topology, area, grid, kBorder * spacing);
  // Grid points on edges between triangles belong to the first of them.
  std::unordered_set<std::size_t> taken;
  for (int t : area.triangles) {
    const Vec3& corner = mesh.vertices[mesh.triangles[t][0]];
    std::array<Vec2, 3> corners;
    for (int k = 0; k < 3; ++k) corners[k] = grid.flat(mesh.vertices[mesh.triangles[t][k]]);
    visit_near(grid, corners, 0, [&](int i, int j) {
      const Vec2 p = grid.at(i, j);
      if (!is_inside(corners, p) || taken.contains(grid.number(i, j))) return;
      const Vec2 flat = p - corners[0];
      const Vec3 point = corner + flat.x() * grid.u + flat.y() * grid.v;
      if (border.is_near(i, j, point)) return;
      taken.insert(grid.number(i, j));
      samples.push_back({point, MeshFeature::kFace, t, 0});
    });
  }
}

}  // namespace

void add_face_samples(const TriangleMesh& mesh, const MeshTopology& topology, double spacing,
                      std::vector<SurfaceSample>& samples) {
  for (const FlatArea& area : flat_areas(mesh, topology)) sample_area(mesh, topology, area, spacing, samples);
}

}  // namespace stiction
