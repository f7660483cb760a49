// Which vertices are inside of which bodies.
//
// Bodies whose boxes meet at the end of the step are looked at, and of them what lies in the other's box. Vertices go
// into a hashed grid, and tetrahedra look up the cells of their boxes (Teschner et al. 2003). Vertices in obstacles are
// found obstacle by obstacle, by their faces.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "collision/broad_phase.h"
#include "collision/contact_set.h"
#include "collision/inside/members.h"
#include "collision/inside/point_hash.h"

namespace stiction {

// A vertex in a body.
struct VertexHit {
  int a = 0, b = 0;                               // bodies; a < b, or a = b
  VertexInside::Side side = VertexInside::kNone;  // whose vertex
  int part = 0;                                   // of the obstacle among them
  int vertex = 0;                                 // of the body, or of the part
  int cell = -1;                                  // the tetrahedron; -1: in a part of an obstacle
  bool inverted = false;                          // is it?

  auto sides() const { return std::tuple(a, b, side); }
  auto order() const { return std::tuple(a, b, side, part, vertex, inverted, cell); }
};

class InsideSearch {
 public:
  explicit InsideSearch(const Model& model, const Members& members);

  // Sorted by order(); a vertex is in a body, or in a part of an obstacle, at most once: in the first tetrahedron,
  // those turned inside out last. Lives until the next call.
  const std::vector<VertexHit>& find(const State& start);

 private:
  // What of a body may meet others, and the others.
  struct Region {
    std::vector<int> partners;  // bodies that it may collide with, whose boxes meet; ascending
    Aabb meets;                 // what it shares with the boxes of others, all together [m]
    std::vector<int> vertices, tets;
    std::vector<Aabb> tet_boxes;
    double sides = 0, largest = 0;  // of these boxes: mean sides, added up; the longest of all [m]
  };
  struct Owner {
    int body, part;  // of vertices
  };
  struct Chunk {
    int body, begin, end;  // of the region's tetrahedra; none: its vertices against obstacles
  };

  void find_partners(const State& start);
  void add_planes(const State& start);
  void add_partners(int a, int b);
  void gather(int body);
  void gather_tets(int body);
  void fill_hash();
  void add_corners(int body);
  void cut_into_chunks();
  void look_up(const Chunk& chunk, std::vector<VertexHit>& hits) const;
  void look_into_obstacles(int body, std::vector<VertexHit>& hits) const;
  bool may_meet(const Owner& owner, int vertex, int body, int tet) const;

  const Model& model_;
  const Members& members_;
  BroadPhase broad_phase_;
  std::vector<BroadBody> broad_;
  std::vector<int> planes_;
  std::vector<Region> regions_;  // of every body
  std::vector<Owner> owners_;
  PointHash hash_;
  std::vector<Chunk> chunks_;
  std::vector<std::vector<VertexHit>> found_;  // by ranges of chunks
  std::vector<VertexHit> hits_;
};

}  // namespace stiction
