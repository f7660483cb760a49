// Closed sheets that are much thinner than their edges are long: what lies on them touches the side it is on.
#include <gtest/gtest.h>

#include <array>

#include "collision/collider.h"
#include "collision_deforming/free_surface.h"
#include "collision_deforming/modal_shape.h"
#include "collision_deforming/random_bodies.h"

namespace stiction {
namespace {

constexpr double kThick = 2e-3, kEdge = 0.02, kWide = 0.4, kStep = 1e-3;  // [m], [s]

std::shared_ptr<const test::FreeSurface> sheet() {
  constexpr int kCells = 20;
  static_assert(kCells * kEdge == kWide);
  return std::make_shared<test::FreeSurface>(test::box_surface({kWide, kWide, kThick}, std::array{kCells, kCells, 1}));
}

// The sheet's upper side is at height 0, level or sagging by some 20 mm.
double height(const Vec3& v, bool sags) {
  return sags ? -0.02 * std::cos(M_PI * v[0] / kWide) * std::cos(M_PI * v[1] / kWide) : 0;
}

struct SheetWorld {
  explicit SheetWorld(double margin) {
    model.gravity.setZero();
    model.margin = margin;
    model.bodies.push_back(test::free_body("sheet", sheet(), Vec3(0, 0, -kThick / 2)));
    model.bodies[0].self_contact = true;
  }
  // The contacts with body 1, which is this far above the sheet at the origin.
  ContactSet contacts(bool sags) {
    compute_masses(model);
    Collider collider(model);
    State state = initial_state(model);
    TriangleMesh moved = sheet()->surface();
    for (Vec3& v : moved.vertices) v[2] += height(v, sags);
    test::place_vertices(moved, state.bodies[0]);
    ContactSet contacts;
    collider.collide(state, kStep, contacts);
    return contacts;
  }
  Model model;
};

// Those that are farther apart than 1 mm may be beside the body: sideways.
void expect_upward(const ContactSet& contacts, double least_gap, double least_up, std::size_t least_count) {
  std::size_t count = 0;
  for (const Contact& contact : contacts) {
    EXPECT_EQ(contact.body_a, 0);
    EXPECT_EQ(contact.body_b, 1);
    EXPECT_GT(contact.normal[2], contact.gap < 1e-3 ? least_up : -0.1) << contact.gap;
    EXPECT_GT(contact.gap, least_gap);
    if (contact.gap < 1e-3) ++count;
  }
  EXPECT_GE(count, least_count);
}

constexpr std::array kGaps = {5e-4, 0.0, -5e-4, -9e-4};  // [m]; deeper than half the sheet is the other side
constexpr std::array kMargins = {1e-3, 5e-3};            // [m]; less and more than the sheet is thick

TEST(ThinSheet, CarriesADeformingBallOnItsUpperSide) {
  constexpr double kRadius = 0.05;
  TriangleMesh ball = test::ball_surface(2);
  double lowest = 0;
  for (Vec3& v : ball.vertices) {
    v = kRadius * (Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 0).normalized())) * v);
    lowest = std::min(lowest, v[2]);
  }
  for (const bool sags : {false, true}) {
    for (const double margin : kMargins) {
      for (const double gap : kGaps) {
        SCOPED_TRACE(testing::Message() << sags << " " << margin << " " << gap);
        SheetWorld world(margin);
        const double floor = height(Vec3::Zero(), sags);
        world.model.bodies.push_back(test::free_body("ball", std::make_shared<test::FreeSurface>(ball),
                                                     Vec3(0.003, 0.004, floor + gap - lowest)));
        expect_upward(world.contacts(sags), gap - 2e-4, 0.8, 1);
      }
    }
  }
}

TEST(ThinSheet, CarriesADeformingBoxOnItsUpperSide) {
  const auto box = std::make_shared<test::FreeSurface>(test::box_surface({0.1, 0.08, 0.06}, 4));
  for (const double margin : kMargins) {
    for (const double gap : kGaps) {
      SCOPED_TRACE(testing::Message() << margin << " " << gap);
      SheetWorld world(margin);
      world.model.bodies.push_back(test::free_body("box", box, Vec3(0.003, 0.004, 0.03 + gap)));
      expect_upward(world.contacts(false), gap - 1e-9, 0.999, 25);
    }
  }
}

TEST(ThinSheet, CarriesARigidBoxAndBallOnItsUpperSide) {
  for (const bool sags : {false, true}) {
    for (const double gap : kGaps) {
      SCOPED_TRACE(testing::Message() << sags << " " << gap);
      SheetWorld world(1e-3);
      Body& body = world.model.bodies.emplace_back();
      body.name = "ball";
      body.shape = SphereShape{0.05};
      body.start.position = Vec3(0.003, 0.004, height(Vec3::Zero(), sags) + 0.05 + gap);
      expect_upward(world.contacts(sags), gap - 2e-4, 0.8, 1);
      if (sags) continue;
      body.name = "box";
      body.shape = make_box_shape({0.1, 0.08, 0.06});
      body.start.position[2] = 0.03 + gap;
      expect_upward(world.contacts(sags), gap - 1e-9, 0.999, 12);
    }
  }
}

TEST(ThinSheet, CarriesAnotherSheet) {
  for (const double margin : kMargins) {
    for (const double gap : kGaps) {
      SCOPED_TRACE(testing::Message() << margin << " " << gap);
      SheetWorld world(margin);
      world.model.bodies.push_back(test::free_body("upper", sheet(), Vec3(0.007, 0.003, kThick / 2 + gap)));
      const ContactSet contacts = world.contacts(false);
      EXPECT_GE(contacts.size(), 400U);
      for (const Contact& contact : contacts) {
        EXPECT_GT(contact.normal[2], -1e-9);  // at the rims sideways, if at all
        EXPECT_GT(contact.gap, gap - 1e-9);
      }
    }
  }
}

TEST(ThinSheet, DoesNotTouchItselfThroughItsThickness) {
  for (const double margin : kMargins) {
    for (const bool sags : {false, true}) {
      SheetWorld world(margin);
      EXPECT_TRUE(world.contacts(sags).empty()) << margin << " " << sags;
    }
  }
}

// Folded over, with 0.5 mm between the halves: they touch all over, each from its own side.
TEST(ThinSheet, TouchesItselfWhereItIsFoldedOver) {
  constexpr double kBetween = 5e-4, kRadius = 0.01;
  SheetWorld world(1e-3);
  compute_masses(world.model);
  Collider collider(world.model);
  State state = initial_state(world.model);
  TriangleMesh folded = sheet()->surface();
  const double half = M_PI * kRadius / 2;  // of the bend, along the sheet
  for (Vec3& v : folded.vertices) {
    const double s = v[0];
    // The upper half comes down from the bend's diameter to `kBetween` above the lower one within two edges.
    const double straight = std::abs(s) - half;
    if (straight < 0) {
      const double angle = s / kRadius;
      v = Vec3((kRadius + v[2]) * std::cos(angle), -v[1], (kRadius + v[2]) * std::sin(angle));
    } else {
      const double side = s > 0 ? 1 : -1, end = (kBetween + kThick) / 2;
      const double fall = std::min(1.0, straight / (3 * kEdge)), share = fall * fall * (3 - 2 * fall);
      v = Vec3(-straight, -v[1], side * (kRadius + (end - kRadius) * share + v[2]));
    }
  }
  test::place_vertices(folded, state.bodies[0]);
  ContactSet contacts;
  collider.collide(state, kStep, contacts);
  EXPECT_GT(contacts.size(), 100U);
  int level = 0;
  for (const Contact& contact : contacts) {
    if (contact.point[0] > -0.1) continue;  // at the bend
    EXPECT_GT(std::abs(contact.normal[2]), 0.999);
    EXPECT_NEAR(contact.gap, kBetween, 1e-6);
    ++level;
  }
  EXPECT_GT(level, 100);
}

}  // namespace
}  // namespace stiction
