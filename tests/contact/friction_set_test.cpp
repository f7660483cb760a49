// Names of friction sets, and tangent frames.
#include "contact/friction_set.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "contact/problems.h"

namespace stiction {
namespace {

TEST(FrictionSet, NamesRoundTrip) {
  for (int samples : {0, FrictionSet::kSquare, 4, 6, 8, 16, 64}) {
    EXPECT_EQ(parse_friction_set(to_string(FrictionSet{samples})).samples, samples);
  }
  EXPECT_EQ(to_string(FrictionSet{}), "disk");
  EXPECT_EQ(to_string(FrictionSet{8}), "polygon8");
  EXPECT_EQ(to_string(FrictionSet{FrictionSet::kSquare}), "square");
}

TEST(FrictionSet, RefusesEverythingElseAndSaysWhatWouldBeRight) {
  for (const char* text : {"", "cone", "Disk", "polygon", "polygon7", "polygon2", "polygon0", "polygon-8", "polygon-4",
                           "Square", "polygon8 ", "polygon66", "polygon8.0", "polygon99999999999999"}) {
    try {
      parse_friction_set(text);
      ADD_FAILURE() << "\"" << text << "\" was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("polygon8"), std::string::npos) << error.what();
    }
  }
}

TEST(TangentFrame, IsOrthonormalAndRightHandedForEveryNormal) {
  test::ProblemRandom random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 normal = i < 6 ? Vec3((i % 2 ? -1 : 1) * Vec3::Unit(i / 2)) : random.direction();
    const Mat3 frame = tangent_frame(normal);
    EXPECT_LT((frame * frame.transpose() - Mat3::Identity()).norm(), 1e-14);
    EXPECT_GT(frame.determinant(), 0.5);
    EXPECT_EQ(frame.row(0).transpose(), normal);
  }
}

TEST(TangentFrame, KeepsItsTangentsUnderRoundOffForAxisParallelNormals) {
  for (int axis = 0; axis < 3; ++axis) {
    const Mat3 frame = tangent_frame(Vec3::Unit(axis));
    for (int k = 0; k < 6; ++k) {
      const Vec3 nearly = (Vec3::Unit(axis) + (k % 2 ? -1e-12 : 1e-12) * Vec3::Unit(k / 2)).normalized();
      EXPECT_LT((tangent_frame(nearly) - frame).norm(), 1e-11);
    }
  }
}

}  // namespace
}  // namespace stiction
