// Construction of distance fields.
//
// Which triangles does a cell need? All that are nearest to some point p of the cell with |d(p)| <= band. Let c be the
// cell's middle, r half its diagonal and D = |d(c)|.
//   1. If D > band + r no point of the cell is within the band: the list stays empty.
//   2. If T is nearest to p, then dist(c, T) <= dist(p, T) + |p - c| = |d(p)| + |p - c| <= D + 2r. The tree yields
//      these triangles.
//   3. Let x be any point of the surface and f(p) = |p - x|^2 - dist(p, T)^2 = max over y in T of |p - x|^2 - |p -
//   y|^2.
//      Each of those differences is linear in p, so that f is convex and largest in a corner of the cell. If all eight
//      corners are nearer to x than to T, so is the whole cell, and T is nowhere nearest. The points x tried are the
//      points of the surface nearest to the middle and to the corners.
// Slack in the comparisons makes the cells a little larger than they are, against rounding when a point is located.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "geometry/field/distance_field.h"
#include "geometry/field/triangle_tree.h"
#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

constexpr double kHalfDiagonal = 0.86602540378443864676;  // of a cube of edge length 1
constexpr double kSlack = 1e-8;                           // of a cell
constexpr double kMaxPoints = 40e6;
constexpr double kFloatSlack = 1e-6;     // by which distances from middles are rounded down, relative
constexpr double kFloatRounding = 6e-8;  // relative error of a stored distance: 2^-24, rounded up

using Corners = std::array<Vec3, 8>;
using CornerValues = std::array<double, 8>;

// What a thread needs again and again while it thins out candidates.
struct CandidateScratch {
  int guess = -1;  // nearest to the middle of the last cell
  std::vector<TriangleAt> found;
};

struct CandidateList {
  std::vector<std::int32_t> triangles;
  std::vector<float> distances;  // from the middle of the cell, rounded down [m]
};

class CandidateCollector {
 public:
  CandidateCollector(const TriangleMesh& mesh, const MeshTopology& topology, const TriangleTree& tree, double cell)
      : mesh_(mesh),
        topology_(topology),
        tree_(tree),
        cell_(cell),
        half_diagonal_(kHalfDiagonal * cell * (1 + kSlack)) {
    bounds_.reserve(mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) bounds_.push_back(bound_about(corners_of(mesh, t), cell));
  }

  // Appends the candidates of the cell at `low`; nothing if it is farther than the band.
  void collect(const Vec3& low, double band, CandidateScratch& scratch, CandidateList& out) const {
    const Vec3 middle = low + Vec3::Constant(0.5 * cell_);
    const TriangleFoot nearest = find_nearest_triangle(mesh_, topology_, tree_, middle, scratch.guess);
    scratch.guess = nearest.triangle;
    const double distance = std::sqrt(nearest.distance2);
    if (distance > band + half_diagonal_) return;
    find_triangles_within(mesh_, topology_, tree_, middle, distance + 2 * half_diagonal_, scratch.found);
    Corners corners;
    for (int k = 0; k < 8; ++k) corners[k] = low + cell_ * Vec3(k & 1, k >> 1 & 1, k >> 2);
    const double slack2 = 4 * kSlack * cell_ * (distance + 4 * half_diagonal_);  // of squared distances [m^2]
    drop_by_bounds(corners, nearest.point, slack2, scratch.found);
    std::sort(scratch.found.begin(), scratch.found.end(), [](const TriangleAt& a, const TriangleAt& b) {
      return a.distance < b.distance || (a.distance == b.distance && a.triangle < b.triangle);
    });
    drop_by_corners(corners, slack2, scratch.found);
    for (const TriangleAt& at : scratch.found) {
      out.triangles.push_back(at.triangle);
      out.distances.push_back(static_cast<float>(at.distance * (1 - kFloatSlack)));
    }
  }

 private:
  // A ball around a triangle, or a capsule around a needle.
  struct Bound {
    Vec3 center, half;  // the middle of the capsule's segment, and from there to its end; zero for a ball [m]
    double half2;       // squared length of `half` [m^2]
    double radius;      // [m]
    double distance2_to_axis(const Vec3& p) const {
      const Vec3 offset = p - center;
      if (half2 == 0) return offset.squaredNorm();
      return (offset - std::clamp(offset.dot(half) / half2, -1.0, 1.0) * half).squaredNorm();
    }
  };
  static Bound bound_about(const TriangleCorners& t, double cell) {
    const LongestSide side(t);
    if (side.is_needle(cell)) {
      const Vec3 half = (side.b - side.a) / 2;
      return {side.a + half, half, half.squaredNorm(), side.height + 1e-12 * side.length};
    }
    const Vec3 center = (t[0] + t[1] + t[2]) / 3;
    const double radius2 =
        std::max({(t[0] - center).squaredNorm(), (t[1] - center).squaredNorm(), (t[2] - center).squaredNorm()});
    return {center, Vec3::Zero(), 0, std::sqrt(radius2) * (1 + 1e-12)};
  }

  // Rule 3 for one x, with the triangles' bounds in place of the triangles: quick.
  void drop_by_bounds(const Corners& corners, const Vec3& x, double slack2, std::vector<TriangleAt>& found) const {
    const CornerValues near2 = distances2(corners, x, slack2);
    std::erase_if(found, [&](const TriangleAt& at) {
      const Bound& bound = bounds_[at.triangle];
      for (int k = 0; k < 8; ++k) {
        const double reach = std::sqrt(near2[k]) + bound.radius;
        if (bound.distance2_to_axis(corners[k]) <= reach * reach) return false;
      }
      return true;
    });
  }

  static CornerValues distances2(const Corners& corners, const Vec3& x, double slack2) {
    CornerValues result;
    for (int k = 0; k < 8; ++k) result[k] = (corners[k] - x).squaredNorm() + slack2;
    return result;
  }

  // Rule 3 for the points of the surface nearest to the corners. `found` is sorted by distance from the middle.
  void drop_by_corners(const Corners& corners, double slack2, std::vector<TriangleAt>& found) const {
    std::array<CornerValues, 8> near2;  // of each corner's nearest point, to all corners [m^2]
    for (int k = 0; k < 8; ++k) {
      TriangleFoot nearest;
      for (const TriangleAt& at : found) {
        const double bound = at.distance - half_diagonal_;
        if (bound > 0 && bound * bound > nearest.distance2) break;
        measure_triangle(mesh_, topology_, at.triangle, corners[k], nearest);
      }
      near2[k] = distances2(corners, nearest.point, slack2);
    }
    std::erase_if(found, [&](const TriangleAt& at) {
      const CornerValues bounds2 = corner_bounds2(corners, bounds_[at.triangle]);
      return is_farther_than_any(near2, bounds2) || is_needless(at.triangle, corners, near2, bounds2);
    });
  }

  // Is the triangle, at all corners, farther than one of the eight points? Tried first at the corner nearest to the
  // triangle, where most points fail.
  bool is_needless(int triangle, const Corners& corners, const std::array<CornerValues, 8>& near2,
                   const CornerValues& bounds2) const {
    std::array<bool, 8> nearer;  // point j is nearer than the triangle at the corners tried so far
    nearer.fill(true);
    const auto first = std::min_element(bounds2.begin(), bounds2.end()) - bounds2.begin();
    for (int i = 0; i < 8; ++i) {
      const auto k = static_cast<std::size_t>(i ^ first);
      TriangleFoot foot;
      measure_triangle(mesh_, topology_, triangle, corners[k], foot);
      bool any = false;
      for (int j = 0; j < 8; ++j) {
        nearer[j] = nearer[j] && foot.distance2 > near2[j][k];
        any = any || nearer[j];
      }
      if (!any) return false;
    }
    return true;
  }

  static CornerValues corner_bounds2(const Corners& corners, const Bound& around) {
    CornerValues result;
    for (int k = 0; k < 8; ++k) {
      const double bound = std::max(0.0, std::sqrt(around.distance2_to_axis(corners[k])) - around.radius);
      result[k] = bound * bound;
    }
    return result;
  }

  static bool is_farther_than_any(const std::array<CornerValues, 8>& near2, const CornerValues& distance2) {
    return std::any_of(near2.begin(), near2.end(), [&](const CornerValues& near) {
      for (int k = 0; k < 8; ++k)
        if (distance2[k] <= near[k]) return false;
      return true;
    });
  }

  const TriangleMesh& mesh_;
  const MeshTopology& topology_;
  const TriangleTree& tree_;
  double cell_, half_diagonal_;  // [m]
  std::vector<Bound> bounds_;    // around the triangles
};

}  // namespace

DistanceField::DistanceField(const TriangleMesh& mesh, const MeshTopology& topology, double cell, double band,
                             const ReportProgress& report)
    : mesh_(&mesh), topology_(&topology), cell_(cell), band_(band) {
  lay_out_grid();
  const TriangleTree tree = build_triangle_tree(mesh);
  LoopProgress progress(report, "distance field", 2.0 * size_[1] * size_[2]);
  measure_points(tree, progress);
  collect_candidates(tree, progress);
}

void DistanceField::lay_out_grid() {
  Aabb box;
  for (const Vec3& v : mesh_->vertices) box.include(v);
  const Vec3 extent = box.max - box.min + Vec3::Constant(2 * band_);
  double points = 1;
  for (int axis = 0; axis < 3; ++axis) points *= std::ceil(extent[axis] / cell_ + 0.01) + 1;
  if (!(points <= kMaxPoints)) {
    throw InputError(
        fmt::format("the distance field of the mesh needs {:.3g} grid points at a cell of {} m, more than {:.3g}; "
                    "choose a larger cell",
                    points, cell_, kMaxPoints));
  }
  for (int axis = 0; axis < 3; ++axis) {
    size_[axis] = static_cast<int>(std::ceil(extent[axis] / cell_ + 0.01)) + 1;
    origin_[axis] = 0.5 * (box.min[axis] + box.max[axis] - (size_[axis] - 1) * cell_);
  }
}

// Rows are independent of each other: the same bits for any number of threads. Within a row the triangle
// nearest to one point is the guess for the next.
void DistanceField::measure_points(const TriangleTree& tree, LoopProgress& progress) {
  distance_.resize(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2]);
  tbb::parallel_for(0, size_[1] * size_[2], [&](int row) {
    const int y = row % size_[1], z = row / size_[1];
    int guess = -1;
    for (int x = 0; x < size_[0]; ++x) {
      const Vec3 p = origin_ + cell_ * Vec3(x, y, z);
      const TriangleFoot foot = find_nearest_triangle(*mesh_, *topology_, tree, p, guess);
      const double distance = resolve_foot(*mesh_, *topology_, foot, p).distance;
      distance_[static_cast<std::size_t>(row) * size_[0] + x] = static_cast<float>(distance);
      guess = foot.triangle;
    }
    progress.add(1);
  });
  float largest = 0;
  for (float d : distance_) largest = std::max(largest, std::abs(d));
  // A weighted mean of corner distances, each off by at most |p - corner|, is off by at most the mean of |p - corner|,
  // which is largest in the middle of the cell: half a diagonal.
  error_ = kHalfDiagonal * cell_ + kFloatRounding * (largest + 2 * cell_);
}

void DistanceField::collect_candidates(const TriangleTree& tree, LoopProgress& progress) {
  const int nx = size_[0] - 1, ny = size_[1] - 1, nz = size_[2] - 1;
  CandidateCollector collector(*mesh_, *topology_, tree, cell_);
  std::vector<CandidateList> slabs(nz);
  cell_begin_.assign(static_cast<std::size_t>(nx) * ny * nz + 1, 0);
  const double half_diagonal = kHalfDiagonal * cell_;
  tbb::parallel_for(0, nz, [&](int z) {
    CandidateScratch scratch;
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x) {
        const double corner = std::abs(distance_[point_index(x, y, z)]);
        if (corner > band_ + 2 * half_diagonal + kFloatRounding * corner + kSlack * cell_) continue;
        const std::size_t before = slabs[z].triangles.size();
        collector.collect(origin_ + cell_ * Vec3(x, y, z), band_, scratch, slabs[z]);
        cell_begin_[cell_index(x, y, z) + 1] = static_cast<std::uint32_t>(slabs[z].triangles.size() - before);
      }
      progress.add(1);
    }
  });
  for (std::size_t c = 1; c < cell_begin_.size(); ++c) cell_begin_[c] += cell_begin_[c - 1];
  candidates_.reserve(cell_begin_.back());
  candidate_distance_.reserve(cell_begin_.back());
  for (const CandidateList& slab : slabs) {
    candidates_.insert(candidates_.end(), slab.triangles.begin(), slab.triangles.end());
    candidate_distance_.insert(candidate_distance_.end(), slab.distances.begin(), slab.distances.end());
  }
}

}  // namespace stiction
