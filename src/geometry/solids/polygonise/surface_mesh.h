// A closed triangle mesh that can be edited: splits, flips and collapses that keep it a manifold.
#pragma once

#include <array>
#include <vector>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

class SurfaceMesh {
 public:
  explicit SurfaceMesh(const TriangleMesh& mesh);
  // Without removed vertices and triangles, in order.
  TriangleMesh compact() const;

  int vertex_count() const { return static_cast<int>(points_.size()); }
  int triangle_count() const { return static_cast<int>(triangles_.size()); }
  bool is_used(int vertex) const { return !fans_[vertex].empty(); }
  bool is_alive(int triangle) const { return triangles_[triangle][0] >= 0; }
  const Vec3& point(int vertex) const { return points_[vertex]; }
  void move(int vertex, const Vec3& point) { points_[vertex] = point; }
  const std::array<int, 3>& corners(int triangle) const { return triangles_[triangle]; }
  const std::vector<int>& fan(int vertex) const { return fans_[vertex]; }  // triangles around, in no order

  Vec3 area_vector(int triangle) const;  // along the outward normal, twice the area long [m^2]
  Vec3 centroid(int triangle) const;
  // Corners that follow `vertex` in each triangle of its fan: all neighbours, once.
  void neighbours(int vertex, std::vector<int>& list) const;

  // The two triangles at an edge and the corners opposite to it; left runs from a to b.
  struct Wing {
    int left = -1, right = -1;
    int left_corner = -1, right_corner = -1;
  };
  Wing wing(int a, int b) const;

  int split_edge(int a, int b, const Vec3& point);      // returns the new vertex
  int split_triangle(int triangle, const Vec3& point);  // returns the new vertex
  bool can_flip(int a, int b, const Wing& wing) const;  // the new edge does not exist yet, no fan gets too small
  void flip(int a, int b, const Wing& wing);
  bool can_collapse(int keep, int gone, const Wing& wing) const;  // link condition: stays a manifold
  void collapse(int keep, int gone, const Wing& wing);            // `gone` is removed, `keep` stays in place

 private:
  int add_triangle(int a, int b, int c);
  void remove_triangle(int triangle);
  bool are_joined(int a, int b) const;

  std::vector<Vec3> points_;
  std::vector<std::array<int, 3>> triangles_;  // removed: {-1, -1, -1}
  std::vector<std::vector<int>> fans_;
};

// 4 sqrt(3) area / (sum of squared edges): 1 for an equilateral triangle, 0 for a needle.
double triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace stiction
