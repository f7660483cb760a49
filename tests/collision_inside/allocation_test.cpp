// Looking for vertices inside of bodies takes no memory from the heap once it has been done before. This program counts
// every call of malloc and its relatives, so it is a program of its own.
#include <gtest/gtest.h>

#include "base/on_threads.h"
#include "collision_inside/filled_world.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "allocation_counter.h"

namespace stiction::test {
namespace {

TEST(InsideAllocation, AWarmColliderTakesNoMemory) {
  FilledWorld world;
  world.add_fixed(PlaneShape{});
  const FilledPtr block = filled_box({0.2, 0.2, 0.2}, {3, 3, 3});
  Chance chance(1);
  for (int i = 0; i < 30; ++i) {
    const int body = world.add(block, {0.3 * chance.vector(), chance.rotation()});
    world.model.bodies[body].self_contact = i % 3 == 0;
  }
  world.add_fixed(make_compound_shape({{make_box_shape({1, 1, 0.1}), {}}, {make_box_shape({0.1, 1, 0.4}), {}}}));
  InsideCollider collider(world.model);
  ContactSet contacts;
  on_threads(1, [&] {
    for (int i = 0; i < 3; ++i) collider.collide(world.start, world.end, world.places, contacts);
    const long before = allocations;
    for (int i = 0; i < 5; ++i) collider.collide(world.start, world.end, world.places, contacts);
    EXPECT_EQ(allocations - before, 0);
  });
  EXPECT_GT(contacts.size(), 500U);
}

}  // namespace
}  // namespace stiction::test

#endif
