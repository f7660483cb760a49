// A step of a body of mass points takes no memory from the heap. This program counts every call of malloc and its
// relatives, so it is a program of its own.
#include <gtest/gtest.h>

#include "elastic_points/points_bodies.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "allocation_counter.h"

namespace stiction::test {
namespace {

TEST(PointsAllocation, TheCounterSeesAllocations) {
  const long before = allocations;
  const auto memory = std::make_unique<int>(3);
  EXPECT_EQ(*memory, 3);
  EXPECT_GT(allocations - before, 0);
}

TEST(PointsAllocation, WarmStepsTakeNoMemory) {
  PointsOptions sheet = soft(1e6);
  sheet.thickness = 0.01;
  for (const bool is_explicit : {false, true}) {
    const auto of = [&](const PointsOptions& options) { return is_explicit ? explicit_one(options) : options; };
    for (const auto& body : {make_points_body(box_tet_mesh({0.3, 0.2, 0.1}, {6, 4, 2}), of(soft(1e6))),
                             make_points_body(rectangle_sheet({0.3, 0.2}, 6, 4), of(sheet))}) {
      Flight flight(body, std::min(0.01, 0.5 * body->longest_step()), Vec3(0, 0, -9.81));
      flight.state.angular_velocity = {1, 2, -1};
      flight.run(5);
      const long before = allocations;
      flight.run(50);
      EXPECT_EQ(allocations - before, 0);
    }
  }
}

}  // namespace
}  // namespace stiction::test

#endif
