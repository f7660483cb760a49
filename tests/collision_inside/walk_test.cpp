// Ways through tetrahedra against brute force over all triangles of the surface.
#include <gtest/gtest.h>

#include <optional>

#include "base/repetitions.h"
#include "collision/inside/tet_enclosure.h"
#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

struct Shaken {
  FilledPtr body;
  FillingTopology topology;
  std::vector<Vec3> places;

  Shaken(FilledPtr filled, double by, Chance& chance)
      : body(std::move(filled)), topology(body->surface(), *body->filling()), places(body->rest) {
    const Pose pose{10 * chance.vector(), chance.rotation()};
    for (Vec3& place : places) place = pose.to_world(place + by * chance.vector());
  }
  Vec3 at(const MaterialPoint& point) const { return FilledWorld::at(places, *body, point); }
};

// How far p + t d is from leaving through the triangle, in lengths of d.
std::optional<double> hit(const Vec3& p, const Vec3& d, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double rate = normal.dot(d);
  if (!(rate > 0)) return {};
  const double t = normal.dot(a - p) / rate;
  const Vec3 x = p + t * d;
  for (const auto& [u, v] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
    if ((v - u).cross(x - u).dot(normal) < 0) return {};
  }
  if (t < 0) return {};
  return t;
}

TEST(Ways, LeaveWhereTheRayFirstMeetsTheSurface) {
  for (unsigned seed = 0; seed < test::repetitions(60); ++seed) {
    Chance chance(seed);
    const bool ball = seed % 2 == 0;
    const Shaken shaken(ball ? filled_ball(0.5, 4) : filled_box({1, 0.7, 0.4}, {5, 3, 2}), 0.02, chance);
    const TetEnclosure enclosure(shaken.topology, shaken.places);
    for (int t = 0; t < static_cast<int>(shaken.topology.tets.size()); t += 7) {
      const auto& corners = shaken.topology.tets[t];
      Vec3 p = Vec3::Zero();
      double sum = 0;
      for (const int corner : corners) {
        const double weight = 1.01 + chance.number();
        p += weight * shaken.places[corner];
        sum += weight;
      }
      p /= sum;
      ASSERT_TRUE(PlacedTet(shaken.topology, shaken.places, t).holds(p));
      const Vec3 direction = 0.1 * chance.vector();
      double first = std::numeric_limits<double>::infinity();
      for (const auto& [a, b, c] : shaken.topology.triangles) {
        if (const auto length = hit(p, direction, shaken.places[a], shaken.places[b], shaken.places[c]))
          first = std::min(first, *length);
      }
      Exit exit;
      ASSERT_TRUE(enclosure.leave(t, p, direction, 1e9, exit)) << seed;
      EXPECT_NEAR(exit.length, first, 1e-9 * first) << seed;
      EXPECT_LT((shaken.at(exit.material) - (p + exit.length * direction)).norm(), 1e-12);
      EXPECT_GT(exit.normal.dot(direction), 0);
      EXPECT_NEAR(exit.normal.norm(), 1, 1e-12);
      Exit none;
      EXPECT_FALSE(enclosure.leave(t, p, direction, 0.999 * first, none));
      EXPECT_TRUE(enclosure.leave(t, p, direction, 1.001 * first, none));
    }
  }
}

TEST(Ways, TheNearestPointIsNearerThanAllOthers) {
  for (unsigned seed = 0; seed < test::repetitions(20); ++seed) {
    Chance chance(seed);
    const Shaken shaken(filled_box({1, 0.7, 0.4}, {5, 3, 2}), 0.02, chance);
    const TetEnclosure enclosure(shaken.topology, shaken.places);
    const Vec3 p = shaken.places.back();
    NearestExit nearest;
    ASSERT_TRUE(enclosure.nearest(p, std::numeric_limits<double>::infinity(), nearest));
    EXPECT_LT((shaken.at(nearest.material) - nearest.place).norm(), 1e-13);
    for (const auto& [a, b, c] : shaken.topology.triangles) {
      for (int i = 0; i < 20; ++i) {
        double u = (1 + chance.number()) / 2, v = (1 + chance.number()) / 2;
        if (u + v > 1) {
          u = 1 - u;
          v = 1 - v;
        }
        const Vec3 x = (1 - u - v) * shaken.places[a] + u * shaken.places[b] + v * shaken.places[c];
        EXPECT_LE((nearest.place - p).norm(), (x - p).norm() + 1e-12);
      }
    }
  }
}

// Along edges and faces of cells, from points on them.
TEST(Ways, AlongFacesAndEdgesAreFollowedToTheEnd) {
  const FilledPtr body = filled_box({0.4, 0.4, 0.4}, {4, 4, 4});
  const FillingTopology topology(body->surface(), *body->filling());
  const TetEnclosure enclosure(topology, body->rest);
  for (const Vec3& p :
       {Vec3(0, 0, 0), Vec3(0.05, 0, 0), Vec3(0.1, 0.1, 0.1), Vec3(0.05, 0.05, 0), Vec3(0.03, 0.02, 0)}) {
    for (int t = 0; t < static_cast<int>(topology.tets.size()); ++t) {
      if (!PlacedTet(topology, body->rest, t).holds(p)) continue;
      for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(-1, 1, 1)}) {
        double length = 1e9;
        for (int k = 0; k < 3; ++k)
          if (way[k] != 0) length = std::min(length, (0.2 - way[k] * p[k]) / std::abs(way[k]));
        Exit exit;
        ASSERT_TRUE(enclosure.leave(t, p, way, 1e9, exit)) << p.transpose() << " along " << way.transpose();
        EXPECT_NEAR(exit.length, length, 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace stiction::test
