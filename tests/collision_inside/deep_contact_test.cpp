// Round bodies, deep overlaps, bodies within bodies, and places that are no use.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/repetitions.h"
#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

constexpr double kDegree = 3.14159265358979 / 180;

// Angles of ways out to the line of centres, of balls of radius 0.1 at this distance [degrees].
struct Angles {
  double worst = 0, mean = 0;  // mean: of all ways together, by their depths

  Angles(double distance, unsigned seed) {
    Chance chance(seed);
    FilledWorld world;
    const FilledPtr ball = filled_ball(0.1, 8);
    const Vec3 way = chance.vector().normalized();
    world.add(ball, {Vec3::Zero(), chance.rotation()});
    world.add(ball, {distance * way, chance.rotation()});
    const auto angle = [&](const Vec3& direction) {
      return std::acos(std::min(direction.normalized().dot(way), 1.0)) / kDegree;
    };
    Vec3 sum = Vec3::Zero();
    for (const Contact& contact : world.collide()) {
      worst = std::max(worst, angle(contact.normal));
      sum += contact.inside.depth * contact.normal;
    }
    mean = angle(sum);
  }
};

// At the rim of the overlap normals lean by acos(distance / 0.2) from the line, and facets by 10 degrees more.
TEST(DeepContact, BallsPartAlongTheLineOfTheirCentres) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const double distance : {0.195, 0.18, 0.15, 0.1}) {
      const Angles angles(distance, seed);
      EXPECT_LT(angles.worst, std::acos(distance / 0.2) / kDegree + 10) << distance << " " << seed;
      EXPECT_LT(angles.mean, 6) << distance << " " << seed;
    }
  }
}

void expect_sound(const FilledWorld& world) {
  for (const Contact& contact : world.collide()) {
    EXPECT_TRUE(contact.point.allFinite() && contact.normal.allFinite() && std::isfinite(contact.gap));
    EXPECT_NEAR(contact.normal.norm(), 1, 1e-12);
    EXPECT_GT(contact.inside.depth, 0);
    const Vec3 a = world.at_end(contact.body_a, contact.material_a),
               b = world.at_end(contact.body_b, contact.material_b);
    EXPECT_LT((a - b - contact.inside.depth * contact.normal).norm(), 1e-11);
  }
}

// An angle of two arms, 80 mm thick and open towards +x and +z; its inner edge is the y axis.
FilledPtr filled_angle() {
  TetMesh mesh = box_tet_mesh(Vec3(0.24, 0.08, 0.24), Divisions{6, 2, 6});
  for (Vec3& x : mesh.vertices) x += Vec3(0.04, 0, 0.04);
  std::erase_if(mesh.tets, [&](const auto& tet) {
    const Vec3 middle =
        (mesh.vertices[tet[0]] + mesh.vertices[tet[1]] + mesh.vertices[tet[2]] + mesh.vertices[tet[3]]) / 4;
    return middle.x() > 0 && middle.z() > 0;
  });
  TetMesh used;
  std::vector<int> number(mesh.vertices.size(), -1);
  for (auto tet : mesh.tets) {
    for (auto& corner : tet) {
      if (number[corner] < 0) {
        number[corner] = static_cast<int>(used.vertices.size());
        used.vertices.push_back(mesh.vertices[corner]);
      }
      corner = number[corner];
    }
    used.tets.push_back(tet);
  }
  return std::make_shared<FilledBody>(used);
}

// A corner that has come in at the inner edge: beside the one face there is the other arm, and the way along the face's
// normal leads through all of it.
TEST(DeepContact, ACornerAtAnInnerEdgeIsNotPushedThroughTheOtherArm) {
  int touching = 0;
  for (unsigned seed = 0; seed < test::repetitions(300); ++seed) {
    Chance chance(seed);
    FilledWorld world;
    world.add(filled_angle());
    const Vec3 lean = (Vec3(1, 0, 1) + 0.4 * chance.vector()).normalized();
    const Quat turn = Quat::FromTwoVectors(Vec3::Ones().normalized(), lean);
    const Vec3 corner(-2e-3 * std::abs(chance.vector().x()), 0.03 * chance.vector().y(),
                      -2e-3 * std::abs(chance.vector().z()));
    world.add(filled_box(Vec3::Constant(0.06), {1, 1, 1}), {corner + turn * Vec3::Constant(0.03), turn});
    for (const Contact& contact : world.collide()) {
      if ((world.at_end(contact.body_b, contact.material_b) - corner).norm() > 1e-9) continue;
      ++touching;
      EXPECT_LT(contact.inside.depth, 0.01) << seed;
    }
  }
  EXPECT_GT(touching, test::repetitions(200));
}

// Moved by its depth along its way the vertex lies on the other surface, whatever the overlap.
TEST(DeepContact, VerticesMovedByTheirWayLieOnTheOtherSurface) {
  for (unsigned seed = 0; seed < test::repetitions(100); ++seed) {
    Chance chance(seed);
    FilledWorld world;
    for (int i = 0; i < 4; ++i) {
      const int body = world.add(i % 2 == 0 ? filled_ball(0.3, 4) : filled_box({0.5, 0.4, 0.3}, {4, 3, 2}),
                                 {0.3 * chance.vector(), chance.rotation()});
      for (Vec3& place : world.places[body].end) place += 0.01 * chance.vector();
    }
    expect_sound(world);
  }
}

TEST(DeepContact, ABodyWhollyInsideAnotherLeavesByTheNearestWay) {
  FilledWorld world;
  world.add(filled_box({1, 1, 1}, {4, 4, 4}));
  const FilledPtr small = filled_box({0.1, 0.1, 0.1}, {1, 1, 1});
  const int inner = world.add(small, {{0.01, 0.02, 0.4}, Quat::Identity()});
  const ContactSet contacts = world.collide();
  ASSERT_EQ(contacts.size(), 8U);
  for (const Contact& contact : contacts) {
    EXPECT_LT((contact.normal - Vec3::UnitZ()).norm(), 1e-12);
    const Vec3 p = world.places[inner].end[vertex_of(*small, contact.material_b)];
    EXPECT_NEAR(contact.inside.depth, 0.5 - p.z(), 1e-12);
  }
  expect_sound(world);
}

TEST(DeepContact, ElementsInsideOutGiveFiniteContactsOrNone) {
  for (unsigned seed = 0; seed < test::repetitions(200); ++seed) {
    Chance chance(seed);
    FilledWorld world;
    for (int i = 0; i < 3; ++i) {
      const int body = world.add(filled_box({0.5, 0.4, 0.3}, {4, 3, 2}), {0.2 * chance.vector(), chance.rotation()});
      const double by = seed % 4 == 3 ? 0 : 0.2 * (1 + static_cast<double>(seed % 4));
      for (Vec3& place : world.places[body].end) place += by * chance.vector();
      if (seed % 4 == 3) {  // flat, or all in a point
        for (Vec3& place : world.places[body].end) place = Vec3(place.x(), seed % 8 == 3 ? 0 : place.y(), 0);
      }
    }
    expect_sound(world);
  }
}

TEST(DeepContact, PlacesThatAreNoNumbersGiveNoContact) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    FilledWorld world;
    const FilledPtr block = filled_box({0.2, 0.2, 0.2}, {2, 2, 2});
    world.add(block);
    world.add(block, {{0.1, 0.02, 0.03}, Quat::Identity()});
    world.add(block, {{0.02, 0.1, 0.03}, Quat::Identity()});
    world.add_fixed(PlaneShape{});
    EXPECT_FALSE(world.collide().empty());
    world.places[1].end[3].y() = bad;
    for (const Contact& contact : world.collide()) {
      EXPECT_TRUE(contact.point.allFinite() && contact.normal.allFinite() && std::isfinite(contact.gap));
      EXPECT_TRUE(bad == 1e300 || (contact.body_a != 1 && contact.body_b != 1));
    }
    world.places[0].start[0].x() = bad;
    for (const Contact& contact : world.collide()) EXPECT_TRUE(std::isfinite(contact.gap));
  }
}

}  // namespace
}  // namespace stiction::test
