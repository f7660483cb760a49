// Shadows fall where the light says.
#include "render/shadow_map.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "render/pictures.h"

namespace stiction {
namespace {

// A box of 1 m, 2 m above the plane z = 0.
Soup box_in_the_air() {
  test::Staging staging;
  staging.add(make_box_shape(Vec3::Ones()), {Vec3(0, 0, 2.5), Quat::Identity()}, test::kRed);
  Soup soup;
  gather_soup(staging.bodies, staging.frame, Vec3::Zero(), 100, soup);
  return soup;
}

// By hand: does the way from the point to the light meet the box?
bool in_shadow(const Vec3f& point, const Vec3f& to_light, float margin) {
  const float low = (2 - point.z()) / to_light.z(), high = (3 - point.z()) / to_light.z();
  for (int i = 0; i <= 200; ++i) {
    const Vec3f at = point + (low + (high - low) * static_cast<float>(i) / 200) * to_light;
    if (std::abs(at.x()) < 0.5F + margin && std::abs(at.y()) < 0.5F + margin) return true;
  }
  return false;
}

RC_GTEST_PROP(ShadowMap, OfABoxIsWhereTheLightSays, ()) {
  const Vec3f to_light =
      Vec3f(static_cast<float>(*rc::gen::inRange(-10, 11)) / 10, static_cast<float>(*rc::gen::inRange(-10, 11)) / 10, 1)
          .normalized();
  const Vec3f point(static_cast<float>(*rc::gen::inRange(-300, 301)) / 100,
                    static_cast<float>(*rc::gen::inRange(-300, 301)) / 100, 0);
  ShadowMap map;
  map.fit(to_light, Vec3f::Zero(), 6, 512, 4);
  map.draw(box_in_the_air());
  const float cells = 3 * map.cell() / to_light.z();  // near the edge it may be either
  if (in_shadow(point, to_light, -cells)) {
    RC_ASSERT(map.hard(point, Vec3f::UnitZ()) == 0.0F);
  } else if (!in_shadow(point, to_light, cells)) {
    RC_ASSERT(map.hard(point, Vec3f::UnitZ()) == 1.0F);
  }
}

TEST(ShadowMap, SoftEdgesAreAsWideAsTheLightIsSeen) {
  ShadowMap map;
  map.fit(Vec3f::UnitZ(), Vec3f::Zero(), 6, 1024, 80);
  map.draw(box_in_the_air());
  const float spread = 0.1F;
  const auto at = [&](float x) { return map.soft(Vec3f(x, 0, 0), Vec3f::UnitZ(), spread); };
  EXPECT_EQ(at(0), 0.0F);
  EXPECT_EQ(at(1), 1.0F);
  EXPECT_NEAR(at(0.5F), 0.5F, 0.12F);  // the edge itself sees half of the light
  EXPECT_EQ(at(0.5F - 1.4F * 3 * spread), 0.0F);
  EXPECT_EQ(at(0.5F + 1.4F * 3 * spread), 1.0F);
}

TEST(ShadowMap, WhatCastsAShadowIsLitItself) {
  const Vec3f to_light = Vec3f(0.5F, 0.3F, 1).normalized();
  ShadowMap map;
  map.fit(to_light, Vec3f::Zero(), 6, 512, 40);
  map.draw(box_in_the_air());
  for (const float x : {-0.4F, 0.0F, 0.4F}) {
    EXPECT_EQ(map.soft(Vec3f(x, 0, 3), Vec3f::UnitZ(), 0.07F), 1.0F);
    EXPECT_EQ(map.hard(Vec3f(x, 0.1F, 3), Vec3f::UnitZ()), 1.0F);
    EXPECT_GT(map.hard(Vec3f(0.5F, x, 2.5F), Vec3f::UnitX()), 0.95F);  // steep: cells are seen at their far ends
    EXPECT_EQ(map.hard(Vec3f(x, 0.1F, 2), -Vec3f::UnitZ()), 0.0F);
  }
}

TEST(ShadowMap, OfTwoBoxesAboveEachOtherTheUpperShadesTheLower) {
  test::Staging staging;
  for (const double height : {0.5, 2.5}) {
    staging.add(make_box_shape(Vec3::Ones()), {Vec3(0, 0, height), Quat::Identity()}, test::kRed);
  }
  Soup soup;
  gather_soup(staging.bodies, staging.frame, Vec3::Zero(), 100, soup);
  ShadowMap map;
  map.fit(Vec3f::UnitZ(), Vec3f::Zero(), 6, 512, 4);
  map.draw(soup);
  EXPECT_EQ(map.hard(Vec3f(0, 0, 1), Vec3f::UnitZ()), 0.0F);
  EXPECT_EQ(map.hard(Vec3f(0, 0, 3), Vec3f::UnitZ()), 1.0F);
}

TEST(ShadowMap, OutsideTheMapThereIsLight) {
  ShadowMap map;
  map.fit(Vec3f::UnitZ(), Vec3f::Zero(), 1, 64, 4);
  map.draw(box_in_the_air());
  EXPECT_EQ(map.hard(Vec3f(50, 0, 0), Vec3f::UnitZ()), 1.0F);
  EXPECT_EQ(map.soft(Vec3f(0, -1e9F, 0), Vec3f::UnitZ(), 0.1F), 1.0F);
}

}  // namespace
}  // namespace stiction
