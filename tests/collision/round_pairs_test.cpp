// Every pair of shapes against distances known by construction.
#include <gtest/gtest.h>

#include <set>

#include "support_oracle.h"

namespace stiction {
namespace {

constexpr double kMargin = 0.02;
constexpr double kExact = 1e-9;

bool is_polyhedral(ShapeKind kind) {
  return kind == ShapeKind::kBox || kind == ShapeKind::kHull;
}

// Calls test(kind_a, kind_b) for all pairs that have a shape without vertices or a plane.
template <class Test>
void for_all_pairs(const Test& test) {
  for (ShapeKind a : {ShapeKind::kPlane, ShapeKind::kSphere, ShapeKind::kCapsule, ShapeKind::kCylinder, ShapeKind::kBox,
                      ShapeKind::kHull}) {
    for (ShapeKind b : kSolidKinds) {
      if (is_polyhedral(a) && is_polyhedral(b)) continue;
      SCOPED_TRACE(testing::Message() << "kinds " << static_cast<int>(a) << " and " << static_cast<int>(b));
      test(a, b);
    }
  }
}

TEST(RoundPairs, the_least_gap_is_the_distance_and_its_points_prove_it) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(61);
    for (int trial = 0; trial < 400; ++trial) {
      const double gap = trial % 5 ? random_number(random, 1e-6, 0.999 * kMargin) : 0;
      const TouchingPair pair(kind_a, kind_b, gap, random);
      const ContactSet contacts = contacts_between(pair.a, pair.b, kMargin);
      ASSERT_FALSE(contacts.empty()) << trial << " gap " << gap;
      EXPECT_NEAR(least_gap(contacts), gap, kExact) << trial << " points " << contacts.size();
      for (const Contact& c : contacts) {
        EXPECT_NEAR(c.normal.norm(), 1, 1e-15);
        EXPECT_LE(c.gap, kMargin);
        EXPECT_NEAR(separation(pair.a, pair.b, c.normal), gap, kExact) << trial;
        if (c.gap > gap + kExact) continue;
        EXPECT_LT(pair.a.distance(c.point - c.gap / 2 * c.normal), 2e-7) << trial;
        EXPECT_LT(pair.b.distance(c.point + c.gap / 2 * c.normal), 2e-7) << trial;
      }
    }
  });
}

TEST(RoundPairs, bodies_beyond_the_margin_have_no_contact) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(62);
    for (int trial = 0; trial < 200; ++trial) {
      const TouchingPair pair(kind_a, kind_b, kMargin * random_number(random, 1 + 1e-6, 1.5), random);
      EXPECT_TRUE(contacts_between(pair.a, pair.b, kMargin).empty()) << trial;
    }
  });
}

TEST(RoundPairs, overlapping_bodies_are_parted_by_the_least_gap_along_its_normal) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(63);
    int exact = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const double depth = random_number(random, 1e-6, 0.04);
      const TouchingPair pair(kind_a, kind_b, -depth, random);
      const ContactSet contacts = contacts_between(pair.a, pair.b, kMargin);
      ASSERT_FALSE(contacts.empty()) << trial << " depth " << depth;
      const double least = least_gap(contacts);
      // The least penetration; where a cylinder is sunk into a polyhedron deeply, not always the very least.
      EXPECT_GE(least, -1.5 * depth - 2e-5) << trial;
      exact += least >= -depth - 2e-5;
      const double parted = separation(pair.a, pair.b, contacts[0].normal);
      EXPECT_GE(parted, -1.5 * depth - 2e-5) << trial;
      // Clipping to a face may leave the deepest point out, never all of the overlap.
      EXPECT_LE(least, 0.5 * std::min(0.0, parted) + 1e-5) << trial;
    }
    EXPECT_GE(exact, 297);
  });
}

TEST(RoundPairs, swapping_the_bodies_turns_the_normals_round_and_keeps_the_gaps) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(64);
    for (int trial = 0; trial < 100; ++trial) {
      const TouchingPair pair(kind_a, kind_b, random_number(random, -0.01, kMargin), random);
      const ContactSet forth = contacts_between(pair.a, pair.b, kMargin, 1);
      const ContactSet back = contacts_between(pair.b, pair.a, kMargin, 1);
      ASSERT_EQ(forth.empty(), back.empty());
      if (forth.empty()) continue;
      EXPECT_NEAR(least_gap(forth), least_gap(back), 1e-5) << trial;
      if ((forth[0].normal + back[0].normal).norm() > 1e-7) continue;  // equally good directions
      EXPECT_NEAR(least_gap(forth), least_gap(back), kExact) << trial;
    }
  });
}

TEST(RoundPairs, a_common_rigid_motion_moves_the_contacts_along) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(65);
    int same = 0;
    for (int trial = 0; trial < 100; ++trial) {
      TouchingPair pair(kind_a, kind_b, random_number(random, -0.01, 0.9 * kMargin), random);
      const ContactSet before = contacts_between(pair.a, pair.b, kMargin);
      const Pose motion{random_vector(random), random_rotation(random)};
      for (OracleShape* body : {&pair.a, &pair.b}) body->pose = combined(motion, body->pose);
      const ContactSet after = contacts_between(pair.a, pair.b, kMargin);
      EXPECT_NEAR(least_gap(before), least_gap(after), kExact) << trial;
      if (before.size() != after.size()) continue;
      bool equal = true;
      for (std::size_t i = 0; i < before.size(); ++i) {
        equal =
            equal && before[i].id == after[i].id && (motion.to_world(before[i].point) - after[i].point).norm() < 1e-6;
      }
      same += equal;
    }
    EXPECT_GE(same, 90);
  });
}

TEST(RoundPairs, gaps_change_no_faster_than_the_bodies_move) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(66);
    for (int trial = 0; trial < 100; ++trial) {
      TouchingPair pair(kind_a, kind_b, random_number(random, -0.005, 0.5 * kMargin), random);
      const double before = least_gap(contacts_between(pair.a, pair.b, kMargin));
      const double parted = separation(pair.a, pair.b, contacts_between(pair.a, pair.b, kMargin)[0].normal);
      if (std::abs(parted - before) > 1e-6) continue;  // the deepest point was clipped away
      pair.b.pose = jittered(pair.b.pose, 1e-6, random);
      const double after = least_gap(contacts_between(pair.a, pair.b, kMargin));
      EXPECT_NEAR(before, after, 2e-5) << trial;
    }
  });
}

TEST(RoundPairs, codes_are_unique_at_any_depth_and_nothing_is_ever_nan) {
  for_all_pairs([](ShapeKind kind_a, ShapeKind kind_b) {
    std::mt19937 random(67);
    for (int trial = 0; trial < 300; ++trial) {
      TouchingPair pair(kind_a, kind_b, random_number(random, -1, kMargin), random);
      if (trial % 10 == 0) pair.b.pose.position = pair.a.pose.position;
      if (trial % 20 == 0) pair.b.pose.rotation = pair.a.pose.rotation;
      std::set<std::uint64_t> ids;
      const ContactSet contacts = contacts_between(pair.a, pair.b, kMargin, trial % 3);
      for (const Contact& c : contacts) {
        ids.insert(c.id);
        ASSERT_TRUE(c.point.allFinite() && std::isfinite(c.gap));
        ASSERT_NEAR(c.normal.norm(), 1, 1e-14);
      }
      EXPECT_EQ(ids.size(), contacts.size()) << trial;
    }
  });
}

}  // namespace
}  // namespace stiction
