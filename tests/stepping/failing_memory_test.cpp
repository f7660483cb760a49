// A step that runs out of memory, at whatever allocation, leaves the simulation as it was before it. This program makes
// allocations fail, so it is a program of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "scenes/gallery.h"
#include "stepping/simulation.h"

#if defined(__GLIBC__) && !defined(STICTION_SANITIZERS)

#include "failing_allocator.h"

namespace stiction::test {
namespace {

constexpr long kNever = std::numeric_limits<long>::max();

struct Case {
  const char* name;
  const char* scene;
  std::map<std::string, std::string> parameters;
  int warm_steps;  // before the first failure
  int threads = 1;
  double sleep_after = 0;  // [s]
};

const Case kCases[] = {
    {"falling_cubes", "cube-pile", {{"count", "8"}}, 40},
    {"falling_cubes_on_two_threads", "cube-pile", {{"count", "27"}}, 40, 2},
    {"cubes_that_sleep", "cube-pile", {{"count", "8"}}, 150, 1, 0.02},
    {"cards", "card-house-impact", {{"levels", "2"}}, 20},
    {"shapes_of_all_kinds", "tumble", {}, 60},
    {"meshes", "bunny-drop", {{"count", "2"}}, 40},
    {"hand", "haptic", {}, 30},
    {"mechanism_with_contacts", "block-feeder", {}, 30},
    {"chain", "chain", {}, 20},
    {"modal_bodies", "soft-stack", {}, 5},
    {"stvk_body", "stvk-beam", {}, 5},
    {"points", "soft-incline", {}, 5},
    {"vertices_inside", "penalty-incline", {}, 10},
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class FailingMemory : public testing::TestWithParam<Case> {
 protected:
  FailingMemory() : scene_(build_gallery_scene(GetParam().scene, GetParam().parameters)) {
    if (GetParam().sleep_after > 0) scene_.model.sleep_after = GetParam().sleep_after;
  }
  Simulation simulation() const { return {scene_.model, scene_.step, scene_.solver, GetParam().threads}; }
  // A step in which these allocations fail; false if the step was taken all the same.
  static bool fails(Simulation& simulation, long first, long last) {
    memory.fail(first, last);
    try {
      simulation.step();
      memory.fail_no_more();
      return false;
    } catch (const SimulationError&) {
      memory.fail_no_more();
    } catch (const std::bad_alloc&) {  // no memory for the message
      memory.fail_no_more();
    }
    return true;
  }

  Scene scene_;
};

// A simulation that has just been restored takes all the memory of a step anew, and after a failed one again.
TEST_P(FailingMemory, AnyAllocationMayFailAndTheStepCanBeTakenAgain) {
  constexpr int kTries = 25;
  Simulation start = simulation();
  for (int i = 0; i < GetParam().warm_steps; ++i) start.step();
  const std::string before = start.save();
  Simulation whole = simulation();
  whole.restore(before);
  memory.fail(kNever, kNever);
  whole.step();
  const long most = memory.calls;
  const std::string after = whole.save();
  int failures = 0;
  for (long k = 1; k <= most; k += std::max(1L, most / kTries)) {
    for (const long last : {k, kNever}) {
      Simulation tried = simulation();
      tried.restore(before);
      if (fails(tried, k, last)) {
        ++failures;
        ASSERT_TRUE(tried.save() == before) << "allocation " << k << " of " << most;
        tried.step();
      }
      ASSERT_TRUE(tried.save() == after) << "allocation " << k << " of " << most;
    }
  }
  EXPECT_GT(failures, 20);
}

// The first failure meets what earlier steps have left, half of it changed.
TEST_P(FailingMemory, ARunWithFailuresOnItsWayEndsInTheSameBits) {
  Simulation plain = simulation(), tried = simulation();
  int failures = 0;
  const int steps = GetParam().warm_steps;
  for (int i = 0; i < steps; ++i) {
    const std::string before = tried.save();
    if (fails(tried, 1 + (7 * i) % 23, kNever)) {
      ++failures;
      ASSERT_TRUE(tried.save() == before) << "step " << i;
      tried.step();
    }
    plain.step();
    ASSERT_TRUE(tried.save() == plain.save()) << "step " << i;
  }
  EXPECT_GT(failures, 0);
}

// A thread that has taken no step before has data of its own to make.
TEST_P(FailingMemory, TheFirstStepOfAThreadMayFailToo) {
  Simulation tried = simulation(), whole = simulation();
  whole.step();
  const std::string before = tried.save();
  for (long k = 1; k <= 8; ++k) {
    bool failed = false;
    std::thread([&] { failed = fails(tried, k, kNever); }).join();
    if (!failed) break;
    ASSERT_TRUE(tried.save() == before);
  }
  tried.restore(before);
  std::thread([&] { tried.step(); }).join();
  EXPECT_TRUE(tried.save() == whole.save());
}

INSTANTIATE_TEST_SUITE_P(Scenes, FailingMemory, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace stiction::test

#endif
