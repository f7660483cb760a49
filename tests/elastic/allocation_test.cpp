// A step of a modal body takes no memory from the heap. This program counts every call of malloc and its relatives, so
// it is a program of its own.
#include <gtest/gtest.h>

#include <memory>

#include "elastic/flight.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "allocation_counter.h"

namespace stiction {
namespace {

TEST(ModalAllocation, TheCounterSeesAllocations) {
  const long before = allocations;
  const auto memory = std::make_unique<int>(3);
  EXPECT_EQ(*memory, 3);
  EXPECT_GT(allocations - before, 0);
}

TEST(ModalAllocation, StepsTakeNoMemory) {
  for (const auto metric : {ContactMetric::kEffective, ContactMetric::kMass}) {
    ModalOptions options;
    options.material = {1e6, 0.4, 1000};
    options.modes = 20;
    options.metric = metric;
    test::Flight flight(make_modal_body(test::brick_mesh({0.3, 0.1, 0.05}, {4, 2, 1}), options), 1e-3);
    flight.state.angular_velocity = {3, 6, -5};
    flight.state.deformation.setConstant(1e-3);
    flight.run(10);
    const long before = allocations;
    flight.run(100);
    EXPECT_EQ(allocations - before, 0);
    // What is asked of the body at every step besides.
    std::vector<Vec3> vertices;
    flight.modal().deformed_vertices(flight.body(), flight.state, vertices);
    const long asked = allocations;
    flight.modal().deformed_vertices(flight.body(), flight.state, vertices);
    double sum = flight.plain_energy() + flight.modal().deformation_speed(flight.state) + flight.spin().norm();
    EXPECT_TRUE(std::isfinite(sum));
    EXPECT_EQ(allocations - asked, 0);
  }
}

}  // namespace
}  // namespace stiction

#endif
