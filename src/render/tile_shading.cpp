#include "render/tile_shading.h"

#include <algorithm>
#include <cmath>

namespace stiction {

TileShading::TileShading(const Shader& shader, const Tile& tile) : shader_(shader), tile_(tile) {
  for (int j = 0; j <= kNodes; ++j) {
    for (int i = 0; i <= kNodes; ++i) {
      nodes_[j * (kNodes + 1) + i] = node_at(std::min(i * kStep, kTileSize - 1), std::min(j * kStep, kTileSize - 1));
    }
  }
}

TileShading::Node TileShading::node_at(int x, int y) const {
  const int p = y * kTileSize + x;
  const std::uint32_t source = tile_.source[p][0];
  const float inverse_depth = tile_.inverse_depth[p][0];
  Node node;
  if (source == kNothing || !(inverse_depth > 0)) return node;
  node.at = shader_.locate(source, static_cast<float>(tile_.left + x) + 0.5F + kSampleX[0],
                           static_cast<float>(tile_.top + y) + 0.5F + kSampleY[0], inverse_depth);
  if (!shader_.faded(node.at)) node.sky = shader_.lighting.sky(node.at.point, node.at.normal);
  return node;
}

std::uint32_t TileShading::body_of(std::uint32_t source) const {
  if (source == kNothing || (source & kPlaneFlag) != 0) return source;
  return shader_.soup.triangles[source].body;
}

// 1 where the node is on the same smooth surface, falling to 0.
float TileShading::likeness(const Node& node, const SurfacePoint& at) const {
  if (body_of(node.at.source) != body_of(at.source)) return 0;
  const float turn = node.at.normal.dot(at.normal);
  if (turn < 0.93F) return 0;
  const float off = std::abs(at.normal.dot(node.at.point - at.point));
  const float curved = 1 - turn;  // a curved surface leaves its tangent plane
  const float allowed = (1.5F + 30 * curved) * at.pixel;
  return off < allowed ? 1 - off / allowed : 0;
}

SkyLight TileShading::sky_at(const SurfacePoint& at, float x, float y) const {
  const float u = std::clamp((x - 0.5F - static_cast<float>(tile_.left)) / kStep, 0.0F, static_cast<float>(kNodes));
  const float v = std::clamp((y - 0.5F - static_cast<float>(tile_.top)) / kStep, 0.0F, static_cast<float>(kNodes));
  const int i = std::min(static_cast<int>(u), kNodes - 1), j = std::min(static_cast<int>(v), kNodes - 1);
  const float s = u - static_cast<float>(i), t = v - static_cast<float>(j);
  SkyLight sum;
  float total = 0;
  for (int k = 0; k < 4; ++k) {
    const int di = k & 1, dj = k >> 1;
    const Node& node = nodes_[(j + dj) * (kNodes + 1) + i + di];
    const float weight = (di != 0 ? s : 1 - s) * (dj != 0 ? t : 1 - t) * likeness(node, at);
    sum.light += weight * node.sky.light;
    sum.open += weight * node.sky.open;
    total += weight;
  }
  if (total < 0.45F) return shader_.lighting.sky(at.point, at.normal);
  return {sum.light / total, sum.open / total};
}

Color TileShading::seen(std::uint32_t source, float x, float y, float inverse_depth) const {
  if (source == kNothing || !(inverse_depth > 0)) return shader_.background(y);
  const SurfacePoint at = shader_.locate(source, x, y, inverse_depth);
  if (shader_.faded(at)) return shader_.background(y);
  return shader_.color(at, x, y, sky_at(at, x, y));
}

// Every surface that a sample of the pixel sees is shaded once, where its samples are on average.
Color TileShading::pixel(int x, int y) const {
  const auto p = static_cast<std::size_t>((y - tile_.top) * kTileSize + x - tile_.left);
  const auto& source = tile_.source[p];
  std::array<bool, kSamples> done{};
  Color sum = Color::Zero();
  for (int s = 0; s < kSamples; ++s) {
    if (done[s]) continue;
    float dx = 0, dy = 0, inverse_depth = 0, count = 0;
    for (int t = s; t < kSamples; ++t) {
      if (source[t] != source[s]) continue;
      done[t] = true;
      dx += kSampleX[t];
      dy += kSampleY[t];
      inverse_depth += tile_.inverse_depth[p][t];
      ++count;
    }
    sum += count * seen(source[s], static_cast<float>(x) + 0.5F + dx / count, static_cast<float>(y) + 0.5F + dy / count,
                        inverse_depth / count);
  }
  return sum / static_cast<float>(kSamples);
}

}  // namespace stiction
