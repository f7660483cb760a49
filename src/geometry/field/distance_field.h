// The signed distance to a closed triangle mesh, precomputed on a grid.
//
// Near the surface (|distance| <= band) the answer is exact: every cell of the grid there keeps the triangles that can
// be nearest to a point in it, and those are measured. Elsewhere the stored corner distances bound the answer: the
// distance is 1-Lipschitz, so that |d(p) - d(corner)| <= |p - corner|.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_stream.h"
#include "base/report_progress.h"
#include "geometry/field/nearest_surface.h"
#include "geometry/mesh/mesh_topology.h"
#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

struct TriangleTree;

class DistanceField {
 public:
  // cell: edge length of the grid's cells [m]; the grid covers the mesh's bounds and `band` around them. Mesh and
  // topology must outlive the field. Throws InputError if the grid would have more than 40 million points.
  DistanceField(const TriangleMesh& mesh, const MeshTopology& topology, double cell, double band,
                const ReportProgress& progress = {});

  // Exact if |distance| <= band(): true and `nearest` filled. False if the point is farther than the band.
  bool find_nearest(const Vec3& point, NearestSurface& nearest) const;
  // A lower bound of the signed distance for any point, at most 2 error() below the true value inside the grid.
  double lower_bound(const Vec3& point) const;
  // False unless the signed distance is more than this [m]; may be false where it is. Quick.
  bool is_beyond(const Vec3& point, double distance) const;
  // The trilinear interpolation of the stored distances (clamped to the grid outside): smooth and quick.
  double interpolated(const Vec3& point) const;

  double cell() const { return cell_; }    // [m]
  double band() const { return band_; }    // [m]
  double error() const { return error_; }  // bound on |interpolated - exact| inside the grid [m], proved
  std::size_t memory_bytes() const;
  std::size_t candidate_count() const { return candidates_.size(); }  // over all cells

  // For the cache on disk: the grid only; load refuses data of another mesh or setting (InputError).
  void save(ByteWriter& out) const;
  static DistanceField load(ByteReader& in, const TriangleMesh& mesh, const MeshTopology& topology);

 private:
  DistanceField() = default;
  void lay_out_grid();
  void measure_points(const TriangleTree& tree, LoopProgress& progress);
  void collect_candidates(const TriangleTree& tree, LoopProgress& progress);
  int point_index(int x, int y, int z) const { return (z * size_[1] + y) * size_[0] + x; }
  int cell_index(int x, int y, int z) const { return (z * (size_[1] - 1) + y) * (size_[0] - 1) + x; }

  // Where a point lies: its cell, and how far along the cell it is, 0..1 per axis.
  struct Place {
    int cell[3];
    double along[3];
  };
  bool locate(const Vec3& point, Place& place) const;
  Vec3 clamped_to_grid(const Vec3& point) const;

  const TriangleMesh* mesh_ = nullptr;
  const MeshTopology* topology_ = nullptr;
  double cell_ = 0, band_ = 0, error_ = 0;
  Vec3 origin_ = Vec3::Zero();
  int size_[3] = {0, 0, 0};                // grid points per axis
  std::vector<float> distance_;            // at the grid points [m]
  std::vector<std::uint32_t> cell_begin_;  // candidates of each cell: candidates_[cell_begin_[c] ...)
  std::vector<std::int32_t> candidates_;   // triangles; of each cell the nearest to its middle first
  std::vector<float> candidate_distance_;  // of each candidate from the middle of its cell, rounded down [m]
};

}  // namespace stiction
