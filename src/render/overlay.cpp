#include "render/overlay.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/stroke_font.h"

namespace stiction {
namespace {

constexpr double kDigitHeight = 6;  // of the font

double distance_to_segment(const Vec2& p, const Vec2& from, const Vec2& to) {
  const Vec2 along = to - from;
  const double square = along.squaredNorm();
  const double share = square > 0 ? std::clamp((p - from).dot(along) / square, 0.0, 1.0) : 0;
  return (p - from - share * along).norm();
}

}  // namespace

// coverage(p): 0 to 1 at a pixel's centre.
template <class Coverage>
void Overlay::fill(const Vec2& low, const Vec2& high, const Color& color, double opacity, const Coverage& coverage) {
  if (!low.allFinite() || !high.allFinite()) return;
  const auto bound = [](double at, int end) { return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(end))); };
  const int x_end = bound(high.x() + 2, image_.width), y_end = bound(high.y() + 2, image_.height);
  const std::array<double, 3> ink = {static_cast<double>(srgb_byte(color[0])), static_cast<double>(srgb_byte(color[1])),
                                     static_cast<double>(srgb_byte(color[2]))};
  for (int y = bound(low.y() - 1, image_.height); y < y_end; ++y) {
    for (int x = bound(low.x() - 1, image_.width); x < x_end; ++x) {
      const double share = opacity * std::clamp(coverage(Vec2(x + 0.5, y + 0.5)), 0.0, 1.0);
      if (!(share > 0)) continue;
      std::uint8_t* pixel = image_.pixel(x, y);
      for (int k = 0; k < 3; ++k) {
        pixel[k] = static_cast<std::uint8_t>(std::lround(pixel[k] + share * (ink[k] - pixel[k])));
      }
    }
  }
}

void Overlay::line(const Vec2& from, const Vec2& to, double width, const Color& color, double opacity) {
  const Vec2 margin = Vec2::Constant(0.5 * width);
  fill(from.cwiseMin(to) - margin, from.cwiseMax(to) + margin, color, opacity,
       [&](const Vec2& p) { return 0.5 * width + 0.5 - distance_to_segment(p, from, to); });
}

void Overlay::disk(const Vec2& center, double radius, const Color& color, double opacity) {
  line(center, center, 2 * radius, color, opacity);
}

void Overlay::arrow(const Vec2& from, const Vec2& to, double width, const Color& color) {
  const Vec2 way = to - from;
  const double length = way.norm();
  if (!(length > 0.5 * width)) return;
  const Vec2 ahead = way / length, aside(-ahead.y(), ahead.x());
  const double head = std::min(4.2 * width, 0.6 * length), half = 0.42 * head;
  const Vec2 base = to - head * ahead;
  line(from, base, width, color);
  const Vec2 margin = Vec2::Constant(head + 1);
  fill(to.cwiseMin(base) - margin, to.cwiseMax(base) + margin, color, 1, [&](const Vec2& p) {
    const double behind = (to - p).dot(ahead), off = std::abs((p - to).dot(aside));
    const double slant = std::hypot(head, half);
    const double inside_side = (behind * half - off * head) / slant, inside_base = head - behind;
    return std::min(inside_side, inside_base) + 0.5;
  });
}

void Overlay::strokes(std::string_view text, const Vec2& at, double height, double width, const Color& color) {
  const double scale = height / kDigitHeight;
  double x = at.x();
  for (const char letter : text) {
    const Glyph glyph = glyph_of(letter);
    for (const Stroke& stroke : glyph.strokes) {
      for (std::size_t i = 1; i < stroke.size(); ++i) {
        line({x + scale * stroke[i - 1].x(), at.y() - scale * stroke[i - 1].y()},
             {x + scale * stroke[i].x(), at.y() - scale * stroke[i].y()}, width, color);
      }
    }
    x += scale * glyph.advance;
  }
}

void Overlay::text(std::string_view text, const Vec2& at, double height, const Color& color, const Color& halo) {
  strokes(text, at, height, 0.42 * height, halo);
  strokes(text, at, height, 0.13 * height, color);
}

}  // namespace stiction
