// Colours in linear light, and how they become bytes.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

namespace stiction {

using Color = Eigen::Array3f;  // red, green, blue; linear light, 1 is white

// From sRGB bytes, as 0xrrggbb.
Color color_of(std::uint32_t srgb);
// To a byte of sRGB, rounded. Below 0 and not a number: 0; above 1: 255.
std::uint8_t srgb_byte(float linear);

// What contacts and forces are drawn in: the colours of the viewer (viewer/src/scene/palette.ts).
struct OverlayColors {
  Color normal, friction;    // arrows
  Color stick, slide, open;  // points

  static OverlayColors light();
  static OverlayColors dark();
};

// Everything of a picture's look that is neither body nor light.
struct Theme {
  Color sky_top, sky_bottom;  // the background, from the picture's upper to its lower edge
  Color ground, grid;
  Color ink, halo;    // text, and what is put behind it
  float line = 0.5F;  // creases: what is left of the light
  OverlayColors overlay = OverlayColors::light();

  static Theme light();
  static Theme dark();
};

enum class ShapeKind { kFlat, kSphere, kRound, kMesh };

// The colour of a body: by its material's name and the kind of its shape, a little different from body to body;
// the same in every picture. Fixed bodies are paler.
Color body_color(const std::string& material, ShapeKind kind, const std::string& body, bool fixed);

}  // namespace stiction
