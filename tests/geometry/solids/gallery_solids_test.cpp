// Pegs, tubes, bowls, strands, chairs and tables: distance against brute force, volume against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/error.h"
#include "base/repetitions.h"
#include "geometry/solids/mesh_oracle.h"
#include "geometry/solids/solid_samples.h"

namespace stiction {
namespace {

using std::numbers::pi;

// Profiles of solids of revolution as lists of points in the half plane (from the axis, up).
using Profile = std::vector<Vec2>;

void add_arc(Profile& profile, const Vec2& centre, double radius, double from, double to) {  // degrees from +x
  constexpr int kCount = 1500;
  for (int k = 0; k <= kCount; ++k) {
    const double angle = (from + (to - from) * k / kCount) * pi / 180;
    profile.emplace_back(centre.x() + radius * std::cos(angle), centre.y() + radius * std::sin(angle));
  }
}

void add_line(Profile& profile, const Vec2& a, const Vec2& b) {
  constexpr int kCount = 1500;
  for (int k = 0; k <= kCount; ++k) profile.emplace_back(a + static_cast<double>(k) / kCount * (b - a));
}

// |distance| against the nearest point of the profile, for points on both sides of the surface.
void expect_profile(const Solid& solid, const Profile& profile, const std::function<bool(const Vec2&)>& contains) {
  RandomPoints random({Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 4);
  for (int trial = 0; trial < test::repetitions(300); ++trial) {
    const Vec3 p = random.next();
    const Vec2 at(std::hypot(p.x(), p.y()), p.z());
    double nearest = 1e9;
    for (const Vec2& point : profile) nearest = std::min(nearest, (point - at).norm());
    const double d = solid_distance(solid, p);
    ASSERT_NEAR(std::abs(d), nearest, 1e-3) << solid.kind().name << " at " << p.transpose();
    ASSERT_TRUE(nearest < 1e-3 || (d < 0) == contains(at)) << solid.kind().name << " at " << p.transpose();
  }
}

TEST(GallerySolids, a_peg_is_a_cylinder_with_rounded_rims) {
  const double r = 0.3, l = 1, e = 0.1;
  const Solid peg = Solid("peg").set("radius", r).set("length", l).set("rounding", e);
  Profile profile;
  add_line(profile, {0, -l / 2}, {r - e, -l / 2});
  add_line(profile, {r, e - l / 2}, {r, l / 2 - e});
  add_line(profile, {0, l / 2}, {r - e, l / 2});
  add_arc(profile, {r - e, l / 2 - e}, e, 0, 90);
  add_arc(profile, {r - e, e - l / 2}, e, -90, 0);
  expect_profile(peg, profile, [&](const Vec2& p) {
    const Vec2 q(std::max(p.x() - (r - e), 0.0), std::max(std::abs(p.y()) - (l / 2 - e), 0.0));
    return q.norm() < e;
  });
  // By slices: full ones of radius r, and at each rim those of radius r - e + sqrt(e^2 - z^2).
  const double rim = pi * (std::pow(r - e, 2) * e + (r - e) * pi / 2 * e * e + 2.0 / 3 * e * e * e);
  const double volume = pi * r * r * (l - 2 * e) + 2 * rim;
  EXPECT_NEAR(mesh_volume(mesh_of(peg, 0.02)), volume, 0.01 * volume);
}

TEST(GallerySolids, a_tube_is_the_difference_of_two_cylinders) {
  const double r = 0.4, t = 0.12, l = 0.9;
  const Solid tube = Solid("tube").set("radius", r).set("thickness", t).set("length", l);
  Profile profile;
  add_line(profile, {r - t, -l / 2}, {r, -l / 2});
  add_line(profile, {r - t, l / 2}, {r, l / 2});
  add_line(profile, {r - t, -l / 2}, {r - t, l / 2});
  add_line(profile, {r, -l / 2}, {r, l / 2});
  expect_profile(tube, profile, [&](const Vec2& p) { return p.x() > r - t && p.x() < r && std::abs(p.y()) < l / 2; });
  const double volume = pi * l * (r * r - (r - t) * (r - t));
  EXPECT_NEAR(mesh_volume(mesh_of(tube, 0.03)), volume, 0.01 * volume);
}

TEST(GallerySolids, a_bowl_is_a_cap_of_a_hollow_ball_with_a_round_rim) {
  for (const double depth : {0.25, 0.5, 0.7}) {
    const double r = 0.5, t = 0.1, a = r - t / 2;
    const Solid bowl = Solid("bowl").set("radius", r).set("thickness", t).set("depth", depth);
    const double up = depth - r, turn = std::acos(-up / a);  // of the rim, from below
    const Vec2 rim(a * std::sin(turn), up);
    Profile profile;
    const double degrees = turn * 180 / pi;
    add_arc(profile, {0, 0}, r, -90, degrees - 90);
    add_arc(profile, {0, 0}, r - t, -90, degrees - 90);
    add_arc(profile, rim, t / 2, degrees - 90, degrees + 90);
    expect_profile(bowl, profile, [&](const Vec2& p) {
      const bool beside = std::atan2(p.x(), -p.y()) < turn;
      return (beside && p.norm() > r - t && p.norm() < r) || (p - rim).norm() < t / 2;
    });
    const double shell = 2 * pi / 3 * (r * r * r - std::pow(r - t, 3)) * (1 - std::cos(turn));
    const double lip = 2 * pi * (rim.x() + 2 * t / (3 * pi) * std::cos(turn)) * pi * t * t / 8;
    EXPECT_NEAR(mesh_volume(mesh_of(bowl, 0.02)), shell + lip, 0.01 * (shell + lip)) << depth;
  }
}

TEST(GallerySolids, a_bowl_with_a_foot_stands_on_a_plane) {
  const Solid bowl = Solid("bowl").set("foot", 0.02);
  const TriangleMesh mesh = mesh_of(bowl, 0.03);
  int on_plane = 0;
  for (const Vec3& v : mesh.vertices) {
    EXPECT_GT(v.z(), -0.48 - 1e-9);
    on_plane += v.z() < -0.48 + 1e-9 ? 1 : 0;
  }
  EXPECT_GT(on_plane, 20);
}

TEST(GallerySolids, a_strand_is_everything_near_its_wave) {
  const double t = 0.08, w = 0.2, wave = 0.7, rise = 0.09, l = 1.4;
  const Solid strand = Solid("strand").set("length", l).set("width", w).set("thickness", t).set("wavelength", wave);
  Solid risen = strand;
  risen.set("amplitude", rise);
  RandomPoints random({Vec3(-0.5, -0.3, -0.4), Vec3(0.5, 0.3, 0.4)}, 8);
  for (int trial = 0; trial < test::repetitions(300); ++trial) {
    const Vec3 p = random.next();
    double nearest = 1e9;
    for (int k = -20000; k <= 20000; ++k) {
      const double s = 1e-4 * k;
      nearest = std::min(nearest, std::hypot(s - p.x(), rise * std::sin(2 * pi * s / wave) - p.z()));
    }
    const double high = nearest - t / 2, wide = std::abs(p.y()) - w / 2;
    const double expected = std::hypot(std::max(high, 0.0), std::max(wide, 0.0)) + std::min(std::max(high, wide), 0.0);
    ASSERT_NEAR(solid_distance(risen, p), std::max(expected, std::abs(p.x()) - l / 2), 1e-4) << p.transpose();
  }
  // Two whole waves: the tube formula is exact, thickness x arc length.
  double arc = 0;
  for (int k = 0; k < 100000; ++k) {
    const double slope = rise * 2 * pi / wave * std::cos(2 * pi * (k + 0.5) / 100000);
    arc += l / 100000 * std::sqrt(1 + slope * slope);
  }
  EXPECT_NEAR(mesh_volume(mesh_of(risen, 0.015)), arc * t * w, 0.01 * arc * t * w);
  EXPECT_NEAR(mesh_volume(mesh_of(Solid(strand).set("amplitude", 0), 0.02)), l * t * w, 1e-9);
}

TEST(GallerySolids, chairs_and_tables_are_sums_of_boxes) {
  const double leg = 0.05, board = 0.04;
  const double legs = 2 * leg * leg * (0.45 - board) + 2 * leg * leg * (0.9 - board);  // without what is in the seat
  const double seat = 0.45 * 0.45 * board, rest = 0.65 * 0.45 * leg * (0.45 - 2 * leg);
  EXPECT_NEAR(mesh_volume(mesh_of(Solid("chair"), 0.02)), seat + legs + rest, 2e-3 * (seat + legs + rest));
  const double table = 1.2 * 0.7 * 0.05 + 4 * 0.07 * 0.07 * (0.72 - 0.05);
  EXPECT_NEAR(mesh_volume(mesh_of(Solid("table"), 0.03)), table, 2e-3 * table);
}

TEST(GallerySolids, impossible_proportions_are_refused_with_the_key) {
  const auto complaint = [](const Solid& solid) -> std::string {
    try {
      check_solid(solid);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(complaint(Solid("peg").set("rounding", 0.6)).find("\"rounding\" is 0.6 m"), std::string::npos);
  EXPECT_NE(complaint(Solid("tube").set("thickness", 0.5)).find("\"thickness\" is 0.5 m"), std::string::npos);
  EXPECT_NE(complaint(Solid("tube").set("rounding", 0.06)).find("\"rounding\""), std::string::npos);
  EXPECT_NE(complaint(Solid("bowl").set("depth", 0.95)).find("\"depth\""), std::string::npos);
  EXPECT_NE(complaint(Solid("bowl").set("foot", 0.06)).find("\"foot\""), std::string::npos);
  EXPECT_NE(complaint(Solid("strand").set("amplitude", 0.6)).find("radius of 0.0422 m"), std::string::npos);
  EXPECT_NE(complaint(Solid("chair").set("leg", 0.23)).find("\"leg\""), std::string::npos);
  EXPECT_NE(complaint(Solid("chair").set("seat", 0.95)).find("\"seat\""), std::string::npos);
  EXPECT_NE(complaint(Solid("table").set("board", 0.8)).find("\"board\""), std::string::npos);
}

}  // namespace
}  // namespace stiction
