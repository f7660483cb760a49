// Bodies that touch themselves, and membranes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collision/inside/filling_topology.h"
#include "collision/inside/inside_search.h"
#include "collision_inside/filled_world.h"
#include "elastic/points/points_body.h"
#include "elastic/points/sheet_surface.h"

namespace stiction::test {
namespace {

// A bar along x, bent upward to a U whose arms overlap by `deep` or stay apart; around y.
struct BentBar {
  FilledWorld world;
  static constexpr double kLength = 2, kThick = 0.1;
  FilledPtr bar = filled_box({kLength, 0.2, kThick}, {40, 4, 2});

  explicit BentBar(double deep, bool touches_itself = true) {
    world.add(bar);
    world.model.bodies[0].self_contact = touches_itself;
    // Arms at heights 0 and H, joined by a half circle of radius H / 2 about (arm, H / 2).
    const double height = kThick - deep, radius = height / 2, bend = 3.14159265358979 * radius,
                 arm = (kLength - bend) / 2;
    for (Vec3& place : world.places[0].end) {
      const double s = place.x() + kLength / 2, z = place.z();
      if (s < arm) {
        place = {s, place.y(), z};
      } else if (s > arm + bend) {
        place = {arm - (s - arm - bend), place.y(), height - z};
      } else {
        const double angle = (s - arm) / radius;
        place = {arm + (radius - z) * std::sin(angle), place.y(), radius - (radius - z) * std::cos(angle)};
      }
    }
    world.places[0].start = world.places[0].end;
  }
};

TEST(SelfContact, ArmsOfAFoldedBarTouch) {
  BentBar bent(2e-3);
  const ContactSet contacts = bent.world.collide();
  int far = 0;
  for (const Contact& contact : contacts) {
    EXPECT_EQ(contact.body_a, 0);
    EXPECT_EQ(contact.body_b, 0);
    EXPECT_EQ(contact.inside.vertex, VertexInside::kOfA);
    const Vec3 a = bent.world.at_end(0, contact.material_a), b = bent.world.at_end(0, contact.material_b);
    EXPECT_LT((a - b - contact.inside.depth * contact.normal).norm(), 1e-13);
    if (a.x() > 0.7) continue;  // beside the bend, which is sharper than its thickness
    ++far;
    EXPECT_NEAR(contact.inside.depth, 2e-3, 1e-9);
    EXPECT_NEAR(std::abs(contact.normal.z()), 1, 1e-9);
    EXPECT_GT(contact.normal.z() * (a.z() - 0.05), -1e-3);
  }
  EXPECT_GT(far, 100);
}

TEST(SelfContact, IsLookedForOnlyWhereABodyAsksForIt) {
  EXPECT_TRUE(BentBar(2e-3, false).world.collide().empty());
}

TEST(SelfContact, ABodyAtRestDoesNotTouchItself) {
  FilledWorld world;
  world.add(filled_ball(0.5, 6));
  world.model.bodies[0].self_contact = true;
  EXPECT_TRUE(world.collide().empty());
}

// A vertex pushed into its own body by more than an element: what is within two edges of it is not touched.
TEST(SelfContact, ADentIsNone) {
  FilledWorld world;
  const FilledPtr block = filled_box({0.4, 0.4, 0.4}, {8, 8, 8});
  world.add(block);
  world.model.bodies[0].self_contact = true;
  int dents = 0;
  for (std::size_t v = 0; v < block->surface().vertices.size(); ++v) {
    if ((block->rest[v] - Vec3(0, 0, 0.2)).norm() > 0.01) continue;
    world.places[0].end[v] -= Vec3(0.004, 0.007, 0.06);
    ++dents;
  }
  EXPECT_EQ(dents, 1);
  Members members(world.model);
  members.place(world.start, world.end, world.places);
  InsideSearch search(world.model, members);
  EXPECT_TRUE(search.find(world.start).empty());
}

// As bodies of mass points have them: two sides and the rim, filled with three tetrahedra for each triangle.
FilledPtr membrane(double size, int cells, double thickness) {
  const TriangleMesh sheet = rectangle_sheet({size, size}, cells, cells);
  const SheetSurface surface = sheet_surface(sheet, thickness);
  return std::make_shared<FilledBody>(surface.mesh, SurfaceFilling{sheet_tets(sheet), 0}, surface.mesh.vertices);
}

TEST(Membranes, LieOnBlocksAndCarryThem) {
  for (const double deep : {1e-7, 1e-4, 6e-4}) {
    FilledWorld world;
    world.add(filled_box({0.6, 0.6, 0.2}, {6, 6, 2}), {{0, 0, -0.1}, Quat::Identity()});
    const FilledPtr sheet = membrane(0.4, 10, 1e-3);
    world.add(sheet, {{0.013, 0.017, 5e-4 - deep}, Quat::Identity()});
    world.add(filled_box({0.2, 0.2, 0.2}, {4, 4, 4}), {{0.021, 0.019, 0.1 + 1e-3 - 2 * deep}, Quat::Identity()});
    int below = 0, above = 0;
    for (const Contact& contact : world.collide()) {
      if (contact.body_a == 0 && contact.body_b == 2) continue;  // they meet through the membrane
      ++(contact.body_a == 0 ? below : above);
      EXPECT_LT((contact.normal - Vec3::UnitZ()).norm(), 1e-6) << deep;
      EXPECT_NEAR(contact.inside.depth, deep, 1e-9) << deep;
    }
    EXPECT_GT(below, 121 + 10);
    EXPECT_GT(above, 25 + 10);
  }
}

// Draped over a round block, bent and stretched: nothing gets wild.
TEST(Membranes, OverABallLeaveAcrossTheirThickness) {
  FilledWorld world;
  world.add(filled_ball(0.3, 12));
  const FilledPtr sheet = membrane(0.5, 16, 2e-3);
  world.add(sheet);
  for (std::size_t i = 0; i < sheet->rest.size(); ++i) {
    const Vec3& x = sheet->rest[i];
    world.places[1].end[i] = (0.3 + x.z()) * Vec3(x.x(), x.y(), 0.3).normalized();
  }
  world.places[1].start = world.places[1].end;
  int contacts = 0;
  for (const Contact& contact : world.collide()) {
    ++contacts;
    EXPECT_GT(contact.normal.dot(contact.point.normalized()), std::cos(0.3));
    EXPECT_LT(contact.inside.depth, 3e-3);
  }
  EXPECT_GT(contacts, 100);
}

TEST(Fillings, OfBodiesOfMassPointsFitTheirSurfaces) {
  PointsOptions options;
  const auto solid = make_points_body(box_tet_mesh({1, 1, 1}, {3, 3, 3}), options);
  options.thickness = 0.01;
  const auto sheet = make_points_body(rectangle_sheet({1, 1}, 6, 6), options);
  for (const PointsBody* body : {solid.get(), sheet.get()}) {
    const FillingTopology topology(body->surface(), *body->filling());
    std::vector<int> uses(topology.triangles.size(), 0);
    for (const auto& behind : topology.behind) {
      for (int k = 0; k < 4; ++k) {
        EXPECT_NE(behind.tet[k] >= 0, behind.triangle[k] >= 0);
        if (behind.triangle[k] >= 0) ++uses[behind.triangle[k]];
      }
    }
    EXPECT_EQ(std::count(uses.begin(), uses.end(), 1), static_cast<long>(uses.size()));
  }
}

}  // namespace
}  // namespace stiction::test
