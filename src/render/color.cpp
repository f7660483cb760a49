#include "render/color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace stiction {
namespace {

float linear_of(float srgb) {
  return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

constexpr int kSteps = 4096;

// Bytes over the square root of the light, which spreads the dark end.
std::array<std::uint8_t, kSteps + 1> make_bytes() {
  std::array<std::uint8_t, kSteps + 1> bytes{};
  for (int i = 0; i <= kSteps; ++i) {
    const double root = static_cast<double>(i) / kSteps, light = root * root;
    const double srgb = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    bytes[i] = static_cast<std::uint8_t>(std::lround(255 * srgb));
  }
  return bytes;
}

using Named = std::pair<std::string_view, std::uint32_t>;
constexpr std::array<Named, 16> kMaterials = {{{"stone", 0xd8c3a0},
                                               {"rock", 0xb9b1a4},
                                               {"brick", 0xc0694a},
                                               {"wood", 0xc99a62},
                                               {"oak", 0xb98a58},
                                               {"log", 0xb5824f},
                                               {"card", 0xf3ead9},
                                               {"paper", 0xf3ead9},
                                               {"steel", 0x9fb0bf},
                                               {"iron", 0x8d97a0},
                                               {"ice", 0xb9dcec},
                                               {"glass", 0xa9d3cf},
                                               {"rubber", 0x55606b},
                                               {"plastic", 0x5aa0c8},
                                               {"concrete", 0xb6b5b0},
                                               {"tool", 0xe0803c}}};
// Named after their colour, which no shape changes.
constexpr std::array<Named, 2> kColored = {{{"red rubber", 0xc8453c}, {"blue rubber", 0x3f6fc4}}};
constexpr std::array<std::uint32_t, 8> kPalette = {0xd9a05b, 0x5b9bb5, 0x8fb573, 0xcf7a62,
                                                   0x9a8cc2, 0xd8c06a, 0x66a99a, 0xc98aa5};

// What a kind of shape adds to its material's colour, so that piles can be told apart.
struct ShapeTint {
  std::uint32_t srgb;
  float share;
};
constexpr std::array<ShapeTint, 4> kShapeTints = {{{0, 0}, {0x4a86a8, 0.62F}, {0xb98a3a, 0.45F}, {0xa0654a, 0.30F}}};

std::uint32_t hash_of(std::string_view text, std::uint32_t seed) {  // FNV-1a, and a last stir
  std::uint32_t hash = 2166136261U ^ seed;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  hash ^= hash >> 16U;
  hash *= 0x7feb352dU;
  hash ^= hash >> 15U;
  return hash;
}

float spread(std::uint32_t hash) {  // -1 to 1
  return static_cast<float>(hash & 0xffffU) / 32767.5F - 1;
}

Color base_color(const std::string& material, ShapeKind kind) {
  const auto is_named = [&](const Named& named) { return material.find(named.first) != std::string::npos; };
  const auto colored = std::find_if(kColored.begin(), kColored.end(), is_named);
  if (colored != kColored.end()) return color_of(colored->second);
  const auto found = std::find_if(kMaterials.begin(), kMaterials.end(), is_named);
  if (found != kMaterials.end()) {
    const Color color = color_of(found->second);
    const ShapeTint& tint = kShapeTints[static_cast<std::size_t>(kind)];
    return (1 - tint.share) * color + tint.share * color_of(tint.srgb);
  }
  const std::uint32_t start = material == "default" ? 0 : hash_of(material, 7);
  return color_of(kPalette[(start + 3U * static_cast<std::uint32_t>(kind)) % kPalette.size()]);
}

}  // namespace

Color color_of(std::uint32_t srgb) {
  const auto channel = [&](std::uint32_t shift) {
    return linear_of(static_cast<float>((srgb >> shift) & 255U) / 255.0F);
  };
  return {channel(16), channel(8), channel(0)};
}

std::uint8_t srgb_byte(float linear) {
  static const std::array<std::uint8_t, kSteps + 1> bytes = make_bytes();
  if (!(linear > 0)) return 0;
  return bytes[static_cast<std::size_t>(std::sqrt(std::min(linear, 1.0F)) * kSteps + 0.5F)];
}

OverlayColors OverlayColors::light() {
  return {color_of(0x2563d9), color_of(0xc2185b), color_of(0x0b8f76), color_of(0xd96a00), color_of(0x77818e)};
}

OverlayColors OverlayColors::dark() {
  return {color_of(0x7fb2ff), color_of(0xff6fae), color_of(0x35c4a5), color_of(0xff9d3c), color_of(0xaab4c2)};
}

Theme Theme::light() {
  return {color_of(0xdfe7ee),
          color_of(0xf6f5f2),
          color_of(0xe9e7e2),
          color_of(0xb9b7b0),
          color_of(0x2b3036),
          color_of(0xffffff),
          0.42F,
          OverlayColors::light()};
}

Theme Theme::dark() {
  return {color_of(0x14181d),
          color_of(0x262c33),
          color_of(0x3a4048),
          color_of(0x59616b),
          color_of(0xe8ebee),
          color_of(0x0c0e11),
          0.35F,
          OverlayColors::dark()};
}

Color body_color(const std::string& material, ShapeKind kind, const std::string& body, bool fixed) {
  Color color = base_color(material, kind);
  const float lightness = 1 + 0.13F * spread(hash_of(body, 1)), warmth = 0.07F * spread(hash_of(body, 2));
  color *= lightness * Color(1 + warmth, 1, 1 - warmth);
  if (fixed) color = 0.3F * color + 0.7F * color_of(0xc6c8c9);
  return color.min(0.95F);
}

}  // namespace stiction
