#include "geometry/mesh/polygons.h"

#include <algorithm>
#include <span>

namespace stiction {
namespace {

constexpr double kFlat = 1e-12;      // of the polygon's squared size: less than this is no area
constexpr int kLongestSearch = 256;  // corners; larger polygons are fanned around their first corner

Vec3 area_vector(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b - a).cross(c - a);
}

int fan_corner(const std::vector<Vec3>& vertices, std::span<const int> polygon) {
  const int size = static_cast<int>(polygon.size());
  if (size == 3 || size > kLongestSearch) return 0;
  const auto at = [&](int i) -> const Vec3& { return vertices[polygon[i % size]]; };
  Vec3 whole = Vec3::Zero();
  double squared_size = 0;
  for (int i = 1; i + 1 < size; ++i) {
    whole += area_vector(at(0), at(i), at(i + 1));
    squared_size = std::max({squared_size, (at(i) - at(0)).squaredNorm(), (at(i + 1) - at(0)).squaredNorm()});
  }
  if (!(whole.norm() > 0)) return 0;
  const Vec3 normal = whole.normalized();
  for (int corner = 0; corner < size; ++corner) {
    bool fits = true;
    for (int i = 1; fits && i + 1 < size; ++i) {
      const Vec3 area = area_vector(at(corner), at(corner + i), at(corner + i + 1));
      fits = area.dot(normal) > kFlat * squared_size;
    }
    if (fits) return corner;
  }
  return 0;
}

}  // namespace

std::vector<std::array<int, 3>> fan_polygons(const std::vector<Vec3>& vertices, const Polygons& polygons) {
  std::vector<std::array<int, 3>> triangles;
  triangles.reserve(polygons.corners.size() - 2 * polygons.sizes.size());
  const int* begin = polygons.corners.data();
  for (const int size : polygons.sizes) {
    const std::span<const int> polygon(begin, static_cast<std::size_t>(size));
    const int corner = fan_corner(vertices, polygon);
    for (int i = 1; i + 1 < size; ++i) {
      triangles.push_back({polygon[corner], polygon[(corner + i) % size], polygon[(corner + i + 1) % size]});
    }
    begin += size;
  }
  return triangles;
}

}  // namespace stiction
