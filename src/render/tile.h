// What is seen at every sample of a tile: eight samples a pixel, the nearest surface at each.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/screen_triangles.h"

namespace stiction {

inline constexpr int kSamples = 8;  // a pixel

// Where the samples are, from the pixel's centre [pixels]: one in every eighth of the rows and of the columns.
inline constexpr std::array<float, kSamples> kSampleX = {0.0625F,  -0.0625F, 0.3125F, -0.1875F,
                                                         -0.3125F, -0.4375F, 0.1875F, 0.4375F};
inline constexpr std::array<float, kSamples> kSampleY = {-0.1875F, 0.1875F,  0.0625F, -0.3125F,
                                                         0.3125F,  -0.0625F, 0.4375F, -0.4375F};

inline constexpr std::uint32_t kNothing = 0xffffffffU;
inline constexpr std::uint32_t kPlaneFlag = 0x80000000U;  // with the plane's number in the soup

struct Tile {
  static constexpr int kPixels = kTileSize * kTileSize;
  int left = 0, top = 0;  // of its first pixel in the picture [pixels]
  alignas(32) std::array<std::array<float, kSamples>, kPixels> inverse_depth;   // [1/m], 0: nothing
  alignas(32) std::array<std::array<std::uint32_t, kSamples>, kPixels> source;  // soup triangle, plane or kNothing

  void clear(int tile_left, int tile_top);
  void draw_plane(const Soup::Plane& plane, std::uint32_t number, const Camera& camera);
  void draw(const ScreenTriangle& triangle);
};

}  // namespace stiction
