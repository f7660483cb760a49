#include "render/color.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Color, BytesGoThereAndBack) {
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    const Color color = color_of(byte << 16U | byte);
    EXPECT_EQ(srgb_byte(color[0]), byte);
    EXPECT_EQ(srgb_byte(color[1]), 0);
    EXPECT_EQ(srgb_byte(color[2]), byte);
  }
}

// The colour that viewer/src/scene/palette.ts gives to `key` in its palette `theme`.
Color viewer_color(const std::string& theme, const std::string& key) {
  std::ostringstream file;
  file << std::ifstream(STICTION_PALETTE).rdbuf();
  const std::string text = file.str();
  const std::size_t palette = text.find("const " + theme + ": Palette");
  const std::string mark = " " + key + ": \"#";
  const std::size_t at = palette == std::string::npos ? palette : text.find(mark, palette);
  if (at == std::string::npos) throw std::runtime_error("no " + key + " in " + theme);
  return color_of(static_cast<std::uint32_t>(std::stoul(text.substr(at + mark.size(), 6), nullptr, 16)));
}

TEST(Color, ContactsAndForcesLookAsInTheViewer) {
  for (const auto& [theme, colors] : {std::pair<std::string, OverlayColors>("light", Theme::light().overlay),
                                      std::pair<std::string, OverlayColors>("dark", Theme::dark().overlay)}) {
    EXPECT_TRUE((colors.normal == viewer_color(theme, "normal")).all()) << theme;
    EXPECT_TRUE((colors.friction == viewer_color(theme, "friction")).all()) << theme;
    EXPECT_TRUE((colors.stick == viewer_color(theme, "stick")).all()) << theme;
    EXPECT_TRUE((colors.slide == viewer_color(theme, "slide")).all()) << theme;
    EXPECT_TRUE((colors.open == viewer_color(theme, "open")).all()) << theme;
  }
}

TEST(Color, MoreLightIsNeverADarkerByte) {
  int before = 0;
  for (int i = 0; i <= 10000; ++i) {
    const int byte = srgb_byte(static_cast<float>(i) / 10000.0F);
    EXPECT_GE(byte, before);
    before = byte;
  }
  EXPECT_EQ(before, 255);
}

TEST(Color, WhatIsNoLightIsBlackOrWhite) {
  EXPECT_EQ(srgb_byte(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(srgb_byte(-1), 0);
  EXPECT_EQ(srgb_byte(std::numeric_limits<float>::infinity()), 255);
  EXPECT_EQ(srgb_byte(7), 255);
}

TEST(Color, OfABodyIsTheSameEveryTimeAndInRange) {
  for (const char* material : {"stone", "default", "moon cheese", ""}) {
    for (const ShapeKind kind : {ShapeKind::kFlat, ShapeKind::kSphere, ShapeKind::kRound, ShapeKind::kMesh}) {
      const Color color = body_color(material, kind, "block", false);
      EXPECT_TRUE((color == body_color(material, kind, "block", false)).all());
      EXPECT_TRUE((color > 0).all() && (color < 1).all()) << material;
    }
  }
  EXPECT_FALSE(
      (body_color("stone", ShapeKind::kFlat, "a", false) == body_color("stone", ShapeKind::kFlat, "b", false)).all());
}

TEST(Color, OfRedAndBlueRubberIsRedAndBlue) {
  const Color red = body_color("red rubber", ShapeKind::kMesh, "a", false);
  const Color blue = body_color("blue rubber", ShapeKind::kMesh, "a", false);
  EXPECT_GT(red[0], 3 * red[2]);
  EXPECT_GT(blue[2], 3 * blue[0]);
}

}  // namespace
}  // namespace stiction
