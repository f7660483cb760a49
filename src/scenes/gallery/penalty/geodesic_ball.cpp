#include "scenes/gallery/penalty/geodesic_ball.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stiction::building {
namespace {

constexpr double kGrowth = 1.5;  // thickness of a layer over that of the one around it
constexpr double kCore = 0.25;   // radius of the innermost icosahedron, of the ball's

using Triangle = std::array<int, 3>;

// A geodesic sphere, and how the one of a level less lies in it: its vertices come first.
struct Sphere {
  std::vector<Vec3> directions;
  std::vector<Triangle> faces;    // outward
  std::vector<Triangle> middles;  // of the faces of the level below: vertices between corners 01, 12, 20
};

Sphere icosahedron() {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  Sphere sphere;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double a : {1.0, -1.0}) {
      for (const double b : {golden, -golden}) {
        Vec3 corner = Vec3::Zero();
        corner[(axis + 1) % 3] = a;
        corner[(axis + 2) % 3] = b;
        sphere.directions.push_back(corner.normalized());
      }
    }
  }
  const Quat upright = Quat::FromTwoVectors(Vec3::Ones(), Vec3::UnitZ());  // (1, 1, 1) is a threefold axis
  for (Vec3& direction : sphere.directions) direction = upright * direction;
  const auto adjacent = [&](int i, int j) { return sphere.directions[i].dot(sphere.directions[j]) > 0.4; };
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) {
        if (!adjacent(i, j) || !adjacent(j, k) || !adjacent(i, k)) continue;
        const Vec3 &a = sphere.directions[i], &b = sphere.directions[j], &c = sphere.directions[k];
        sphere.faces.push_back(a.cross(b).dot(c) > 0 ? Triangle{i, j, k} : Triangle{i, k, j});
      }
    }
  }
  return sphere;
}

Sphere refined(const Sphere& coarse) {
  Sphere fine{coarse.directions, {}, {}};
  std::map<std::pair<int, int>, int> known;
  const auto middle = [&](int a, int b) {
    const auto [place, is_new] = known.try_emplace(std::minmax(a, b), static_cast<int>(fine.directions.size()));
    if (is_new) fine.directions.push_back((fine.directions[a] + fine.directions[b]).normalized());
    return place->second;
  };
  for (const auto& [a, b, c] : coarse.faces) {
    const int d = middle(a, b), e = middle(b, c), f = middle(c, a);
    fine.middles.push_back({d, e, f});
    for (const Triangle& face : {Triangle{a, d, f}, {d, b, e}, {f, e, c}, {d, e, f}}) fine.faces.push_back(face);
  }
  return fine;
}

void add_tet(TetMesh& mesh, std::array<int, 4> corners) {
  const auto& [a, b, c, d] = corners;
  const Vec3& origin = mesh.vertices[a];
  const Vec3 normal = (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
  if (normal.dot(mesh.vertices[d] - origin) < 0) std::swap(corners[2], corners[3]);
  mesh.tets.push_back(corners);
}

// Of two opposite corners that are nearest to each other: tetrahedra around the line between them fill an octahedron.
void add_octahedron(TetMesh& mesh, const Triangle& upper, const Triangle& lower) {
  // Corner k of one triangle is opposite to corner k of the other; around the line between them the others alternate.
  const auto length = [&](int k) { return (mesh.vertices[upper[k]] - mesh.vertices[lower[k]]).norm(); };
  int best = 0;
  for (const int k : {1, 2}) {
    if (length(k) < length(best) * (1 - 1e-9)) best = k;
  }
  const int i = (best + 1) % 3, j = (best + 2) % 3;
  const std::array<int, 4> ring = {upper[i], upper[j], lower[i], lower[j]};
  for (int k = 0; k < 4; ++k) add_tet(mesh, {upper[best], lower[best], ring[k], ring[(k + 1) % 4]});
}

// Between a sphere, its vertices from `outer` on, and the one of a level less from `inner` on.
void add_layer(TetMesh& mesh, const Sphere& fine, const Sphere& coarse, int outer, int inner) {
  for (std::size_t i = 0; i < coarse.faces.size(); ++i) {
    const Triangle& face = coarse.faces[i];
    const Triangle& middle = fine.middles[i];
    for (int k = 0; k < 3; ++k) {
      add_tet(mesh, {outer + face[k], outer + middle[k], outer + middle[(k + 2) % 3], inner + face[k]});
    }
    // The vertex between corners 0 and 1 is opposite to corner 2.
    add_octahedron(mesh, {outer + middle[0], outer + middle[1], outer + middle[2]},
                   {inner + face[2], inner + face[0], inner + face[1]});
  }
}

}  // namespace

TetMesh geodesic_ball(double radius, int level) {
  std::vector<Sphere> spheres = {icosahedron()};
  while (static_cast<int>(spheres.size()) <= level) spheres.push_back(refined(spheres.back()));
  std::reverse(spheres.begin(), spheres.end());
  TetMesh mesh;
  std::vector<int> first;
  for (int k = 0; k <= level; ++k) {
    const double share = level == 0 ? 1 : 1 - (1 - kCore) * (std::pow(kGrowth, k) - 1) / (std::pow(kGrowth, level) - 1);
    first.push_back(static_cast<int>(mesh.vertices.size()));
    for (const Vec3& direction : spheres[k].directions) mesh.vertices.emplace_back(share * radius * direction);
  }
  for (int k = 0; k < level; ++k) add_layer(mesh, spheres[k], spheres[k + 1], first[k], first[k + 1]);
  const int centre = static_cast<int>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, 0);
  for (const auto& [a, b, c] : spheres[level].faces) {
    add_tet(mesh, {first[level] + a, first[level] + b, first[level] + c, centre});
  }
  return mesh;
}

}  // namespace stiction::building
