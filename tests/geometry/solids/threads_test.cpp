#include "geometry/solids/kinds/threads/thread.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solids/mesh_oracle.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

constexpr double kPitch = 0.2;

Solid thread(std::string_view kind, double clearance) {
  Solid solid(kind);
  solid.set("radius", 0.5).set("pitch", kPitch).set("clearance", clearance).set("length", kind == "bolt" ? 2 : 0.8);
  return solid;
}

// A nut on the bolt, turned by `turns` from where it fits at z = 1.
Solid nut_on_bolt(double clearance, double turns) {
  Solid nut = thread("nut", clearance);
  nut.pose.position.z() = 1 + turns * kPitch;
  nut.pose.rotation = Quat(Eigen::AngleAxisd(kTwoPi * turns, Vec3::UnitZ()));
  return nut;
}

// Points all over the threaded zone inside the nut.
Vec3 zone_point(RandomPoints& random) {
  const double angle = kTwoPi * random.unit(), r = 0.35 + 0.2 * random.unit();
  return {r * std::cos(angle), r * std::sin(angle), 0.7 + 0.6 * random.unit()};
}

TEST(Thread, a_nut_turned_along_the_bolt_never_overlaps_it) {
  const Solid bolt = thread("bolt", 0.005);
  for (const double turns : {0.0, 0.13, 0.5, -0.7, 1.0}) {
    const Solid nut = nut_on_bolt(0.005, turns);
    RandomPoints random({}, 1);
    for (int k = 0; k < 50000; ++k) {
      const Vec3 p = zone_point(random);
      ASSERT_FALSE(solid_distance(bolt, p) < 0 && solid_distance(nut, p) < 0) << p.transpose();
    }
  }
}

TEST(Thread, surfaces_keep_the_sum_of_both_clearances_and_no_more) {
  const Solid bolt = thread("bolt", 0.006), nut = nut_on_bolt(0.004, 0);
  RandomPoints random({}, 2);
  double nearest = 1;
  std::vector<Vec3> on_bolt, on_nut;  // points inside each, close to its surface
  for (int k = 0; k < 1200000; ++k) {
    const Vec3 p = zone_point(random);
    if (std::abs(p.y()) > 0.12 || p.x() < 0) continue;  // one strip along the thread is enough
    const double b = solid_distance(bolt, p), n = solid_distance(nut, p);
    if (b < 0 && b > -0.001) on_bolt.push_back(p);
    if (n < 0 && n > -0.001) on_nut.push_back(p);
  }
  ASSERT_GT(on_bolt.size(), 500u);
  ASSERT_GT(on_nut.size(), 500u);
  for (const Vec3& p : on_bolt) {
    for (const Vec3& q : on_nut) nearest = std::min(nearest, (p - q).norm());
  }
  EXPECT_GE(nearest, 0.01);
  EXPECT_LE(nearest, 0.016);  // 0.01, and what the samples lie inside by
}

TEST(Thread, a_nut_cannot_be_pulled_off_without_turning) {
  const Solid bolt = thread("bolt", 0.005);
  Solid nut = nut_on_bolt(0.005, 0);
  nut.pose.position.z() += 0.5 * kPitch;
  RandomPoints random({}, 3);
  int overlapping = 0;
  for (int k = 0; k < 20000; ++k) {
    const Vec3 p = zone_point(random);
    overlapping += solid_distance(bolt, p) < 0 && solid_distance(nut, p) < 0 ? 1 : 0;
  }
  EXPECT_GT(overlapping, 2000);
}

TEST(Thread, crest_and_root_lie_where_the_profile_says) {
  const Solid bolt = thread("bolt", 0);
  const double root = 0.5 - kThreadDepth * 0.2;
  for (double z = 0.6; z < 1.5; z += 0.2) {
    EXPECT_NEAR(solid_distance(bolt, {0.5, 0, z}), 0, 1e-12);       // crest at phase 0
    EXPECT_GT(solid_distance(bolt, {root + 1e-6, 0, z + 0.1}), 0);  // root half a pitch on
    EXPECT_LT(solid_distance(bolt, {root - 1e-6, 0, z + 0.1}), 0);
    EXPECT_NEAR(solid_distance(bolt, {0, 0.5, z + 0.05}), 0, 1e-12);  // a quarter turn climbs a quarter pitch
  }
}

TEST(Thread, the_mesh_of_a_bolt_keeps_its_crests) {
  const Solid bolt = thread("bolt", 0);
  const TriangleMesh mesh = mesh_of(bolt, 0.05);
  int on_crest = 0;
  for (const Vec3& v : mesh.vertices) {
    on_crest += v.z() > 0.4 && v.z() < 1.8 && std::abs(std::hypot(v.x(), v.y()) - 0.5) < 1e-8 ? 1 : 0;
  }
  EXPECT_GT(on_crest, 700);  // 7 turns of 3.1 m with two edges each
  EXPECT_EQ(count_self_intersections(mesh), 0);
}

}  // namespace
}  // namespace stiction
