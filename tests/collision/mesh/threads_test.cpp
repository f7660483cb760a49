// Contacts of many bodies of all kinds are the same, in the same order, for any number of threads.
#include <gtest/gtest.h>

#include "base/on_threads.h"
#include "collision/collider.h"
#include "collision/mesh/mesh_worlds.h"

namespace stiction {
namespace {

Shape shape_of_kind(int kind, const MeshShape& mesh, std::mt19937& random) {
  switch (kind) {
    case 0:
      return SphereShape{0.3};
    case 1:
      return CapsuleShape{0.2, 0.5};
    case 2:
      return CylinderShape{0.25, 0.6};
    case 3:
      return mesh;
    default:
      return random_shape(random);
  }
}

Model heap_of_everything(std::mt19937& random) {
  const MeshShape mesh = test::mesh_shape(box_mesh({0.7, 0.5, 0.4}));
  Model model;
  model.bodies.emplace_back().shape = PlaneShape{};
  model.bodies.back().fixed = true;
  for (int i = 0; i < 90; ++i) {
    Body& body = model.bodies.emplace_back();
    body.shape = shape_of_kind(i % 6, mesh, random);
    body.start = {0.9 * random_vector(random), random_rotation(random)};
    body.samples = i % 3;
  }
  compute_masses(model);
  return model;
}

TEST(ColliderThreads, ContactsAndTheirOrderDoNotDependOnTheNumberOfThreads) {
  std::mt19937 random(7);
  const Model model = heap_of_everything(random);
  State state = initial_state(model);
  Collider one(model), many(model);
  ContactSet expected, found;
  for (int step = 0; step < 10; ++step) {
    for (BodyState& body : state.bodies) body.center += 0.02 * random_vector(random);
    test::on_threads(1, [&] { one.collide(state, 0.01, expected); });
    for (const int threads : {2, 5}) {
      test::on_threads(threads, [&] { many.collide(state, 0.01, found); });
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].id, expected[i].id);
        ASSERT_EQ(found[i].body_a, expected[i].body_a);
        ASSERT_EQ(found[i].body_b, expected[i].body_b);
        ASSERT_EQ(found[i].point, expected[i].point);
        ASSERT_EQ(found[i].normal, expected[i].normal);
        ASSERT_EQ(found[i].gap, expected[i].gap);
      }
    }
  }
  EXPECT_GT(expected.size(), 500u);
}

}  // namespace
}  // namespace stiction
