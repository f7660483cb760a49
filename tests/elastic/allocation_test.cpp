// A step of an elastic body takes no memory from the heap. This program counts every call of malloc and its relatives,
// so it is a program of its own.
#include <gtest/gtest.h>

#include <memory>

#include "elastic/flight.h"
#include "elastic/stvk/stvk_body.h"

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

// What is asked of the body at every step besides.
void expect_questions_take_no_memory(const test::Flight& flight) {
  std::vector<Vec3> vertices;
  flight.modal().deformed_vertices(flight.body(), flight.state, vertices);
  const long asked = allocations;
  flight.modal().deformed_vertices(flight.body(), flight.state, vertices);
  const double sum = flight.plain_energy() + flight.modal().deformation_speed(flight.state) + flight.spin().norm();
  EXPECT_TRUE(std::isfinite(sum));
  EXPECT_EQ(allocations - asked, 0);
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
    expect_questions_take_no_memory(flight);
  }
}

// Bent slightly, and so far that the force is linearised several times in a step.
TEST(StvkAllocation, StepsTakeNoMemory) {
  StvkOptions options;
  options.modal.material = {1e6, 0.4, 1000};
  options.modal.modes = 6;
  options.modal.stiffness_damping = 1e-4;
  options.dofs = 14;
  const auto body = make_stvk_body(test::brick_mesh({0.3, 0.1, 0.05}, {4, 2, 1}), options);
  for (const double bent : {1e-3, 0.05}) {
    test::Flight flight(body, 1e-2);
    flight.state.angular_velocity = {3, 6, -5};
    flight.state.deformation.setConstant(bent);
    flight.run(10);
    (void)flight.plain_energy();  // the energy's own memory
    const long before = allocations;
    flight.run(100);
    EXPECT_EQ(allocations - before, 0) << bent;
    expect_questions_take_no_memory(flight);
    EXPECT_GT(body->smallest_volume_ratio(flight.state), -10);
  }
}

}  // namespace
}  // namespace stiction

#endif
