#include "render/lighting.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/parallel.h"

namespace stiction {
namespace {

constexpr int kKeySize = 2048, kSkySize = 320;  // [cells]
constexpr int kKeyWidest = 72, kSkyWidest = 3;  // edges of shadows [cells]
constexpr std::size_t kLeastDirections = 16, kMostDirections = 64;
constexpr std::size_t kSkyTriangles = 6'000'000;  // drawn into the maps of the sky, about
constexpr float kKeySpread = 0.07F;               // tangent of the key light's half angle
// On an open plain about 1 in all.
constexpr float kKeyLight = 0.60F, kSkyLight = 0.46F, kBounceLight = 0.24F;
const Color kKeyColor(1.07F, 1.0F, 0.90F), kSkyColor(0.93F, 1.0F, 1.09F), kBounceColor(1.05F, 1.0F, 0.94F);

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
  sky_.resize(
      std::clamp(kSkyTriangles / std::max<std::size_t>(soup.triangles.size(), 1), kLeastDirections, kMostDirections));
  parallel_tasks(static_cast<int>(sky_.size()) + 1, [&](int i) {
    if (i == 0) {
      key_.fit(to_key, Vec3f::Zero(), radius, kKeySize, kKeyWidest);
      key_.draw(soup);
      return;
    }
    const auto s = static_cast<std::size_t>(i) - 1;
    sky_[s].fit(sky_direction(s, sky_.size(), up), Vec3f::Zero(), radius, kSkySize, kSkyWidest);
    sky_[s].draw(soup);
  });
  whole_ = 0;
  for (const ShadowMap& map : sky_) whole_ += map.to_light().dot(up_);
}

SkyLight Lighting::sky(const Vec3f& point, const Vec3f& normal) const {
  SkyLight sum;
  for (const ShadowMap& map : sky_) {
    const float cosine = normal.dot(map.to_light());
    if (cosine <= 0.02F) continue;
    const float lit = map.hard(point, normal);
    sum.light += cosine * lit;
    sum.open += lit;
  }
  return {sum.light / whole_, sum.open / static_cast<float>(sky_.size())};
}

Color Lighting::at(const Vec3f& point, const Vec3f& normal, const SkyLight& sky) const {
  Color light = kSkyLight * sky.light * kSkyColor;
  const float facing = normal.dot(key_.to_light());
  if (facing > 0) {
    light += kKeyLight / key_.to_light().dot(up_) * facing * key_.soft(point, normal, kKeySpread) * kKeyColor;
  }
  // Light from below and from all around, which is known only roughly.
  const float down = 0.5F - 0.5F * normal.dot(up_);
  const float reached = 0.35F + 0.65F * std::min(1.0F, 1.6F * sky.open + 0.5F * down);
  return light + kBounceLight * (0.2F + 0.8F * down) * reached * kBounceColor;
}

}  // namespace stiction
