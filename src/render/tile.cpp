#include "render/tile.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// a x + b y + c over the pixels of a tile, from the centre of its first pixel.
struct Linear {
  float a = 0, b = 0, c = 0;
  float at(int x, int y) const { return a * static_cast<float>(x) + b * static_cast<float>(y) + c; }
  std::array<float, kSamples> sample_offsets() const {
    std::array<float, kSamples> offsets;
    for (int s = 0; s < kSamples; ++s) offsets[s] = a * kSampleX[s] + b * kSampleY[s];
    return offsets;
  }
};

Linear from_double(double a, double b, double c) {
  return {static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)};
}

// Positive inside, right of the way from (x0, y0) to (x1, y1) in a picture with y down. Both triangles at an edge get
// the same numbers with opposite signs, so that no sample falls between them.
Linear edge(double x0, double y0, double x1, double y1, double origin_x, double origin_y) {
  const double a = y0 - y1, b = x1 - x0;
  const double c = (x0 * y1 - x1 * y0) + a * origin_x + b * origin_y;
  return from_double(a, b, c);
}

// Keeps the nearest: the first that came, where two are equally near.
void keep(std::array<float, kSamples>& depth, std::array<std::uint32_t, kSamples>& source,
          const std::array<float, kSamples>& candidate, std::uint32_t candidate_source) {
  for (int s = 0; s < kSamples; ++s) {
    const bool nearer = candidate[s] > depth[s];
    depth[s] = nearer ? candidate[s] : depth[s];
    source[s] = nearer ? candidate_source : source[s];
  }
}

}  // namespace

void Tile::clear(int tile_left, int tile_top) {
  left = tile_left;
  top = tile_top;
  for (auto& pixel : inverse_depth) pixel.fill(0);
  for (auto& pixel : source) pixel.fill(kNothing);
}

void Tile::draw_plane(const Soup::Plane& plane, std::uint32_t number, const Camera& camera) {
  const Vec3 normal = plane.normal.cast<double>();
  const double height = normal.dot(camera.eye) - plane.offset;
  if (!(height > 0)) return;  // seen from below
  // Where the ray meets the plane, 1/depth = -normal . ray / height: linear in the picture.
  const double scale = -1 / (height * camera.focal);
  const double x = left + 0.5 - 0.5 * camera.width, y = top + 0.5 - 0.5 * camera.height;
  const double a = scale * normal.dot(camera.right), b = scale * normal.dot(camera.down);
  const Linear inverse = from_double(a, b, scale * camera.focal * normal.dot(camera.forward) + a * x + b * y);
  const std::array<float, kSamples> offsets = inverse.sample_offsets();
  const auto limit = static_cast<float>(1 / camera.near);
  for (int p = 0; p < kPixels; ++p) {
    const float center = inverse.at(p % kTileSize, p / kTileSize);
    std::array<float, kSamples> candidate;
    for (int s = 0; s < kSamples; ++s) {
      const float here = center + offsets[s];
      candidate[s] = here <= limit ? here : 0;
    }
    keep(inverse_depth[p], source[p], candidate, kPlaneFlag | number);
  }
}

void Tile::draw(const ScreenTriangle& t) {
  const double x = left + 0.5, y = top + 0.5;
  const std::array<Linear, 3> edges = {edge(t.x[1], t.y[1], t.x[2], t.y[2], x, y),
                                       edge(t.x[2], t.y[2], t.x[0], t.y[0], x, y),
                                       edge(t.x[0], t.y[0], t.x[1], t.y[1], x, y)};
  const double area = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
  if (!(area > 0)) return;
  const auto mix = [&](auto part) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += t.inverse_depth[k] * static_cast<double>(part(edges[k]));
    return sum / area;
  };
  const Linear inverse = from_double(mix([](const Linear& e) { return e.a; }), mix([](const Linear& e) { return e.b; }),
                                     mix([](const Linear& e) { return e.c; }));
  const std::array<float, kSamples> o0 = edges[0].sample_offsets(), o1 = edges[1].sample_offsets(),
                                    o2 = edges[2].sample_offsets(), oz = inverse.sample_offsets();
  const auto [x_min, x_max] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_min, y_max] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const auto pixel = [](double at, int start) {
    return static_cast<int>(std::clamp(std::floor(at - start), -1.0, static_cast<double>(kTileSize)));
  };
  const int x_end = std::min(pixel(x_max, left), kTileSize - 1), y_end = std::min(pixel(y_max, top), kTileSize - 1);
  for (int py = std::max(pixel(y_min, top), 0); py <= y_end; ++py) {
    for (int px = std::max(pixel(x_min, left), 0); px <= x_end; ++px) {
      const float e0 = edges[0].at(px, py), e1 = edges[1].at(px, py), e2 = edges[2].at(px, py);
      const float center = inverse.at(px, py);
      std::array<float, kSamples> candidate;
      for (int s = 0; s < kSamples; ++s) {
        const bool inside =
            static_cast<int>(e0 + o0[s] >= 0) & static_cast<int>(e1 + o1[s] >= 0) & static_cast<int>(e2 + o2[s] >= 0);
        candidate[s] = inside ? center + oz[s] : 0;
      }
      const int p = py * kTileSize + px;
      keep(inverse_depth[p], source[p], candidate, t.source);
    }
  }
}

}  // namespace stiction
