#include "geometry/mesh/mesh_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>

namespace stiction {
namespace {

template <typename Number>
void append(std::string& bytes, Number value, bool big_endian = false) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  if (big_endian) std::reverse(std::begin(raw), std::end(raw));
  bytes.append(raw, sizeof raw);
}

}  // namespace

TriangleMesh make_tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

TriangleMesh make_box_mesh(const Vec3& size, const Vec3& center) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) ? 0.5 : -0.5, (i & 2) ? 0.5 : -0.5, (i & 4) ? 0.5 : -0.5);
    mesh.vertices.emplace_back(center + corner.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh make_grid_box(const Vec3& size, int cells) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> numbers;
  const auto vertex = [&](std::array<int, 3> p) {
    const auto [found, added] = numbers.try_emplace(p, static_cast<int>(mesh.vertices.size()));
    if (added) mesh.vertices.emplace_back(Vec3(p[0], p[1], p[2]).cwiseProduct(size) / cells - size / 2);
    return found->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
          const auto at = [&](int u, int v) {
            std::array<int, 3> p{};
            p[axis] = side * cells;
            p[(axis + 1) % 3] = u;
            p[(axis + 2) % 3] = v;
            return vertex(p);
          };
          std::array<int, 4> q = {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
          if (side == 0) std::swap(q[1], q[3]);
          mesh.triangles.push_back({q[0], q[1], q[2]});
          mesh.triangles.push_back({q[0], q[2], q[3]});
        }
      }
    }
  }
  return mesh;
}

TriangleMesh make_torus(double major, double minor, int around, int across) {
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i) {
    const double a = 2 * std::numbers::pi * i / around;
    for (int j = 0; j < across; ++j) {
      const double b = 2 * std::numbers::pi * j / across;
      const double r = major + minor * std::cos(b);
      mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), minor * std::sin(b));
    }
  }
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      const int i1 = (i + 1) % around, j1 = (j + 1) % across;
      const int p = i * across + j, q = i1 * across + j, r = i1 * across + j1, s = i * across + j1;
      mesh.triangles.push_back({p, q, r});
      mesh.triangles.push_back({p, r, s});
    }
  }
  return mesh;
}

TriangleMesh make_l_shape(double height) {
  const std::array<std::pair<double, double>, 6> outline = {{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}};
  TriangleMesh mesh;
  for (const double z : {0.0, height}) {
    for (const auto& [x, y] : outline) mesh.vertices.emplace_back(x, y, z);
  }
  for (const auto& [a, b, c] : std::array<std::array<int, 3>, 4>{{{3, 0, 1}, {3, 1, 2}, {3, 4, 5}, {3, 5, 0}}}) {
    mesh.triangles.push_back({a + 6, b + 6, c + 6});
    mesh.triangles.push_back({a, c, b});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, j + 6});
    mesh.triangles.push_back({i, j + 6, i + 6});
  }
  return mesh;
}

TriangleMesh turned_inside_out(TriangleMesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

TriangleMesh joined(TriangleMesh first, const TriangleMesh& second) {
  const int shift = static_cast<int>(first.vertices.size());
  first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
  for (const auto& t : second.triangles) first.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  return first;
}

TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

TriangleMesh rotated(TriangleMesh mesh, const Vec3& axis, double angle) {
  const Mat3 R = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  for (Vec3& v : mesh.vertices) v = R * v;
  return mesh;
}

TriangleMesh perturbed(TriangleMesh mesh, std::mt19937& random, double amount) {
  std::uniform_real_distribution<double> shift(-amount, amount);
  for (Vec3& v : mesh.vertices) {
    for (double& x : v) x += shift(random);
  }
  return mesh;
}

double mesh_volume(const TriangleMesh& mesh) {
  double volume = 0;
  const Vec3 center = (mesh_bounds(mesh).min + mesh_bounds(mesh).max) / 2;
  for (const auto& [a, b, c] : mesh.triangles) {
    volume += (mesh.vertices[a] - center).dot((mesh.vertices[b] - center).cross(mesh.vertices[c] - center)) / 6;
  }
  return volume;
}

std::string stl_text(const TriangleMesh& mesh) {
  std::string text = "solid thing with a name\n";
  for (const auto& t : mesh.triangles) {
    text += "  facet normal 0 0 0\n    outer loop\n";
    for (const int v : t) {
      const Vec3& p = mesh.vertices[v];
      text += fmt::format("      vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid thing with a name\n";
}

std::string stl_binary(const TriangleMesh& mesh, const std::string& header) {
  std::string bytes = header;
  bytes.resize(80, '\0');
  append(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) append(bytes, 0.0f);
    for (const int v : t) {
      for (const double x : mesh.vertices[v]) append(bytes, static_cast<float>(x));
    }
    append(bytes, std::uint16_t{0});
  }
  return bytes;
}

std::string ply_file(const TriangleMesh& mesh, PlyKind kind) {
  const char* format = kind == PlyKind::kText     ? "ascii"
                       : kind == PlyKind::kLittle ? "binary_little_endian"
                                                  : "binary_big_endian";
  std::string bytes = fmt::format(
      "ply\nformat {} 1.0\ncomment made by hand\nelement vertex {}\nproperty double x\nproperty uchar red\n"
      "property double y\nproperty double z\nelement edge 1\nproperty list uchar short ends\nproperty float weight\n"
      "element face {}\nproperty list uchar int vertex_indices\nproperty short flag\nend_header\n",
      format, mesh.vertices.size(), mesh.triangles.size());
  if (kind == PlyKind::kText) {
    for (const Vec3& v : mesh.vertices) bytes += fmt::format("{} 255 {} {}\n", v.x(), v.y(), v.z());
    bytes += "2 0 1 0.5\n";
    for (const auto& t : mesh.triangles) bytes += fmt::format("3 {} {} {} -1\n", t[0], t[1], t[2]);
    return bytes;
  }
  const bool big = kind == PlyKind::kBig;
  for (const Vec3& v : mesh.vertices) {
    append(bytes, v.x(), big);
    append(bytes, std::uint8_t{255}, big);
    append(bytes, v.y(), big);
    append(bytes, v.z(), big);
  }
  append(bytes, std::uint8_t{2}, big);
  append(bytes, std::int16_t{0}, big);
  append(bytes, std::int16_t{1}, big);
  append(bytes, 0.5f, big);
  for (const auto& t : mesh.triangles) {
    append(bytes, std::uint8_t{3}, big);
    for (const int v : t) append(bytes, static_cast<std::int32_t>(v), big);
    append(bytes, std::int16_t{-1}, big);
  }
  return bytes;
}

}  // namespace stiction
