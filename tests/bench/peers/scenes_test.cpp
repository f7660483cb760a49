// Scenes of the comparison: what is in them, and that everything starts exactly touching.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "bench/peers/observer.h"
#include "bench/peers/peer_scene.h"
#include "bench/peers/start_poses.h"
#include "scenes/gallery.h"

namespace stiction::bench {
namespace {

double start_penetration(const PeerScene& scene) {
  return Observer(scene).penetration(start_poses(scene));
}

TEST(PeerScenes, HaveTheBodiesThatTheirNamesCount) {
  EXPECT_EQ(stack_scene(10).free_bodies(), 10);
  EXPECT_EQ(cards_scene(2).free_bodies(), 7);
  EXPECT_EQ(cards_scene(5).free_bodies(), 40);
  EXPECT_EQ(arch_scene(25).free_bodies(), 25);
  EXPECT_EQ(arch_scene(25).model.bodies.size(), 27u);
  EXPECT_EQ(kapla_tower_scene(42).free_bodies(), 84);
  EXPECT_EQ(pile_scene(1000).free_bodies(), 1000);
  EXPECT_EQ(pile_scene(77).free_bodies(), 77);
  EXPECT_EQ(bunnies_scene(24).free_bodies(), 24);
  EXPECT_EQ(bunnies_scene(61).free_bodies(), 61);
}

TEST(PeerScenes, StandWithoutOverlapAtTheStart) {
  for (const PeerScene& scene :
       {stack_scene(20), cards_scene(5), arch_scene(25), kapla_tower_scene(10), pile_scene(200), pile_scene(1000),
        bunnies_scene(1), bunnies_scene(24), bunnies_scene(200)}) {
    EXPECT_LT(start_penetration(scene), 1e-12) << scene.name;
  }
}

TEST(PeerScenes, OfTheInclineBeginWithAllCornersIn) {
  for (double heading : {0.0, 22.5, 45.0}) EXPECT_NEAR(start_penetration(incline_scene(26, heading)), 1e-9, 1e-12);
}

TEST(PeerScenes, TouchAtTheStart) {
  for (const PeerScene& scene :
       {stack_scene(3), cards_scene(3), arch_scene(9), kapla_tower_scene(4), incline_scene(26, 45)}) {
    Model model = scene.model;
    model.margin = 1e-9;
    State state = initial_state(model);
    ContactSet contacts;
    Collider(model).collide(state, 0, contacts);
    std::vector<bool> touched(model.bodies.size(), false);
    for (const Contact& contact : contacts) touched[contact.body_a] = touched[contact.body_b] = true;
    for (std::size_t i = 0; i < touched.size(); ++i)
      EXPECT_TRUE(touched[i]) << scene.name << ": " << model.bodies[i].name;
  }
}

TEST(PeerScenes, HaveTheMassesOfTheirMaterials) {
  EXPECT_NEAR(stack_scene(1).model.bodies[1].mass.mass, 1000, 1e-9);
  EXPECT_NEAR(cards_scene(1).model.bodies[1].mass.mass, 1000 * 0.6 * 0.9 * 0.02, 1e-9);
  double arch = 0;
  for (const Body& body : arch_scene(101).model.bodies) arch += body.mass.mass;
  const double length = 2 * 3 * std::sinh(5.0 / 3);  // of the centreline, times ring, depth and density
  EXPECT_NEAR(arch / (length * 0.6 * 1 * 2000), 1, 1e-3);
}

TEST(PeerScenes, OfBunniesHaveTheGallerysInItsBinAllAtOnce) {
  const PeerScene scene = bunnies_scene(30);
  const Model gallery = build_gallery_scene("bunny-drop", {{"count", "30"}}).model;
  ASSERT_EQ(scene.model.bodies.size(), gallery.bodies.size());
  for (std::size_t i = 0; i < gallery.bodies.size(); ++i) {
    const Body &body = scene.model.bodies[i], &same = gallery.bodies[i];
    ASSERT_EQ(body.name, same.name);
    if (same.fixed) {
      EXPECT_EQ(plane_shape(body)->normal, plane_shape(same)->normal) << body.name;
      EXPECT_EQ(plane_shape(body)->offset, plane_shape(same)->offset) << body.name;
      continue;
    }
    EXPECT_NEAR(body.mass.mass / same.mass.mass, 1, 1e-12) << body.name;
    EXPECT_LT((body.mass.inertia - same.mass.inertia).norm(), 1e-12 * same.mass.inertia.norm()) << body.name;
    EXPECT_EQ(mesh_shape(body)->contacts, mesh_shape(same)->contacts) << body.name;
    EXPECT_EQ(mesh_shape(body)->geometry->samples().size(), mesh_shape(same)->geometry->samples().size()) << body.name;
    EXPECT_EQ(mesh_shape(body)->geometry, mesh_shape(scene.model.bodies.back())->geometry) << body.name;
    // The surface is where the gallery has it, but for its height.
    const Vec3 here = body.start.to_world(mesh_shape(body)->geometry->mesh().vertices[7]);
    const Vec3 there = same.start.to_world(mesh_shape(same)->geometry->mesh().vertices[7]);
    EXPECT_LT((here - there).head<2>().norm(), 1e-12) << body.name;
    EXPECT_EQ(body.start_velocity.norm() + body.appears_at, 0) << body.name;
  }
  EXPECT_EQ(scene.friction, gallery.surface(1, 1).friction);
}

TEST(PeerScenes, OfBunniesBeginWithLayersAboveEachOther) {
  const Model model = bunnies_scene(30).model;
  double highest_low = 0;
  for (const Body& a : model.bodies) {
    if (a.fixed) continue;
    highest_low = std::max(highest_low, bounds(a.shape, a.start).min.z());
    for (const Body& b : model.bodies) {
      if (b.fixed || &a == &b || bounds(a.shape, a.start).min.z() < bounds(b.shape, b.start).min.z() + 0.1) continue;
      EXPECT_GT(bounds(a.shape, a.start).min.z(), bounds(b.shape, b.start).max.z()) << a.name << " " << b.name;
    }
  }
  EXPECT_LT(highest_low, 8 * 0.21);  // eight layers of four
}

TEST(PeerScenes, OfManyBunniesAreSolvedAsInTheGallery) {
  EXPECT_EQ(bunnies_scene(60).solver.tolerance, SolverOptions{}.tolerance);
  EXPECT_EQ(bunnies_scene(61).solver.tolerance, 1e-3);
  EXPECT_EQ(bunnies_scene(61).model.recovery, 0.2);
  EXPECT_EQ(stack_scene(2).solver.tolerance, SolverOptions{}.tolerance);
}

TEST(PeerScenes, OfTheInclineHaveTheirSlope) {
  const PeerScene scene = incline_scene(30, 45);
  const Vec3 up = scene.model.bodies[0].start.rotation * Vec3::UnitZ();
  EXPECT_NEAR(up.z(), std::cos(std::numbers::pi / 6), 1e-15);
  EXPECT_NEAR(up.x(), up.y(), 1e-15);
}

TEST(PeerScenes, AreFoundByNameWithOrWithoutASize) {
  EXPECT_EQ(scenes_named("stack-50").front().free_bodies(), 50);
  EXPECT_EQ(scenes_named("arch-fine-25").front().step, 1e-3);
  EXPECT_EQ(scenes_named("cards").size(), 6u);
  EXPECT_EQ(scenes_named("bunnies").size(), 2u);
  EXPECT_EQ(scenes_named("bunnies-3").front().name, "bunnies-3");
}

TEST(PeerScenes, ThatDoNotExistAreRefusedWithWhatIsKnown) {
  for (const char* name : {"stak", "stack-", "stack-0", "stack-1.5", "cards-31", "arch-2", "pile--3", "stack-10x",
                           "bunnies-0", "bunnies-10001"}) {
    EXPECT_THROW(scenes_named(name), InputError) << name;
  }
  try {
    scenes_named("stak");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"stack\"?"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stiction::bench
