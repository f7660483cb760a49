#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "base/error.h"
#include "geometry/solids/solid.h"
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
  for (const SolidKind kind : solid_kinds()) {
    EXPECT_TRUE(names.insert(solid_kind_name(kind)).second);
    for (const SolidField& field : solid_fields(kind)) {
      EXPECT_NE(field.number == nullptr, field.vector == nullptr) << field.key;
      EXPECT_LT(field.min, field.max);
      if (field.number) {
        EXPECT_GE(Solid().*field.number, field.min) << field.key;
        EXPECT_LE(Solid().*field.number, field.max) << field.key;
      }
    }
    EXPECT_FALSE(has_parts(kind) && has_seed(kind));
  }
  EXPECT_EQ(names.size(), 13u);
  EXPECT_STREQ(solid_kind_name(SolidKind::kDifference), "difference");
}

TEST(SolidFields, numbers_out_of_range_are_refused_for_every_kind_and_field) {
  for (const SolidKind kind : solid_kinds()) {
    const Solid good = has_parts(kind) ? combination(kind, 0.1) : simple(kind);
    EXPECT_NO_THROW(check_solid(good)) << solid_kind_name(kind);
    for (const SolidField& field : solid_fields(kind)) {
      for (const double wrong : {field.min - 1, field.max + 1, std::numeric_limits<double>::quiet_NaN()}) {
        Solid bad = good;
        if (field.number) bad.*field.number = wrong;
        if (field.vector) (bad.*field.vector)[1] = wrong;
        EXPECT_NE(complaint(bad).find(field.key), std::string::npos) << solid_kind_name(kind);
      }
    }
  }
}

TEST(SolidFields, impossible_proportions_are_refused) {
  Solid torus = simple(SolidKind::kTorus);
  torus.thickness = torus.radius;
  EXPECT_EQ(complaint(torus),
            "solid: torus: \"thickness\" is 0.5 m; it must be less than the radius of the ring, 0.5 m");
  Solid box = simple(SolidKind::kBox);
  box.rounding = 0.26;
  EXPECT_NE(complaint(box).find("at most half the smallest size, 0.25 m"), std::string::npos);
  Solid bolt = simple(SolidKind::kBolt);
  bolt.pitch = 0.31;
  EXPECT_NE(complaint(bolt).find("too coarse for a radius"), std::string::npos);
  Solid nut = simple(SolidKind::kNut);
  nut.clearance = 0.03;
  EXPECT_NE(complaint(nut).find("too wide for a pitch"), std::string::npos);
}

TEST(SolidFields, parts_are_required_where_they_belong_and_checked_by_place) {
  Solid none;
  none.kind = SolidKind::kUnion;
  EXPECT_NE(complaint(none).find("needs \"parts\""), std::string::npos);
  Solid ball;
  ball.parts = {Solid()};
  EXPECT_NE(complaint(ball).find("has no \"parts\""), std::string::npos);
  Solid nested = combination(SolidKind::kDifference, 0);
  nested.parts[1] = combination(SolidKind::kUnion, 0);
  nested.parts[1].parts[2].radius = 0;
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
  Solid nothing;
  nothing.kind = SolidKind::kDifference;
  nothing.parts = {Solid(), Solid()};
  nothing.parts[1].radius = 1;
  EXPECT_NE(complaint(nothing).find("empty"), std::string::npos);
  Solid apart;
  apart.kind = SolidKind::kIntersection;
  apart.parts = {Solid(), Solid()};
  apart.parts[1].pose.position.x() = 5;
  EXPECT_NE(complaint(apart).find("do not overlap"), std::string::npos);
}

}  // namespace
}  // namespace stiction
