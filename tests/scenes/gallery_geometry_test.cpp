// Structures touch exactly where they should and nowhere else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "collision/collider.h"
#include "scenes/gallery.h"
#include "scenes/gallery/arch_geometry.h"

namespace stiction {
namespace {

std::vector<Vec3> world_vertices(const Body& body) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : std::get<ConvexShape>(body.shape).polyhedron->vertices) {
    vertices.emplace_back(v + body.start.position);
  }
  return vertices;
}

int shared_vertices(const Body& a, const Body& b) {
  int shared = 0;
  for (const Vec3& p : world_vertices(a)) {
    for (const Vec3& q : world_vertices(b)) shared += p == q ? 1 : 0;
  }
  return shared;
}

ContactSet contacts_of(const Scene& scene) {
  ContactSet contacts;
  Collider(scene.model).collide(initial_state(scene.model), scene.step, contacts);
  return contacts;
}

double largest_gap_error(const Scene& scene) {
  double error = 0;
  for (const Contact& contact : contacts_of(scene)) error = std::max(error, std::abs(contact.gap));
  return error;
}

using Pair = std::set<std::string>;
std::map<Pair, int> touching_pairs(const Scene& scene) {
  std::map<Pair, int> pairs;
  for (const Contact& contact : contacts_of(scene)) {
    ++pairs[{scene.model.bodies[contact.body_a].name, scene.model.bodies[contact.body_b].name}];
  }
  return pairs;
}

TEST(ArchGeometry, NeighboursShareTheFourCornersOfTheirJointBitForBit) {
  for (const char* name : {"arch", "semicircular-arch"}) {
    const Model model = build_gallery_scene(name).model;
    for (std::size_t i = 0; i + 1 < model.bodies.size(); ++i) {
      EXPECT_EQ(shared_vertices(model.bodies[i], model.bodies[i + 1]), 4) << model.bodies[i].name;
    }
  }
}

TEST(ArchGeometry, ItsMassIsThatOfTheRing) {
  const Model model = build_gallery_scene("arch").model;
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.mass.mass;
  const double length = 2 * 3 * std::sinh(5.0 / 3);         // of the centreline [m]
  EXPECT_NEAR(mass, 2000 * 0.6 * 1 * length, 0.01 * mass);  // chords instead of arcs
  EXPECT_LT(mass, 2000 * 0.6 * 1 * length);
  const auto joints = catenary_joints(27, 3, 5, 0.6);
  double area = 0;
  for (int i = 0; i < 27; ++i) {
    const Vec2 d1 = joints[i + 1].outer - joints[i].inner;
    const Vec2 d2 = joints[i].outer - joints[i + 1].inner;
    area += 0.5 * std::abs(d1.x() * d2.y() - d1.y() * d2.x());
  }
  EXPECT_NEAR(mass, 2000 * area, 1e-9 * mass);
}

TEST(ArchGeometry, ItIsSymmetricAndRisesAsTheCatenary) {
  const auto joints = catenary_joints(27, 3, 5, 0.6);
  ASSERT_EQ(joints.size(), 28u);
  for (int k = 0; k < 28; ++k) {
    EXPECT_EQ(joints[k].inner.x(), -joints[27 - k].inner.x());
    EXPECT_EQ(joints[k].outer.y(), joints[27 - k].outer.y());
    EXPECT_NEAR((joints[k].outer - joints[k].inner).norm(), 0.6, 1e-12);
  }
  const double rise = 3 * (std::cosh(5.0 / 3) - 1);
  EXPECT_NEAR(rise, 5.225, 1e-3);
  const Model model = build_gallery_scene("arch").model;
  EXPECT_NEAR(model.bodies[model.body_index("block13")].start.position.z(), rise, 0.03);
}

TEST(ArchGeometry, OriginsAreCentresOfMass) {
  for (const Body& body : build_gallery_scene("arch").model.bodies) EXPECT_LT(body.mass.center.norm(), 1e-12);
}

TEST(ArchGeometry, BlocksTouchTheirNeighboursAndNothingElse) {
  const Scene scene = build_gallery_scene("arch");
  const auto pairs = touching_pairs(scene);
  EXPECT_EQ(pairs.size(), 28u);
  for (const auto& [pair, count] : pairs) EXPECT_EQ(count, 4) << *pair.begin();
  EXPECT_LT(largest_gap_error(scene), 1e-13);
}

TEST(CardHouseGeometry, EveryCardTouchesExactlyWhatItShould) {
  const Scene scene = build_gallery_scene("card-house", {{"levels", "3"}, {"samples", "0"}});
  EXPECT_LT(largest_gap_error(scene), 1e-13);
  auto pairs = touching_pairs(scene);
  const auto take = [&](const std::string& a, const std::string& b) {
    EXPECT_EQ(pairs.erase({a, b}), 1u) << a << " and " << b;
  };
  const auto card = [](int level, int i, const char* kind) {
    return "card-" + std::to_string(level) + "-" + std::to_string(i) + "-" + kind;
  };
  for (int level = 0; level < 3; ++level) {
    const int count = 3 - level;
    for (int i = 0; i < count; ++i) {
      take(card(level, i, "left"), card(level, i, "right"));
      const std::string under = level == 0 ? "ground" : card(level - 1, i, "flat");
      take(card(level, i, "left"), under);
      take(card(level, i, "right"), under);
      if (i + 1 == count) continue;
      take(card(level, i, "flat"), card(level, i, "right"));
      take(card(level, i, "flat"), card(level, i + 1, "left"));
    }
  }
  for (const auto& [pair, count] : pairs) ADD_FAILURE() << *pair.begin() << " touches " << *pair.rbegin();
}

TEST(CardHouseGeometry, CardsTouchAlongWholeEdges) {
  const Scene scene = build_gallery_scene("card-house", {{"levels", "2"}, {"samples", "4"}});
  for (const auto& [pair, count] : touching_pairs(scene)) EXPECT_EQ(count, 6) << *pair.begin() << " " << *pair.rbegin();
}

TEST(KaplaTowerGeometry, EveryPlankTouchesTheTwoBelowAndNothingElse) {
  const Scene scene = build_gallery_scene("kapla-tower", {{"layers", "5"}});
  const auto pairs = touching_pairs(scene);
  EXPECT_EQ(pairs.size(), 2U + 4U * 4U);  // on the ground, and between layers
  for (const auto& [pair, count] : pairs) EXPECT_EQ(count, 4) << *pair.begin() << " " << *pair.rbegin();
}

TEST(StandingScenes, StartExactlyTouching) {
  for (const char* name : {"stack", "kapla-tower", "pinch", "incline", "semicircular-arch", "slide-to-roll"}) {
    const Scene scene = build_gallery_scene(name);
    EXPECT_FALSE(contacts_of(scene).empty()) << name;
    EXPECT_LT(largest_gap_error(scene), 1e-13) << name;
  }
}

TEST(ThrownBlocks, AppearWithoutTouchingAnything) {
  for (const char* name : {"arch-keystone", "arch-leg", "card-house-impact"}) {
    const Scene scene = build_gallery_scene(name);
    for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
      if (scene.model.bodies[i].appears_at == 0) continue;
      State state = initial_state(scene.model);
      state.bodies[i].present = true;
      ContactSet contacts;
      Collider(scene.model).collide(state, 1e-6, contacts);
      for (const Contact& contact : contacts) {
        EXPECT_FALSE(contact.body_a == static_cast<int>(i) || contact.body_b == static_cast<int>(i))
            << name << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace stiction
