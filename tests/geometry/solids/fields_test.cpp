#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "base/error.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

std::string complaint(const Solid& solid, double cell = 0.1) {
  try {
    mesh_of(solid, cell);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SolidFields, every_kind_has_its_own_name_and_permits_its_defaults) {
  std::set<std::string> names;
  for (const SolidKind& kind : solid_registry()) {
    EXPECT_TRUE(names.insert(kind.name).second);
    EXPECT_EQ(&Solid(kind.name).kind(), &kind);
    std::set<std::string> keys;
    for (const SolidField& field : kind.fields) {
      EXPECT_TRUE(keys.insert(field.key).second) << kind.name << ": " << field.key;
      EXPECT_LT(field.min, field.max);
    }
    ASSERT_NE(kind.distance, nullptr) << kind.name;
    ASSERT_NE(kind.bounds, nullptr) << kind.name;
    Solid solid(kind);
    if (kind.has_parts) solid.parts = {Solid()};
    EXPECT_NO_THROW(check_solid(solid)) << kind.name;
  }
  EXPECT_GE(names.size(), 13u);
}

TEST(SolidFields, numbers_out_of_range_are_refused_for_every_kind_and_field) {
  for (const SolidKind& kind : solid_registry()) {
    const Solid good = kind.has_parts ? combination(kind.name, 0.1) : simple(kind.name);
    EXPECT_NO_THROW(check_solid(good)) << kind.name;
    for (const SolidField& field : kind.fields) {
      for (const double wrong : {field.min - 1, field.max + 1, std::numeric_limits<double>::quiet_NaN()}) {
        Solid bad = good;
        if (field.is_vector) {
          bad.set(field.key, Vec3(field.min, wrong, field.min));
        } else {
          bad.set(field.key, wrong);
        }
        EXPECT_NE(complaint(bad).find(field.key), std::string::npos) << kind.name;
      }
    }
  }
}

template <class Act>
std::string answer(Act act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SolidFields, unknown_kinds_and_numbers_are_answered_with_the_known_ones) {
  EXPECT_NE(answer([] { Solid("teapot"); }).find("no solid \"teapot\"; known solids: sphere, box"), std::string::npos);
  EXPECT_EQ(answer([] { Solid("torus").set("length", 1); }),
            "solid: torus has no number \"length\"; it has \"radius\", \"thickness\"");
  EXPECT_EQ(answer([] { Solid("box").set("size", 1); }),
            "solid: box has no number \"size\"; it has \"size\" (three numbers), \"rounding\"");
  EXPECT_EQ(answer([] { Solid("sphere").vector("radius"); }),
            "solid: sphere has no vector \"radius\"; it has \"radius\"");
}

TEST(SolidFields, impossible_proportions_are_refused) {
  const Solid torus = simple("torus").set("thickness", 0.5);
  EXPECT_EQ(complaint(torus),
            "solid: torus: \"thickness\" is 0.5 m; it must be less than the radius of the ring, 0.5 m");
  const Solid box = simple("box").set("rounding", 0.26);
  EXPECT_NE(complaint(box).find("at most half the smallest size, 0.25 m"), std::string::npos);
  const Solid bolt = simple("bolt").set("pitch", 0.31);
  EXPECT_NE(complaint(bolt).find("too coarse for a radius"), std::string::npos);
  const Solid nut = simple("nut").set("clearance", 0.03);
  EXPECT_NE(complaint(nut).find("too wide for a pitch"), std::string::npos);
}

TEST(SolidFields, parts_are_required_where_they_belong_and_checked_by_place) {
  EXPECT_NE(complaint(Solid("union")).find("needs \"parts\""), std::string::npos);
  Solid ball;
  ball.parts = {Solid()};
  EXPECT_NE(complaint(ball).find("has no \"parts\""), std::string::npos);
  Solid nested = combination("difference", 0);
  nested.parts[1] = combination("union", 0);
  nested.parts[1].parts[2].set("radius", 0);
  EXPECT_NE(complaint(nested).find("solid.parts[1].parts[2]: cylinder: \"radius\" is 0"), std::string::npos);
  Solid crooked;
  crooked.pose.rotation = Quat(2, 0, 0, 0);
  EXPECT_NE(complaint(crooked).find("rotation"), std::string::npos);
}

TEST(SolidFields, cells_too_coarse_too_fine_or_senseless_are_refused) {
  EXPECT_NE(complaint(Solid(), 1e-4).find("too fine"), std::string::npos);
  EXPECT_NE(complaint(Solid(), 100).find("needs a finer cell"), std::string::npos);
  EXPECT_NE(complaint(Solid(), 0).find("positive length"), std::string::npos);
  EXPECT_NE(complaint(Solid(), -1).find("positive length"), std::string::npos);
  EXPECT_NE(complaint(Solid(), std::numeric_limits<double>::quiet_NaN()).find("positive length"), std::string::npos);
}

TEST(SolidFields, empty_combinations_are_refused) {
  Solid nothing("difference");
  nothing.parts = {Solid(), Solid().set("radius", 1)};
  EXPECT_NE(complaint(nothing).find("empty"), std::string::npos);
  Solid apart("intersection");
  apart.parts = {Solid(), Solid()};
  apart.parts[1].pose.position.x() = 5;
  EXPECT_NE(complaint(apart).find("do not overlap"), std::string::npos);
}

}  // namespace
}  // namespace stiction
