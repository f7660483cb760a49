// Samples of flat areas: a grid along the area's longest border edge, symmetric in its bounding rectangle.
#include <algorithm>
#include <cmath>
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

// Calls visit(i, j, p) for the grid points in triangle t, borders included.
template <typename Visitor>
void visit_points(const TriangleMesh& mesh, const AreaGrid& grid, int t, const Visitor& visit) {
  Vec2 corners[3];
  for (int k = 0; k < 3; ++k) corners[k] = grid.flat(mesh.vertices[mesh.triangles[t][k]]);
  int first[2], last[2];
  for (int axis = 0; axis < 2; ++axis) {
    const auto [low, high] = std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
    const double pitch = grid.pitch[axis];
    if (!(pitch > 0)) return;
    first[axis] = std::max(0, static_cast<int>(std::floor((low - grid.low[axis]) / pitch - 0.5)));
    last[axis] = std::min(grid.count[axis] - 1, static_cast<int>(std::ceil((high - grid.low[axis]) / pitch - 0.5)));
  }
  for (int j = first[1]; j <= last[1]; ++j) {
    for (int i = first[0]; i <= last[0]; ++i) {
      const Vec2 p = grid.at(i, j);
      bool inside = true;
      for (int k = 0; k < 3; ++k) {
        const Vec2 along = corners[(k + 1) % 3] - corners[k];
        inside = inside && cross2(along, p - corners[k]) >= -1e-12 * along.squaredNorm();
      }
      if (inside) visit(i, j, p);
    }
  }
}

void sample_area(const TriangleMesh& mesh, const MeshTopology& topology, const FlatArea& area, double spacing,
                 std::vector<SurfaceSample>& samples) {
  const AreaGrid grid = lay_out(mesh, topology, area, spacing);
  // From a point of the area the border is reached along either axis: in a narrow area it is always near.
  for (int axis = 0; axis < 2; ++axis)
    if (grid.pitch[axis] * grid.count[axis] < 2 * kBorder * spacing) return;
  // Grid points on edges between triangles belong to the first of them.
  std::vector<bool> taken(static_cast<std::size_t>(grid.count[0]) * grid.count[1], false);
  for (int t : area.triangles) {
    visit_points(mesh, grid, t, [&](int i, int j, const Vec2& p) {
      const std::size_t number = static_cast<std::size_t>(j) * grid.count[0] + i;
      if (taken[number]) return;
      const Vec3& corner = mesh.vertices[mesh.triangles[t][0]];
      const Vec2 flat = p - grid.flat(corner);
      const Vec3 point = corner + flat.x() * grid.u + flat.y() * grid.v;
      for (int e : area.border)
        if (distance_to_edge(mesh, topology.edges[e], point) < kBorder * spacing) return;
      taken[number] = true;
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
