#include "render/color.h"

#include <cmath>
#include <limits>

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

}  // namespace
}  // namespace stiction
