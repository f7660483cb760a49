// Triangles as the camera sees them: clipped at the near plane, culled, projected, sorted into tiles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/camera.h"
#include "render/soup.h"

namespace stiction {

inline constexpr int kTileSize = 32;  // [pixels]

struct ScreenTriangle {
  std::array<double, 3> x{}, y{};         // corners [pixels], clockwise in the picture, whose y points down
  std::array<double, 3> inverse_depth{};  // [1/m]
  std::uint32_t source = 0;               // triangle of the soup
};

class ScreenTriangles {
 public:
  // Memory is reused.
  void gather(const Soup& soup, const Camera& camera);

  int tile_columns() const { return columns_; }
  int tile_rows() const { return rows_; }
  const std::vector<ScreenTriangle>& all() const { return triangles_; }
  // Indices into all() of those that may touch a tile, in order: from begin to end of tile_entries().
  const std::vector<std::uint32_t>& tile_entries() const { return entries_; }
  std::size_t tile_begin(int tile) const { return first_[static_cast<std::size_t>(tile)]; }
  std::size_t tile_end(int tile) const { return first_[static_cast<std::size_t>(tile) + 1]; }

 private:
  void add_clipped(const std::array<Vec3, 3>& view, const Camera& camera, std::uint32_t source);
  void add_projected(const Vec3& a, const Vec3& b, const Vec3& c, const Camera& camera, std::uint32_t source);
  void sort_into_tiles(const Camera& camera);
  template <class Visit>
  void for_tiles_of(const ScreenTriangle& triangle, const Visit& visit) const;

  int columns_ = 0, rows_ = 0;
  std::vector<Vec3> view_;  // positions in the camera's axes
  std::vector<ScreenTriangle> triangles_;
  std::vector<std::size_t> first_;  // tile_columns x tile_rows + 1
  std::vector<std::uint32_t> entries_;
};

}  // namespace stiction
