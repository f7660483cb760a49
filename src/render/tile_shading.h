// The colours of a tile's pixels. Light from the sky changes slowly along a surface: it is found at every fourth pixel
// and taken from there wherever the same surface goes on.
#pragma once

#include <array>

#include "render/shader.h"
#include "render/tile.h"

namespace stiction {

class TileShading {
 public:
  TileShading(const Shader& shader, const Tile& tile);
  // x, y: pixel of the picture, in the tile.
  Color pixel(int x, int y) const;

 private:
  static constexpr int kStep = 4;  // [pixels]
  static constexpr int kNodes = kTileSize / kStep;
  struct Node {
    SurfacePoint at;  // kNothing: none
    SkyLight sky;
  };
  Node node_at(int x, int y) const;
  Color seen(std::uint32_t source, float x, float y, float inverse_depth) const;
  SkyLight sky_at(const SurfacePoint& at, float x, float y) const;
  float likeness(const Node& node, const SurfacePoint& at) const;
  std::uint32_t body_of(std::uint32_t source) const;

  const Shader& shader_;
  const Tile& tile_;
  std::array<Node, (kNodes + 1) * (kNodes + 1)> nodes_;
};

}  // namespace stiction
