// Contact forces: what carries a body at rest, who pushes whom, and how the parts are named.
#include "library/worlds.h"

namespace stiction::testing {
namespace {

constexpr double kWeight = 9810;  // of the box of 1000 kg [N]

TEST(ContactForce, OnARestingBoxSumsToItsWeightAndPointsUp) {
  World world = box_on_floor();
  world.run(0.2);
  const Vector3 force = world.contact_force_on("box");
  EXPECT_NEAR(force.x, 0, 1e-6 * kWeight);
  EXPECT_NEAR(force.y, 0, 1e-6 * kWeight);
  EXPECT_NEAR(force.z, kWeight, 1e-6 * kWeight);
  EXPECT_NEAR(world.contact_force_on("floor").z, -kWeight, 1e-6 * kWeight);
  EXPECT_EQ(world.contacts().size(), 4u);
  EXPECT_TRUE(world.last_step().converged);
  EXPECT_EQ(world.last_step().status, StepStatus::kConverged);
  EXPECT_EQ(world.last_step().contact_count, 4);
  EXPECT_LT(world.last_step().signorini, 1e-9);
}

TEST(ContactForce, HasItsDirectionInBothOrdersOfTheBodies) {
  for (const bool box_first : {false, true}) {
    World world = box_on_floor(0.5, box_first);
    world.run(0.1);
    const int box = world.body_index("box");
    ASSERT_EQ(box, box_first ? 0 : 1);
    ASSERT_FALSE(world.contacts().empty());
    for (const ContactReading& contact : world.contacts()) {
      ASSERT_TRUE(contact.body_a == box || contact.body_b == box);
      const bool box_is_b = contact.body_b == box;
      EXPECT_NEAR(contact.normal_from_a_to_b.z, box_is_b ? 1 : -1, 1e-12);
      EXPECT_NEAR((box_is_b ? contact.force_on_b : contact.force_on_a()).z, kWeight / 4, 1e-5 * kWeight);
      EXPECT_NEAR((box_is_b ? contact.force_on_a() : contact.force_on_b).z, -kWeight / 4, 1e-5 * kWeight);
      EXPECT_NEAR(contact.normal_force, kWeight / 4, 1e-5 * kWeight);
    }
  }
}

TEST(ContactForce, SplitsIntoNormalAndFrictionOnASlope) {
  constexpr double kAngle = 0.35;  // [rad], below atan(0.5)
  World world = World::from_gallery("incline", {{"angle", std::to_string(kAngle * 180 / 3.14159265358979)}});
  world.run(0.3);
  double normal = 0, friction = 0;
  for (const ContactReading& contact : world.contacts()) {
    normal += contact.normal_force;
    friction += contact.friction_force;
    EXPECT_LE(contact.friction_force, 0.5 * contact.normal_force * (1 + 1e-6));
  }
  EXPECT_NEAR(normal, kWeight * std::cos(kAngle), 1e-5 * kWeight);
  EXPECT_GE(friction, kWeight * std::sin(kAngle) * (1 - 1e-5));  // corners may also pull against each other
  const Vector3 force = world.contact_force_on("box");
  EXPECT_NEAR(force.x, 0, 1e-5 * kWeight);
  EXPECT_NEAR(force.z, kWeight, 1e-5 * kWeight);
}

TEST(ContactForce, InAStackCarriesAllThatIsAbove) {
  World world = World::from_gallery("stack", {{"count", "5"}});
  world.run(0.3);
  double weight = 0;
  for (int i = 0; i < world.body_count(); ++i) weight += 9.81 * world.body(i).mass;
  for (int i = 0; i < world.body_count(); ++i) {
    if (world.body(i).fixed) {
      EXPECT_NEAR(world.contact_force_on(i).z, -weight, 1e-5 * weight);
    } else {
      EXPECT_NEAR(world.contact_force_on(i).z, 9.81 * world.body(i).mass, 1e-5 * weight);
    }
  }
}

TEST(ContactForce, OfABallThatFliesIsNothing) {
  SceneBuilder scene;
  scene.body({.name = "ball", .shape = BodyShape::sphere(0.5), .position = {0, 0, 9}});
  World world(scene);
  world.step();
  EXPECT_TRUE(world.contacts().empty());
  EXPECT_EQ(world.contact_force_on(0), Vector3{});
  EXPECT_NEAR(world.body(0).velocity.z, -0.0981, 1e-12);
  EXPECT_NEAR(world.body("ball").mass, 1000 * 3.14159265358979 / 6, 1e-9);
}

TEST(Readings, TellOriginAndCentreOfMassApart) {
  // A tetrahedron whose origin is a corner: its centre of mass is the mean of the corners.
  SceneBuilder scene;
  scene.gravity({0, 0, 0});
  scene.body({.name = "rock",
              .shape = BodyShape::convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
              .position = {1, 2, 3},
              .velocity = {1, 0, 0}});
  World world(scene);
  const BodyReading rock = world.body("rock");
  EXPECT_NEAR(rock.position.x, 1, 1e-12);
  EXPECT_NEAR(rock.center_of_mass.x, 1.25, 1e-12);
  EXPECT_NEAR(rock.center_of_mass.z, 3.25, 1e-12);
  EXPECT_NEAR(world.energy(), 0.5 * rock.mass, 1e-9 * rock.mass);
  world.run(0.5);
  EXPECT_NEAR(world.body("rock").position.x, 1.5, 1e-9);
  EXPECT_NEAR(world.time(), 0.5, 1e-12);
}

}  // namespace
}  // namespace stiction::testing
