// How far a point of the surface can be from the nearest sample: branch and bound over pieces of triangles.
//
// Over a piece (a triangle) the distance to one sample is convex, so that its maximum is in a corner: a piece is
// covered by radius max over corners |corner - x| for any sample x. A corner's own nearest sample bounds the answer
// from below.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/field/surface_samples.h"
#include "geometry/mesh/triangle_slices.h"

namespace stiction {
namespace {

constexpr double kPrecision = 0.05;  // of the spacing
constexpr int kMaxDepth = 64;

struct NearestSample {
  int index = -1;
  double distance2 = std::numeric_limits<double>::infinity();  // [m^2]
};

NearestSample nearest_sample(const std::vector<SurfaceSample>& samples, const SphereTree& tree, const Vec3& p,
                             int guess) {
  NearestSample best;
  if (guess >= 0) best = {guess, (samples[guess].point - p).squaredNorm()};
  std::array<int, kMaxDepth> stack;
  int depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const SphereTree::Node& node = tree.nodes[stack[--depth]];
    const double bound = (p - node.center).norm() - node.radius;
    if (bound > 0 && bound * bound > best.distance2) continue;
    if (node.count == 0) {
      const bool second_nearer =
          (p - tree.nodes[node.first].center).squaredNorm() > (p - tree.nodes[node.first + 1].center).squaredNorm();
      stack[depth++] = second_nearer ? node.first : node.first + 1;
      stack[depth++] = second_nearer ? node.first + 1 : node.first;
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i) {
      const double d2 = (samples[i].point - p).squaredNorm();
      if (d2 < best.distance2) best = {i, d2};
    }
  }
  return best;
}

struct Piece {
  std::array<Vec3, 3> corners;
  std::array<int, 3> nearest;  // sample nearest to each corner
};

// The best bound that the corners' samples give for the whole piece, squared [m^2].
double upper_bound2(const std::vector<SurfaceSample>& samples, const Piece& piece) {
  double best = std::numeric_limits<double>::infinity();
  for (int sample : piece.nearest) {
    double reach2 = 0;
    for (const Vec3& corner : piece.corners) reach2 = std::max(reach2, (corner - samples[sample].point).squaredNorm());
    best = std::min(best, reach2);
  }
  return best;
}

// Cuts a triangle into pieces that are not much longer than wide: halving the longest edge of a needle again and again
// makes ever thinner ones.
template <typename Visit>
void for_each_first_piece(const TriangleMesh& mesh, std::size_t t, double spacing, const Visit& visit) {
  const auto visit_slice = [&](const SliceCorners& p) {
    visit(TriangleCorners{p[0], p[1], p[2]});
    if (p[3] != p[0]) visit(TriangleCorners{p[0], p[2], p[3]});
  };
  for_each_slice(corners_of(mesh, t), spacing, visit_slice);
}

class CoveringSearch {
 public:
  CoveringSearch(const std::vector<SurfaceSample>& samples, const SphereTree& tree, double spacing)
      : samples_(samples), tree_(tree), spacing_(spacing) {}

  void see(const Vec3& p) { nearest(p); }
  void cover(const TriangleCorners& corners) {
    Piece piece{corners, {}};
    for (int k = 0; k < 3; ++k) piece.nearest[k] = nearest(corners[k]);
    pieces_.push_back(piece);
    while (!pieces_.empty()) look_at_next();
  }
  double radius() const { return std::max(seen_, proved_); }  // [m]
  long long looks() const { return looks_; }

 private:
  int nearest(const Vec3& p) {
    const NearestSample found = nearest_sample(samples_, tree_, p, guess_);
    seen_ = std::max(seen_, std::sqrt(found.distance2));
    return guess_ = found.index;
  }

  void look_at_next() {
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    ++looks_;
    const double bound = std::sqrt(upper_bound2(samples_, piece));
    if (bound <= seen_ + kPrecision * spacing_) {
      proved_ = std::max(proved_, bound);
      return;
    }
    int longest = 0;
    double length2 = 0;
    for (int k = 0; k < 3; ++k) {
      const double l2 = (piece.corners[(k + 1) % 3] - piece.corners[k]).squaredNorm();
      if (l2 > length2) length2 = l2, longest = k;
    }
    guess_ = piece.nearest[longest];
    const Vec3 middle = 0.5 * (piece.corners[longest] + piece.corners[(longest + 1) % 3]);
    Piece halves[2] = {piece, piece};
    const int sample = nearest(middle);
    for (int k = 0; k < 2; ++k) {
      halves[k].corners[(longest + k) % 3] = middle;
      halves[k].nearest[(longest + k) % 3] = sample;
      pieces_.push_back(halves[k]);
    }
  }

  const std::vector<SurfaceSample>& samples_;
  const SphereTree& tree_;
  double spacing_;                // [m]
  double seen_ = 0, proved_ = 0;  // the answer is at least seen_, at most max(seen_, proved_) [m]
  int guess_ = 0;
  std::vector<Piece> pieces_;
  long long looks_ = 0;
};

}  // namespace

double covering_radius(const TriangleMesh& mesh, const std::vector<SurfaceSample>& samples, const SphereTree& tree,
                       double spacing, long long* looks) {
  CoveringSearch search(samples, tree, spacing);
  for (const auto& triangle : mesh.triangles)  // the more is seen at first, the less is left to prove
    for (const int v : triangle) search.see(mesh.vertices[v]);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for_each_first_piece(mesh, t, spacing, [&](const TriangleCorners& corners) { search.cover(corners); });
  }
  if (looks) *looks = search.looks();
  return search.radius() * (1 + 1e-12);
}

}  // namespace stiction
