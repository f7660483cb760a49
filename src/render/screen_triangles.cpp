#include "render/screen_triangles.h"

#include <algorithm>
#include <cmath>

namespace stiction {

void ScreenTriangles::add_projected(const Vec3& a, const Vec3& b, const Vec3& c, const Camera& camera,
                                    std::uint32_t source) {
  ScreenTriangle triangle;
  triangle.source = source;
  int k = 0;
  for (const Vec3* corner : {&a, &b, &c}) {
    const Vec2 p = camera.to_picture(*corner);
    triangle.x[k] = p.x();
    triangle.y[k] = p.y();
    triangle.inverse_depth[k++] = 1 / corner->z();
  }
  const auto& [x0, x1, x2] = triangle.x;
  const auto& [y0, y1, y2] = triangle.y;
  const double area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (!(area < 0)) return;  // seen from behind, from the side, or not a number
  // Corners are counter-clockwise seen from outside with y up; the picture's y points down.
  std::swap(triangle.x[1], triangle.x[2]);
  std::swap(triangle.y[1], triangle.y[2]);
  std::swap(triangle.inverse_depth[1], triangle.inverse_depth[2]);
  const auto [left, right] = std::minmax({x0, x1, x2});
  const auto [top, bottom] = std::minmax({y0, y1, y2});
  if (right < 0 || bottom < 0 || left > camera.width || top > camera.height) return;
  triangles_.push_back(triangle);
}

// At most one corner more than before: a triangle becomes a triangle or a quadrangle.
void ScreenTriangles::add_clipped(const std::array<Vec3, 3>& view, const Camera& camera, std::uint32_t source) {
  std::array<Vec3, 4> corners;
  int count = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 &p = view[k], &q = view[(k + 1) % 3];
    if (p.z() >= camera.near) corners[count++] = p;
    if ((p.z() >= camera.near) != (q.z() >= camera.near)) {
      const double share = (camera.near - p.z()) / (q.z() - p.z());
      corners[count] = p + share * (q - p);
      corners[count++].z() = camera.near;
    }
  }
  for (int k = 2; k < count; ++k) add_projected(corners[0], corners[k - 1], corners[k], camera, source);
}

void ScreenTriangles::gather(const Soup& soup, const Camera& camera) {
  triangles_.clear();
  view_.resize(soup.positions.size());
  for (std::size_t i = 0; i < view_.size(); ++i) view_[i] = camera.to_view(soup.positions[i].cast<double>());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto& [i, j, k] = soup.triangles[t].vertex;
    const Vec3 &a = view_[i], &b = view_[j], &c = view_[k];
    const double nearest = std::min({a.z(), b.z(), c.z()});
    const auto source = static_cast<std::uint32_t>(t);
    if (nearest >= camera.near) {
      add_projected(a, b, c, camera, source);
    } else if (std::max({a.z(), b.z(), c.z()}) > camera.near) {
      add_clipped({a, b, c}, camera, source);
    }
  }
  sort_into_tiles(camera);
}

template <class Visit>
void ScreenTriangles::for_tiles_of(const ScreenTriangle& triangle, const Visit& visit) const {
  const auto [left, right] = std::minmax({triangle.x[0], triangle.x[1], triangle.x[2]});
  const auto [top, bottom] = std::minmax({triangle.y[0], triangle.y[1], triangle.y[2]});
  const auto tile = [](double at, int count) {
    return static_cast<int>(std::clamp(std::floor(at / kTileSize), 0.0, static_cast<double>(count - 1)));
  };
  for (int row = tile(top, rows_); row <= tile(bottom, rows_); ++row) {
    for (int column = tile(left, columns_); column <= tile(right, columns_); ++column) {
      visit(row * columns_ + column);
    }
  }
}

void ScreenTriangles::sort_into_tiles(const Camera& camera) {
  columns_ = (camera.width + kTileSize - 1) / kTileSize;
  rows_ = (camera.height + kTileSize - 1) / kTileSize;
  const std::size_t tiles = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  first_.assign(tiles + 2, 0);  // one place more: it becomes the next free entry of every tile
  for (const ScreenTriangle& triangle : triangles_) {
    for_tiles_of(triangle, [&](std::size_t tile) { ++first_[tile + 2]; });
  }
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  entries_.resize(first_.back());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for_tiles_of(triangles_[t],
                 [&](std::size_t tile) { entries_[first_[tile + 1]++] = static_cast<std::uint32_t>(t); });
  }
}

}  // namespace stiction
