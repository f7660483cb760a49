// The way that vertices inside of a solid take out of it: consistent penetration depth (Heidelberger et al. 2004).
//
// Where an edge leads from a vertex inside to a point outside it passes through the solid's surface, at x_k with
// normal n_k. Vertices with such edges take from there, and pass on to the others round by round, the direction
//
//   r = sum_k w_k n_k  of length one,   w_k = 1 / |x_k - p|^2;   then   r = sum_j w_j r_j  over neighbours j    (1)
//
// Where we depart from the source:
//   - Edges are those of the tetrahedra, not of the surface alone. The edge from a vertex into its own body passes
//     through the face that the vertex came in by, at a distance that goes to zero with the depth. Of a flat block on a
//     larger one, edges of the surface tell the lower one's vertices about the upper one's side walls only.
//   - A body comes in by faces that look towards its own: with N the vertex's normal, weights are multiplied by
//     (-n . N - kFacing)^2, and what is left of that with nothing counts only for vertices that no other way reaches.
//     So the walls beside a contact area, which edges across its rim pass through, do not turn the direction.
//   - The depth is not passed on but followed: from the vertex along r to where it leaves the solid. So impulses along
//     r on the vertex and on the material there act along one line, and moved by this the vertex lies on the surface.
// Vertices that nothing reaches, and those whose way cannot be followed (elements turned inside out), take the way to
// the nearest point of the surface. So do those whose way is several times as long as the depth that (1) would give,
//
//   d = sum_k w_k n_k . (x_k - p) / sum_k w_k;   then   d = sum_j w_j (d_j + r_j . (p_j - p)) / sum_j w_j           (2)
//
// if that point is as much nearer, its face and the way there look against the vertex's normal, and the way does not
// lead back: at an inner edge the way along one face's normal may miss the face and lead through all that is beside it.
// Of a vertex in its own body the nearest point is the vertex itself, and no way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collision/inside/enclosure.h"
#include "collision/inside/filling_topology.h"

namespace stiction {

// Whose vertices they are.
struct VertexSide {
  const FillingTopology& topology;
  const std::vector<Vec3>& places;  // of its points [m]

  Vec3 normal(int vertex) const;  // unit, outward, of the triangles around; zero if they have none
};

struct VertexCell {
  int vertex = 0;
  int cell = 0;  // of the solid, the one that holds it
};

struct WayOut {
  bool found = false;
  Vec3 direction = Vec3::Zero();  // unit
  double depth = 0;               // along it, positive [m]
  Vec3 place = Vec3::Zero();      // where it leaves [m]
  MaterialPoint material = {};    // of a body that deforms
};

// No allocation once warm.
class WayFinder {
 public:
  // inside: the vertices in the solid, ascending. The result lives until the next call.
  const std::vector<WayOut>& find(const VertexSide& side, const Enclosure& enclosure,
                                  std::span<const VertexCell> inside);

 private:
  static constexpr double kFacing = 0.1;  // cosine

  void mark(const VertexSide& side, std::span<const VertexCell> inside);
  void look_along_edges(const VertexSide& side, const Enclosure& enclosure, std::span<const VertexCell> inside);
  void pass_on(const VertexSide& side, std::span<const VertexCell> inside);
  void follow(const VertexSide& side, const Enclosure& enclosure, std::span<const VertexCell> inside);
  bool is_marked(int point) const { return marks_[point].round == round_; }

  struct Mark {
    std::uint32_t round = 0;
    int index = 0;  // in `inside`
  };
  std::vector<Mark> marks_;  // of points
  std::uint32_t round_ = 0;
  enum Reached : std::uint8_t { kNot, kNow, kYes };
  std::vector<Reached> reached_;
  // A direction, and a depth to expect along it, as sums while they are made.
  struct Guess {
    Vec3 direction = Vec3::Zero();
    double depth = 0, weight = 0;

    void add(double w, const Vec3& d, double along) {
      direction += w * d;
      depth += w * along;
      weight += w;
    }
    bool finish();  // false if directions cancel each other
  };
  std::vector<Guess> guess_, doubtful_;  // doubtful: of faces that look away
  std::vector<WayOut> ways_;
};

}  // namespace stiction
