// Lines, disks and text on top of a picture, with smooth edges.
#pragma once

#include <string_view>

#include "base/types.h"
#include "render/color.h"
#include "render/image.h"

namespace stiction {

class Overlay {
 public:
  explicit Overlay(Image& image) : image_(image) {}

  // Positions and widths in pixels; nothing happens where they are not finite.
  void line(const Vec2& from, const Vec2& to, double width, const Color& color, double opacity = 1);
  void disk(const Vec2& center, double radius, const Color& color, double opacity = 1);
  // With a head at `to`.
  void arrow(const Vec2& from, const Vec2& to, double width, const Color& color);
  // Digits are `height` high; `at` is the left end of the base line.
  void text(std::string_view text, const Vec2& at, double height, const Color& color, const Color& halo);

 private:
  template <class Coverage>
  void fill(const Vec2& low, const Vec2& high, const Color& color, double opacity, const Coverage& coverage);
  void strokes(std::string_view text, const Vec2& at, double height, double width, const Color& color);

  Image& image_;
};

}  // namespace stiction
