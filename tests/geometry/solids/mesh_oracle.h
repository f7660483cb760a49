// Brute-force answers about a mesh, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "geometry/mesh/triangle_mesh.h"

namespace stiction {

// Every directed edge once, its reverse once, and the triangles around each vertex in one ring.
inline bool is_closed_manifold(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> third;  // directed edge -> corner opposite
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      if (t[k] == t[(k + 1) % 3]) return false;
      if (!third.insert({{t[k], t[(k + 1) % 3]}, t[(k + 2) % 3]}).second) return false;
    }
  }
  std::vector<int> valence(mesh.vertices.size(), 0), start(mesh.vertices.size(), -1);
  for (const auto& [edge, corner] : third) {
    if (!third.count({edge.second, edge.first})) return false;
    ++valence[edge.first];
    start[edge.first] = edge.second;
  }
  for (int v = 0; v < static_cast<int>(mesh.vertices.size()); ++v) {
    if (valence[v] < 3) return false;
    int at = start[v], count = 0;
    do {
      at = third.at({v, at});
      ++count;
    } while (at != start[v] && count <= valence[v]);
    if (count != valence[v]) return false;
  }
  return true;
}

inline int euler_characteristic(const TriangleMesh& mesh) {
  return static_cast<int>(mesh.vertices.size()) - static_cast<int>(mesh.triangles.size()) / 2;
}

inline double mesh_volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]]));
  }
  return sum / 6;
}

// The segment p q passes through the triangle, farther than rounding: triangles of one plane do not count.
inline bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto volume = [](const Vec3& u, const Vec3& v, const Vec3& w, const Vec3& x) {
    return (v - u).cross(w - u).dot(x - u);
  };
  const double above = volume(a, b, c, p), below = volume(a, b, c, q);
  const double size = std::max({(b - a).norm(), (c - a).norm(), (p - a).norm(), (q - a).norm()});
  const double rounding = 1e-12 * size * size * size;
  if (!(std::min(above, below) < -rounding && std::max(above, below) > rounding)) return false;
  const double s = volume(p, q, a, b), t = volume(p, q, b, c), u = volume(p, q, c, a);
  return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0);
}

// Pairs of triangles that cross although they share no corner, or beyond the corner or edge they share.
inline int count_self_intersections(const TriangleMesh& mesh) {
  std::vector<std::pair<double, int>> order;
  std::vector<Aabb> boxes(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const int v : mesh.triangles[t]) boxes[t].include(mesh.vertices[v]);
    order.emplace_back(boxes[t].min.x(), static_cast<int>(t));
  }
  std::sort(order.begin(), order.end());
  int count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int t = order[i].second;
    for (std::size_t j = i + 1; j < order.size() && order[j].first <= boxes[t].max.x(); ++j) {
      const int other = order[j].second;
      if (!boxes[t].overlaps(boxes[other])) continue;
      const auto &x = mesh.triangles[t], &y = mesh.triangles[other];
      const auto has = [](const std::array<int, 3>& s, int v) { return s[0] == v || s[1] == v || s[2] == v; };
      const int shared = has(y, x[0]) + has(y, x[1]) + has(y, x[2]);
      const auto at = [&](int v) -> const Vec3& { return mesh.vertices[v]; };
      bool crosses = false;
      for (int k = 0; k < 3; ++k) {
        const auto test = [&](const std::array<int, 3>& s, const std::array<int, 3>& r) {
          const int p = s[k], q = s[(k + 1) % 3];
          if (!has(r, p) && !has(r, q)) crosses |= pierces(at(p), at(q), at(r[0]), at(r[1]), at(r[2]));
        };
        if (shared < 2) test(x, y), test(y, x);
      }
      if (shared == 2) {  // folded onto each other?
        const Vec3 n = (at(x[1]) - at(x[0])).cross(at(x[2]) - at(x[0])).normalized();
        const Vec3 m = (at(y[1]) - at(y[0])).cross(at(y[2]) - at(y[0])).normalized();
        crosses = n.dot(m) < -0.9999;
      }
      count += crosses ? 1 : 0;
    }
  }
  return count;
}

// The smallest angle of all triangles [rad].
inline double smallest_angle(const TriangleMesh& mesh) {
  double smallest = 4;
  for (const auto& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 u = mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]];
      const Vec3 v = mesh.vertices[t[(k + 2) % 3]] - mesh.vertices[t[k]];
      smallest = std::min(smallest, std::atan2(u.cross(v).norm(), u.dot(v)));
    }
  }
  return smallest;
}

}  // namespace stiction
