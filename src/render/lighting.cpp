#include "render/lighting.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace stiction {
namespace {

constexpr int kKeySize = 2048, kSkySize = 384;  // [cells]
constexpr std::size_t kSkyDirections = 24;
constexpr std::size_t kFewSkyDirections = 12;  // for pictures of very many triangles
constexpr std::size_t kManyTriangles = 400'000;
constexpr float kKeySpread = 0.07F;  // tangent of the key light's half angle
const Color kKeyColor(1.06F, 1.0F, 0.92F), kSkyColor(0.94F, 1.0F, 1.07F);

// Spread evenly over the sky, by golden angles.
Vec3f sky_direction(std::size_t i, std::size_t count, const Vec3f& up) {
  const double sine = 0.12 + 0.86 * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  const double angle = std::numbers::pi * (3 - std::sqrt(5.0)) * static_cast<double>(i);
  const double cosine = std::sqrt(1 - sine * sine);
  const Mat3 axes = axes_of(up.cast<double>());
  return (axes * Vec3(cosine * std::cos(angle), cosine * std::sin(angle), sine)).cast<float>();
}

}  // namespace

void Lighting::prepare(const Soup& soup, const Vec3f& to_key, const Vec3f& up, float radius) {
  up_ = up;
  sky_.resize(soup.triangles.size() > kManyTriangles ? kFewSkyDirections : kSkyDirections);
  parallel_tasks(static_cast<int>(sky_.size()) + 1, [&](int i) {
    if (i == 0) {
      key_.fit(to_key, Vec3f::Zero(), radius, kKeySize);
      key_.draw(soup);
      return;
    }
    const auto s = static_cast<std::size_t>(i) - 1;
    sky_[s].fit(sky_direction(s, sky_.size(), up), Vec3f::Zero(), radius, kSkySize);
    sky_[s].draw(soup);
  });
}

Color Lighting::at(const Vec3f& point, const Vec3f& normal) const {
  Color light = Color::Zero();
  const float facing = normal.dot(key_.to_light());
  if (facing > 0) {
    // Light that only grazes a surface is taken away softly: there the map is too coarse.
    const float key = facing * key_.soft(point, normal, kKeySpread);
    light += kKeyLight / key_.to_light().dot(up_) * key * kKeyColor;
  }
  float sky = 0, whole = 0, open = 0;
  for (const ShadowMap& map : sky_) {
    whole += map.to_light().dot(up_);
    const float cosine = normal.dot(map.to_light());
    if (cosine <= 0.02F) continue;
    const float lit = map.hard(point, normal);
    sky += cosine * lit;
    open += lit;
  }
  light += kSkyLight * sky / whole * kSkyColor;
  const float down = 0.5F - 0.5F * normal.dot(up_);
  const float share = open / static_cast<float>(sky_.size());
  light += kBounceLight * (0.25F + 0.75F * down) * (0.3F + 0.7F * std::min(1.0F, 1.5F * share + 0.4F * down));
  return light;
}

}  // namespace stiction
