// Blocks that lie on each other: what the ways out are where they are known.
#include <gtest/gtest.h>

#include "collision_inside/filled_world.h"

namespace stiction::test {
namespace {

// A small block that has sunk into a larger one from above, all turned.
struct Blocks {
  FilledWorld world;
  Pose turn;
  int low = 0, high = 0;
  double overlap = 0;

  Blocks(double deep, unsigned seed, const Vec3& aside = Vec3(0.013, 0.027, 0)) : overlap(deep) {
    Chance chance(seed);
    if (seed > 0) turn = {chance.vector(), chance.rotation()};
    low = world.add(filled_box({0.4, 0.4, 0.2}, {8, 8, 4}), combined(turn, {{0, 0, -0.1}, Quat::Identity()}));
    high = world.add(filled_box({0.2, 0.2, 0.2}, {4, 4, 4}),
                     combined(turn, {Vec3(0, 0, 0.1 - deep) + aside, Quat::Identity()}));
  }
};

TEST(FlatContact, AllDepthsAreTheOverlapAndDirectionsTheNormal) {
  for (const double deep : {1e-12, 1e-7, 1e-4, 0.01}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      if (deep < 1e-9 && seed > 0) continue;  // rounding of turned places is 1e-16
      const Blocks blocks(deep, seed);
      const ContactSet contacts = blocks.world.collide();
      int of_low = 0, of_high = 0;
      for (const Contact& contact : contacts) {
        ++(contact.inside.vertex == VertexInside::kOfA ? of_low : of_high);
        EXPECT_EQ(contact.body_a, blocks.low);
        EXPECT_EQ(contact.body_b, blocks.high);
        EXPECT_NEAR(contact.inside.depth, deep, 1e-15 + 1e-12 * deep);
        EXPECT_NEAR(contact.gap, -deep, 1e-15);
        EXPECT_LT((contact.normal - blocks.turn.rotation * Vec3::UnitZ()).norm(), 1e-12);
      }
      EXPECT_EQ(of_high, 25) << deep << " " << seed;
      EXPECT_EQ(of_low, 16) << deep << " " << seed;
    }
  }
}

TEST(FlatContact, WeightsAreThoseOfTheProjection) {
  const Blocks blocks(0.004, 3);
  for (const Contact& contact : blocks.world.collide()) {
    const Vec3 a = blocks.world.at_end(0, contact.material_a), b = blocks.world.at_end(1, contact.material_b);
    EXPECT_LT((b - a + contact.inside.depth * contact.normal).norm(), 1e-15);
    EXPECT_LT((contact.point - (a + b) / 2).norm(), 1e-15);
    EXPECT_NEAR(contact.gap, contact.normal.dot(b - a), 1e-15);
    const MaterialPoint& vertex = contact.inside.vertex == VertexInside::kOfA ? contact.material_a : contact.material_b;
    const int corners = (vertex.weight_b == 0 || vertex.weight_b == 1) + (vertex.weight_c == 0 || vertex.weight_c == 1);
    EXPECT_EQ(corners, 2);
  }
}

TEST(FlatContact, GapsAreThoseOfTheStart) {
  Blocks blocks(1e-4, 5);
  const Vec3 normal = blocks.turn.rotation * Vec3::UnitZ(), side = blocks.turn.rotation * Vec3::UnitX();
  for (Vec3& place : blocks.world.places[1].start) place += 0.01 * normal + 0.2 * side;
  const ContactSet contacts = blocks.world.collide();
  EXPECT_FALSE(contacts.empty());
  for (const Contact& contact : contacts) EXPECT_NEAR(contact.gap, 0.01 - 1e-4, 1e-14);
}

// Their side walls lie in common planes, exactly, or but for rounding and a nanometre: no vertex
// is strictly inside, and some are outside.
TEST(FlatContact, EqualBlocksOnEachOtherTouchWithAllVertices) {
  for (const int cells : {1, 3}) {
    for (const double deep : {1e-9, 1e-7, 1e-3}) {
      for (unsigned seed = 0; seed < 30; ++seed) {
        Chance chance(seed);
        const Pose turn = seed < 2 ? Pose{} : Pose{chance.vector(), chance.rotation()};
        FilledWorld world;
        const FilledPtr block = filled_box({0.2, 0.2, 0.2}, {cells, cells, cells});
        world.add(block, turn);
        const double aside = seed % 2 == 0 ? 0 : 1e-9;
        world.add(block, combined(turn, {{aside, 2 * aside, 0.2 - deep}, Quat::Identity()}));
        const ContactSet contacts = world.collide();
        EXPECT_EQ(contacts.size(), 2 * (cells + 1) * (cells + 1)) << seed << " " << deep;
        for (const Contact& contact : contacts) {
          EXPECT_NEAR(contact.inside.depth, deep, 1e-15);
          EXPECT_LT((contact.normal - turn.rotation * Vec3::UnitZ()).norm(), 1e-12);
        }
      }
    }
  }
}

TEST(FlatContact, BlocksThatTouchWithoutOverlapHaveNoContacts) {
  for (const double gap : {0.0, 1e-12, 1e-9, 1e-7}) {
    const Blocks blocks(-gap, 0);
    EXPECT_TRUE(blocks.world.collide().empty()) << gap;
    FilledWorld world;
    world.add_fixed(make_box_shape({1, 1, 1}), {{0, 0, -0.5 - gap}, Quat::Identity()});
    world.add(filled_box({0.2, 0.2, 0.2}, {2, 2, 2}), {{0.4, 0, 0.1}, Quat::Identity()});
    EXPECT_TRUE(world.collide().empty()) << gap;
  }
}

// The nearest way out of the lower block would be sideways.
TEST(FlatContact, ABodyThatCameInFlatBesideAnEdgeGoesOutAsItCame) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Blocks blocks(0.02, seed, Vec3(0.245, 0.245, 0));
    const ContactSet contacts = blocks.world.collide();
    EXPECT_FALSE(contacts.empty());
    for (const Contact& contact : contacts) {
      EXPECT_NEAR(contact.inside.depth, 0.02, 1e-12);
      EXPECT_LT((contact.normal - blocks.turn.rotation * Vec3::UnitZ()).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace stiction::test
