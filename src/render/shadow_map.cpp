#include "render/shadow_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr float kFarBelow = -1e30F;
constexpr float kSteepest = 6;  // slope beyond which a surface is not followed
constexpr int kSearchTaps = 24, kTaps = 48;

// Points spread evenly over the unit disk.
template <int kCount>
std::array<Eigen::Vector2f, kCount> make_disk() {
  std::array<Eigen::Vector2f, kCount> points;
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  for (int i = 0; i < kCount; ++i) {
    const double r = std::sqrt((i + 0.5) / kCount), angle = golden * i;
    points[i] = Eigen::Vector2d(r * std::cos(angle), r * std::sin(angle)).cast<float>();
  }
  return points;
}

template <int kCount>
const std::array<Eigen::Vector2f, kCount>& disk() {
  static const std::array<Eigen::Vector2f, kCount> points = make_disk<kCount>();
  return points;
}

}  // namespace

void ShadowMap::fit(const Vec3f& to_light, const Vec3f& center, float radius, int size, int widest) {
  to_light_ = to_light;
  across_ = to_light.unitOrthogonal();
  along_ = to_light.cross(across_);
  center_ = center;
  radius_ = radius;
  size_ = size;
  widest_ = widest;
  blocks_ = (size + kBlock - 1) / kBlock;
  cell_ = 2 * radius / static_cast<float>(size);
  heights_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), kFarBelow);
}

void ShadowMap::draw(const Soup& soup) {
  for (const Soup::Triangle& triangle : soup.triangles) {
    const auto& [i, j, k] = triangle.vertex;
    draw_triangle(soup.positions[i], soup.positions[j], soup.positions[k]);
  }
  find_highest();
}

void ShadowMap::draw_triangle(const Vec3f& a, const Vec3f& b, const Vec3f& c) {
  std::array<float, 3> x, y, z;
  int k = 0;
  for (const Vec3f* corner : {&a, &b, &c}) {
    const Vec3f d = *corner - center_;
    x[k] = (across_.dot(d) + radius_) / cell_;
    y[k] = (along_.dot(d) + radius_) / cell_;
    z[k++] = to_light_.dot(d);
  }
  const float area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  if (!(area > 0)) return;  // from outside seen counter-clockwise; what faces away is behind what faces the light
  const auto clamped = [&](float v) { return static_cast<int>(std::clamp(v, -1.0F, static_cast<float>(size_))); };
  const int x_begin = std::max(clamped(std::ceil(std::min({x[0], x[1], x[2]}) - 0.5F)), 0);
  const int x_end = std::min(clamped(std::floor(std::max({x[0], x[1], x[2]}) - 0.5F)), size_ - 1);
  const int y_begin = std::max(clamped(std::ceil(std::min({y[0], y[1], y[2]}) - 0.5F)), 0);
  const int y_end = std::min(clamped(std::floor(std::max({y[0], y[1], y[2]}) - 0.5F)), size_ - 1);
  if (x_begin > x_end) return;
  const float per = 1 / area;
  for (int row = y_begin; row <= y_end; ++row) {
    const float py = static_cast<float>(row) + 0.5F;
    for (int column = x_begin; column <= x_end; ++column) {
      const float px = static_cast<float>(column) + 0.5F;
      const float w0 = (x[2] - x[1]) * (py - y[1]) - (y[2] - y[1]) * (px - x[1]);
      const float w1 = (x[0] - x[2]) * (py - y[2]) - (y[0] - y[2]) * (px - x[2]);
      const float w2 = (x[1] - x[0]) * (py - y[0]) - (y[1] - y[0]) * (px - x[0]);
      if (w0 < 0 || w1 < 0 || w2 < 0) continue;
      float& height = heights_[static_cast<std::size_t>(row) * size_ + column];
      height = std::max(height, (w0 * z[0] + w1 * z[1] + w2 * z[2]) * per);
    }
  }
}

void ShadowMap::find_highest() {
  highest_.assign(static_cast<std::size_t>(blocks_) * static_cast<std::size_t>(blocks_), kFarBelow);
  for (int y = 0; y < size_; ++y) {
    for (int x = 0; x < size_; ++x) {
      float& block = highest_[static_cast<std::size_t>(y / kBlock) * blocks_ + x / kBlock];
      block = std::max(block, at(x, y));
    }
  }
  widen_highest();
}

// Every block gets the highest of all that `widest_` cells may reach from it.
void ShadowMap::widen_highest() {
  const int reach = (widest_ + 1) / kBlock + 1;
  wider_.resize(highest_.size());
  const auto widen = [&](const std::vector<float>& from, std::vector<float>& to, int step, int across) {
    for (int line = 0; line < blocks_; ++line) {
      for (int i = 0; i < blocks_; ++i) {
        float most = kFarBelow;
        for (int k = std::max(i - reach, 0); k <= std::min(i + reach, blocks_ - 1); ++k) {
          most = std::max(most, from[line * across + k * step]);
        }
        to[line * across + i * step] = most;
      }
    }
  };
  widen(highest_, wider_, 1, blocks_);
  widen(wider_, highest_, blocks_, 1);
}

ShadowMap::Place ShadowMap::place(const Vec3f& point, const Vec3f& normal, float cells_off) const {
  // A little off the surface, so that it does not shade itself.
  const Vec3f d = point + normal * (cells_off * cell_) - center_;
  Place place;
  place.x = (across_.dot(d) + radius_) / cell_;
  place.y = (along_.dot(d) + radius_) / cell_;
  place.height = to_light_.dot(d) + 0.3F * cell_;
  return place;
}

void ShadowMap::follow_slope(const Vec3f& normal, Place& place) const {
  const float facing = std::max(normal.dot(to_light_), 1e-3F);
  place.slope_x = std::clamp(-normal.dot(across_) / facing, -kSteepest, kSteepest) * cell_;
  place.slope_y = std::clamp(-normal.dot(along_) / facing, -kSteepest, kSteepest) * cell_;
}

bool ShadowMap::inside(float x, float y) const {
  const auto end = static_cast<float>(size_ - 2);
  return x >= 1 && y >= 1 && x < end && y < end;
}

bool ShadowMap::surely_lit(const Place& p) const {
  const float lowest = p.height - static_cast<float>(widest_) * (std::abs(p.slope_x) + std::abs(p.slope_y));
  const auto block = [&](float v) { return std::clamp(static_cast<int>(v) / kBlock, 0, blocks_ - 1); };
  return highest_[block(p.y) * blocks_ + block(p.x)] <= lowest;
}

// Between the centres of four cells: each says whether it hides a surface at this height.
float ShadowMap::lit_share(float x, float y, float height) const {
  if (!inside(x, y)) return 1;
  const float u = x - 0.5F, v = y - 0.5F;
  const int i = static_cast<int>(u), j = static_cast<int>(v);
  const float s = u - static_cast<float>(i), t = v - static_cast<float>(j);
  const float* row = heights_.data() + static_cast<std::size_t>(j) * size_ + i;
  const float* next = row + size_;
  const auto lit = [&](float stored) { return stored <= height ? 1.0F : 0.0F; };
  const float upper = (1 - s) * lit(row[0]) + s * lit(row[1]), lower = (1 - s) * lit(next[0]) + s * lit(next[1]);
  return (1 - t) * upper + t * lower;
}

float ShadowMap::hard(const Vec3f& point, const Vec3f& normal) const {
  const Place p = place(point, normal, 2);
  if (!(p.x >= 2 && p.y >= 2 && p.x < static_cast<float>(size_ - 3) && p.y < static_cast<float>(size_ - 3))) return 1;
  if (surely_lit(p)) return 1;
  // A square of three by three cells: the outer ones of four by four count in part.
  const float u = p.x - 1.5F, v = p.y - 1.5F;
  const int i = static_cast<int>(u), j = static_cast<int>(v);
  const float s = u - static_cast<float>(i), t = v - static_cast<float>(j);
  const std::array<float, 4> across = {1 - s, 1, 1, s}, along = {1 - t, 1, 1, t};
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    const float* row = heights_.data() + static_cast<std::size_t>(j + k) * size_ + i;
    float line = 0;
    for (int l = 0; l < 4; ++l) line += row[l] <= p.height ? across[l] : 0;
    sum += along[k] * line;
  }
  return sum / 9;
}

float ShadowMap::soft(const Vec3f& point, const Vec3f& normal, float spread) const {
  Place p = place(point, normal, 1.2F);
  follow_slope(normal, p);
  const auto most = static_cast<float>(widest_);
  if (p.x < -most || p.y < -most || p.x > static_cast<float>(size_) + most || p.y > static_cast<float>(size_) + most) {
    return 1;
  }
  if (surely_lit(p)) return 1;
  // How far above are the surfaces that may cast a shadow here?
  float above = 0;
  int found = 0;
  for (const Eigen::Vector2f& tap : disk<kSearchTaps>()) {
    const float dx = most * tap.x(), dy = most * tap.y();
    const float height = p.height + p.slope_x * dx + p.slope_y * dy;
    if (!inside(p.x + dx, p.y + dy)) continue;
    const float stored = at(static_cast<int>(p.x + dx), static_cast<int>(p.y + dy));
    // Only what the light's cone reaches: a caster h above shades at most h x spread to the side.
    const float reach = spread * (stored - height) + 1.5F * cell_;
    if (stored > height && cell_ * std::hypot(dx, dy) <= reach) {
      above += stored - height;
      ++found;
    }
  }
  if (found == 0) return lit_share(p.x, p.y, p.height);
  const float radius = std::clamp(spread * above / static_cast<float>(found) / cell_, 1.0F, most);
  float sum = 0;
  for (const Eigen::Vector2f& tap : disk<kTaps>()) {
    const float dx = radius * tap.x(), dy = radius * tap.y();
    sum += lit_share(p.x + dx, p.y + dy, p.height + p.slope_x * dx + p.slope_y * dy);
  }
  return sum / static_cast<float>(kTaps);
}

}  // namespace stiction
