#include "live/spare_bodies.h"

#include <gtest/gtest.h>

#include <set>

#include "stepping/worlds.h"

namespace stiction {
namespace {

TEST(SpareBodies, HaveTheMedianSizeAndTheCommonMaterial) {
  Model model = test::world({test::sphere_body("a", 0.1, {0, 0, 5}), test::sphere_body("b", 0.2, {0, 0, 6}),
                             test::sphere_body("c", 7, {0, 0, 20})});
  model.materials.push_back({"lead", 11000, 0.3, 0});
  model.bodies[1].material = model.bodies[2].material = 1;
  compute_masses(model);
  const std::size_t own = model.bodies.size();
  const SpareBodies spares = add_spare_bodies(model, 3, 2);
  ASSERT_EQ(model.bodies.size(), own + 5);
  EXPECT_EQ(spares.boxes, (std::vector<int>{4, 5, 6}));
  EXPECT_EQ(spares.spheres, (std::vector<int>{7, 8}));
  EXPECT_NEAR(spares.box_size.x(), 0.2, 1e-12);
  EXPECT_NEAR(spares.radius, 0.1, 1e-12);
  EXPECT_EQ(model.bodies[4].material, 1);
  EXPECT_NEAR(model.bodies[4].mass.mass, 11000 * 0.008, 1e-9);
}

TEST(SpareBodies, AreNotThereAndDoNotChangeTheRun) {
  Simulation plain(test::world(test::stack_bodies(3)), 0.01, {});
  Model model = test::world(test::stack_bodies(3));
  add_spare_bodies(model, 32, 16);
  Simulation spared(model, 0.01, {});
  test::run(plain, 30);
  test::run(spared, 30);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(plain.state().bodies[i].center, spared.state().bodies[i].center);
  for (int i = 4; i < 52; ++i) EXPECT_FALSE(spared.state().bodies[i].present);
}

TEST(SpareBodies, NamesAreUnique) {
  Model model = test::world({test::box_body("spare-box-1", Vec3::Ones(), {0, 0, 5})});
  add_spare_bodies(model, 2, 1);
  std::set<std::string> names;
  for (const Body& body : model.bodies) EXPECT_TRUE(names.insert(body.name).second) << body.name;
}

TEST(SpareBodies, OfAnEmptySceneHaveSomeSize) {
  Model model = test::world({});
  EXPECT_EQ(add_spare_bodies(model, 1, 1).box_size, Vec3::Constant(0.5));
}

}  // namespace
}  // namespace stiction
