#include "render/renderer.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "render/shader.h"
#include "render/tile.h"
#include "render/tile_shading.h"

namespace stiction {
namespace {

constexpr double kReach = 1e4;       // bodies farther from the centre are not drawn [radii]
constexpr float kLitRadius = 1.35F;  // shadows fall within this [radii]

// From the left behind the camera, high up.
Vec3f key_direction(const Camera& camera, const Vec3& up) {
  const Vec3 back = (-camera.forward + camera.forward.dot(up) * up);
  const Vec3 level = back.norm() > 1e-6 ? Vec3(back.normalized()) : Vec3(camera.down);
  return (0.62 * level - 0.56 * camera.right + 1.0 * up).normalized().cast<float>();
}

// 1, 2 or 5 times a power of ten, at most `length`.
double round_length(double length) {
  const double power = std::pow(10.0, std::floor(std::log10(length)));
  const double digits = length / power;
  return power * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

// A soft shoulder instead of a clipped one.
float toned(float light) {
  constexpr float kKnee = 0.8F;
  if (light <= kKnee) return light;
  const float over = (light - kKnee) / (1 - kKnee);
  return kKnee + (1 - kKnee) * over / (1 + over);
}

}  // namespace

Renderer::Renderer(const PictureBodies& bodies, const PictureSetting& setting)
    : bodies_(bodies),
      setting_(setting),
      to_key_(key_direction(setting.camera, bodies.up)),
      image_(setting.camera.width, setting.camera.height) {}

Image& Renderer::draw(const Frame& frame) {
  gather_soup(bodies_, frame, setting_.center, kReach * setting_.radius, soup_);
  if (setting_.floor) soup_.planes.push_back(make_plane(bodies_.up, *setting_.floor));
  triangles_.gather(soup_, setting_.camera);
  lighting_.prepare(soup_, to_key_, bodies_.up.cast<float>(), kLitRadius * static_cast<float>(setting_.radius));
  parallel_tasks(triangles_.tile_columns() * triangles_.tile_rows(), [this](int tile) { draw_tile(tile); });
  return image_;
}

void Renderer::draw_tile(int number) {
  const Camera& camera = setting_.camera;
  Tile tile;
  tile.clear(number % triangles_.tile_columns() * kTileSize, number / triangles_.tile_columns() * kTileSize);
  for (std::size_t p = 0; p < soup_.planes.size(); ++p) {
    tile.draw_plane(soup_.planes[p], static_cast<std::uint32_t>(p), camera);
  }
  for (std::size_t i = triangles_.tile_begin(number); i < triangles_.tile_end(number); ++i) {
    tile.draw(triangles_.all()[triangles_.tile_entries()[i]]);
  }
  const Shader shader{camera,
                      soup_,
                      bodies_,
                      lighting_,
                      setting_.theme,
                      static_cast<float>(setting_.radius),
                      static_cast<float>(round_length(0.5 * setting_.radius))};
  const TileShading shading(shader, tile);
  const int x_end = std::min(tile.left + kTileSize, camera.width),
            y_end = std::min(tile.top + kTileSize, camera.height);
  for (int y = tile.top; y < y_end; ++y) {
    for (int x = tile.left; x < x_end; ++x) {
      const Color color = shading.pixel(x, y);
      std::uint8_t* bytes = image_.pixel(x, y);
      for (int k = 0; k < 3; ++k) bytes[k] = srgb_byte(toned(color[k]));
    }
  }
}

}  // namespace stiction
