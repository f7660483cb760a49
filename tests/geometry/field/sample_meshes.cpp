#include "geometry/field/sample_meshes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace stiction {
namespace {

// Vertices welded by their bits; every square is given counter-clockwise.
class MeshBuilder {
 public:
  int vertex(const Vec3& p) {
    const auto [at, fresh] = known_.try_emplace({p.x(), p.y(), p.z()}, static_cast<int>(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back(p);
    return at->second;
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    mesh.triangles.push_back({vertex(a), vertex(b), vertex(c)});
  }
  void square(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  TriangleMesh mesh;

 private:
  std::map<std::array<double, 3>, int> known_;
};

}  // namespace

TriangleMesh fine_box_mesh(const Vec3& size, int n) {
  MeshBuilder builder;
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = -1; side <= 1; side += 2) {
      const auto at = [&](int i, int j) {
        Vec3 p;
        p[axis] = side * 0.5 * size[axis];
        p[(axis + 1) % 3] = size[(axis + 1) % 3] * (static_cast<double>(side > 0 ? i : j) / n - 0.5);
        p[(axis + 2) % 3] = size[(axis + 2) % 3] * (static_cast<double>(side > 0 ? j : i) / n - 0.5);
        return p;
      };
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) builder.square(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return builder.mesh;
}

TriangleMesh tetrahedron_mesh() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

TriangleMesh rock_mesh(int level, unsigned seed) {
  TriangleMesh mesh = icosphere(1, level);
  std::mt19937 random(seed);
  for (Vec3& v : mesh.vertices) v *= 0.6 + 0.4 * (random() / 4294967296.0);
  return mesh;
}

TriangleMesh l_shape_mesh() {
  const std::vector<Vec2> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  MeshBuilder builder;
  const auto at = [&](int i, double z) { return Vec3(outline[i % 6].x(), outline[i % 6].y(), z); };
  for (int i = 0; i < 6; ++i) builder.square(at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 1));
  for (const auto& [i, j, k] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    builder.triangle(at(i, 1), at(j, 1), at(k, 1));
    builder.triangle(at(i, 0), at(k, 0), at(j, 0));
  }
  return builder.mesh;
}

TriangleMesh needle_mesh() {
  TriangleMesh mesh = tetrahedron_mesh();
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(Vec3(1e-3, 1e-3, 1));
  return mesh;
}

std::vector<NamedMesh> sample_meshes() {
  return {{"box", box_mesh({1, 0.7, 0.4})},
          {"fine box", fine_box_mesh({1, 1, 0.5}, 6)},
          {"tetrahedron", tetrahedron_mesh()},
          {"icosahedron", icosphere(1, 0)},
          {"icosphere", icosphere(0.5, 3)},
          {"torus", torus_mesh(1, 0.3, 24, 12)},
          {"L", l_shape_mesh()},
          {"thin plate", box_mesh({1, 1, 1e-4})},
          {"needle", needle_mesh()},
          {"rock", rock_mesh(2, 7)},
          {"coarse rock", rock_mesh(1, 3)}};
}

Vec3 brute_nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 corners[3] = {a, b, c};
  Vec3 best = a;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &from = corners[k], along = corners[(k + 1) % 3] - from;
    const Vec3 q = from + std::clamp(along.dot(p - from) / along.squaredNorm(), 0.0, 1.0) * along;
    if ((q - p).norm() < (best - p).norm()) best = q;
  }
  // Barycentric coordinates of the projection, by least squares.
  Eigen::Matrix<double, 3, 2> basis;
  basis << b - a, c - a;
  const Vec2 st = basis.colPivHouseholderQr().solve(p - a);
  if (st.x() >= 0 && st.y() >= 0 && st.sum() <= 1) {
    const Vec3 q = a + basis * st;
    if ((q - p).norm() < (best - p).norm()) best = q;
  }
  return best;
}

bool brute_inside(const TriangleMesh& mesh, const Vec3& p) {
  double angle = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p, c = mesh.vertices[t[2]] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle > 2 * std::numbers::pi;
}

double brute_distance(const TriangleMesh& mesh, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& t : mesh.triangles) {
    const Vec3 q = brute_nearest_on_triangle(p, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
    best = std::min(best, (p - q).norm());
  }
  return brute_inside(mesh, p) ? -best : best;
}

}  // namespace stiction
