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

}  // namespace

double covering_radius(const TriangleMesh& mesh, const std::vector<SurfaceSample>& samples, const SphereTree& tree,
                       double spacing) {
  std::vector<Piece> pieces;
  std::vector<int> vertex_nearest(mesh.vertices.size(), -1);
  double seen = 0, proved = 0;  // the answer is at least `seen`, at most max(seen, proved) [m]
  int guess = 0;
  const auto nearest = [&](const Vec3& p) {
    const NearestSample found = nearest_sample(samples, tree, p, guess);
    seen = std::max(seen, std::sqrt(found.distance2));
    return guess = found.index;
  };
  for (const auto& triangle : mesh.triangles) {
    Piece piece;
    for (int k = 0; k < 3; ++k) {
      int& known = vertex_nearest[triangle[k]];
      if (known < 0) known = nearest(mesh.vertices[triangle[k]]);
      piece.corners[k] = mesh.vertices[triangle[k]];
      piece.nearest[k] = known;
    }
    pieces.push_back(piece);
  }
  while (!pieces.empty()) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    const double bound = std::sqrt(upper_bound2(samples, piece));
    if (bound <= seen + kPrecision * spacing) {
      proved = std::max(proved, bound);
      continue;
    }
    int longest = 0;
    double length2 = 0;
    for (int k = 0; k < 3; ++k) {
      const double l2 = (piece.corners[(k + 1) % 3] - piece.corners[k]).squaredNorm();
      if (l2 > length2) length2 = l2, longest = k;
    }
    guess = piece.nearest[longest];
    const Vec3 middle = 0.5 * (piece.corners[longest] + piece.corners[(longest + 1) % 3]);
    Piece halves[2] = {piece, piece};
    const int sample = nearest(middle);
    for (int k = 0; k < 2; ++k) {
      halves[k].corners[(longest + k) % 3] = middle;
      halves[k].nearest[(longest + k) % 3] = sample;
      pieces.push_back(halves[k]);
    }
  }
  return std::max(seen, proved) * (1 + 1e-12);
}

}  // namespace stiction
