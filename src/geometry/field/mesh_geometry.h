// A mesh made ready to collide: topology, distance field, surface samples and a tree of spheres over them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/report_progress.h"
#include "geometry/field/distance_field.h"
#include "geometry/field/sphere_tree.h"
#include "geometry/field/surface_samples.h"
#include "geometry/mesh/mesh_topology.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/solids/solid.h"

namespace stiction {

struct MeshOptions {
  double spacing = 0;             // of the samples [m]; 0: bounding diagonal / 40
  double cell = 0;                // of the distance field [m]; 0: bounding diagonal / 64
  std::filesystem::path cache{};  // folder for distance fields, by content of mesh and options; empty: none
  ReportProgress progress{};      // of the preparation
};

// How well samples and field stand for the surface.
struct MeshAccuracy {
  double field_error = 0;     // bound on the interpolated distance away from the band [m]; within the band it is exact
  double sampling_error = 0;  // bound on the distance from any point of the surface to the nearest sample [m]
};

class MeshGeometry {
 public:
  // The mesh must pass check_mesh (programming error otherwise).
  MeshGeometry(TriangleMesh mesh, const MeshOptions& options);
  MeshGeometry(const MeshGeometry&) = delete;  // the field points into it
  MeshGeometry& operator=(const MeshGeometry&) = delete;

  const TriangleMesh& mesh() const { return mesh_; }
  const MeshTopology& topology() const { return topology_; }
  const DistanceField& field() const { return *field_; }
  const std::vector<SurfaceSample>& samples() const { return samples_; }  // in the order of the leaves of sample_tree
  const SphereTree& sample_tree() const { return sample_tree_; }
  // Leaves name positions in triangle_order().
  const SphereTree& triangle_tree() const { return triangle_tree_; }
  const std::vector<int>& triangle_order() const { return triangle_order_; }
  // The nearest point of the surface from anywhere, exact: by the field within its band, by the triangle tree
  // elsewhere.
  NearestSurface nearest(const Vec3& point) const;
  double spacing() const { return spacing_; }  // [m]
  // Computed when asked for: that takes longer than the samples.
  MeshAccuracy accuracy() const;

 private:
  TriangleMesh mesh_;
  MeshTopology topology_;
  std::unique_ptr<DistanceField> field_;
  std::vector<SurfaceSample> samples_;
  SphereTree sample_tree_, triangle_tree_;
  std::vector<int> triangle_order_;
  double spacing_ = 0;
};

// Refuses a mesh that is not the surface of a solid (InputError: findings_text), mends it first if `repair`.
std::shared_ptr<const MeshGeometry> make_mesh_geometry(TriangleMesh mesh, const MeshOptions& options, bool repair);

// $STICTION_CACHE, else $XDG_CACHE_HOME/stiction, else ~/.cache/stiction; empty if none of them is set.
std::filesystem::path default_cache_folder();

}  // namespace stiction
