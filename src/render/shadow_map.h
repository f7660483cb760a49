// How far light from one direction comes: the nearest surface over a square grid seen from the light.
#pragma once

#include <vector>

#include "render/soup.h"

namespace stiction {

class ShadowMap {
 public:
  // Light from the unit direction `to_light` onto the ball of `radius` [m] about `center`; size x size cells.
  // widest: radius of the edge of soft shadows, at most [cells].
  void fit(const Vec3f& to_light, const Vec3f& center, float radius, int size, int widest);
  void draw(const Soup& soup);

  const Vec3f& to_light() const { return to_light_; }
  float cell() const { return cell_; }  // [m]

  // Share of the light that reaches a point with this normal: 0 in the shadow, 1 outside it or outside the map;
  // soft over three cells.
  float hard(const Vec3f& point, const Vec3f& normal) const;
  // The same for a light that is seen under an angle, whose half has the tangent `spread`: the farther what casts the
  // shadow, the softer it is.
  float soft(const Vec3f& point, const Vec3f& normal, float spread) const;

 private:
  static constexpr int kBlock = 8;  // [cells]
  struct Place {
    float x = 0, y = 0;              // [cells]
    float height = 0;                // along to_light [m]
    float slope_x = 0, slope_y = 0;  // of the surface [m per cell]
  };
  Place place(const Vec3f& point, const Vec3f& normal, float cells_off) const;
  void follow_slope(const Vec3f& normal, Place& place) const;
  bool surely_lit(const Place& at) const;
  float at(int x, int y) const { return heights_[static_cast<std::size_t>(y) * size_ + x]; }
  bool inside(float x, float y) const;
  float lit_share(float x, float y, float height) const;
  void draw_triangle(const Vec3f& a, const Vec3f& b, const Vec3f& c);
  void find_highest();
  void widen_highest();

  Vec3f to_light_ = Vec3f::UnitZ(), across_ = Vec3f::UnitX(), along_ = Vec3f::UnitY(), center_ = Vec3f::Zero();
  float radius_ = 1, cell_ = 1;  // [m]
  int size_ = 0, blocks_ = 0, widest_ = 1;
  std::vector<float> heights_;          // size x size, of the surface nearest to the light [m]
  std::vector<float> highest_, wider_;  // within widest_ of every block of cells
};

}  // namespace stiction
