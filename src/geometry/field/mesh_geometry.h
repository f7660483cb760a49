// A mesh made ready to collide: topology, distance field, surface samples and a tree of spheres over them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/field/distance_field.h"
#include "geometry/mesh/mesh_topology.h"
#include "geometry/mesh/triangle_mesh.h"
#include "geometry/solids/solid.h"

namespace stiction {

// A point of the surface that may touch another body.
struct SurfaceSample {
  Vec3 point;           // [m]
  MeshFeature feature;  // vertices and edges that are features of the surface (not flat), points inside flat areas
  int index;            // of the vertex, edge or triangle
  double half_length;  // kEdge: the sample stands for the piece of the edge within this distance of `point` [m]; else 0
};

// A binary tree of bounding spheres over a list of things, which the leaves name by consecutive numbers.
struct SphereTree {
  struct Node {
    Vec3 center;
    double radius;
    int first, count;  // leaf: items [first, first + count); inner node: count = 0, children first and first + 1
  };
  std::vector<Node> nodes;  // nodes[0] is the root
};

struct MeshOptions {
  double spacing = 0;           // of the samples [m]; 0: bounding diagonal / 40
  double cell = 0;              // of the distance field [m]; 0: bounding diagonal / 64
  std::filesystem::path cache;  // folder for distance fields, by content of mesh and options; empty: none
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

  const TriangleMesh& mesh() const { return mesh_; }
  const MeshTopology& topology() const { return topology_; }
  const DistanceField& field() const { return *field_; }
  const std::vector<SurfaceSample>& samples() const { return samples_; }  // in the order of the leaves of sample_tree
  const SphereTree& sample_tree() const { return sample_tree_; }
  // Leaves name positions in triangle_order().
  const SphereTree& triangle_tree() const { return triangle_tree_; }
  const std::vector<int>& triangle_order() const { return triangle_order_; }
  double spacing() const { return spacing_; }  // [m]
  const MeshAccuracy& accuracy() const { return accuracy_; }

 private:
  TriangleMesh mesh_;
  MeshTopology topology_;
  std::unique_ptr<DistanceField> field_;
  std::vector<SurfaceSample> samples_;
  SphereTree sample_tree_, triangle_tree_;
  std::vector<int> triangle_order_;
  double spacing_ = 0;
  MeshAccuracy accuracy_;
};

// Refuses a mesh that is not the surface of a solid (InputError: findings_text), mends it first if `repair`.
std::shared_ptr<const MeshGeometry> make_mesh_geometry(TriangleMesh mesh, const MeshOptions& options, bool repair);

// $STICTION_CACHE, else $XDG_CACHE_HOME/stiction, else ~/.cache/stiction; empty if none of them is set.
std::filesystem::path default_cache_folder();

}  // namespace stiction
