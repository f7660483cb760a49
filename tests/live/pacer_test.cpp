#include "live/pacer.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Pacer, StepsThatAreFastEnoughKeepRealTime) {
  Pacer pacer(0.01);
  pacer.start(5);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_NEAR(pacer.due(), 5 + 0.01 * i, 1e-9);
    EXPECT_FALSE(pacer.step_ended(pacer.due() + 0.003));
  }
}

TEST(Pacer, SpeedStretchesTheTimeBetweenSteps) {
  Pacer pacer(0.01);
  pacer.start(0);
  pacer.set_speed(0.25, 0);
  EXPECT_EQ(pacer.period(), 0.04);
  pacer.step_ended(0.001);
  EXPECT_NEAR(pacer.due(), 0.04, 1e-12);
  pacer.set_speed(8, 0.002);  // what was far away comes nearer
  EXPECT_NEAR(pacer.due(), 0.002 + 0.01 / 8, 1e-12);
}

TEST(Pacer, ALateStepLeavesTicksOutAndIsNotCaughtUpWith) {
  Pacer pacer(0.001);
  pacer.start(0);
  EXPECT_TRUE(pacer.step_ended(0.0053));  // five ticks have passed
  EXPECT_EQ(pacer.due(), 0.0053);         // the next step at once, and no more than one
  EXPECT_FALSE(pacer.step_ended(0.0058));
  EXPECT_NEAR(pacer.due(), 0.0063, 1e-12);
}

TEST(Pacer, StepsThatTakeTooLongRunAsFastAsTheyCan) {
  Pacer pacer(0.01);
  pacer.start(0);
  double now = 0;
  for (int i = 0; i < 100; ++i) {
    now = std::max(now, pacer.due()) + 0.025;
    EXPECT_TRUE(pacer.step_ended(now));
  }
  EXPECT_NEAR(now, 100 * 0.025, 1e-9);
}

TEST(AchievedSpeed, IsSimulatedOverRealTime) {
  AchievedSpeed achieved;
  achieved.start(10);
  EXPECT_EQ(achieved.value(10), 0);
  double now = 10;
  for (int i = 0; i < 500; ++i) {
    achieved.add(now += 0.02, 0.01);
    EXPECT_NEAR(achieved.value(now), 0.5, 1e-6);
  }
  for (int i = 0; i < 200; ++i) achieved.add(now += 0.01, 0.01);  // after a second the past is forgotten
  EXPECT_NEAR(achieved.value(now), 1, 1e-6);
}

TEST(AchievedSpeed, OfStepsThatTakeSeconds) {
  AchievedSpeed achieved;
  achieved.start(0);
  for (int i = 1; i <= 5; ++i) {
    achieved.add(3.0 * i, 0.01);
    EXPECT_NEAR(achieved.value(3.0 * i), 0.01 / 3, 1e-12);
  }
}

}  // namespace
}  // namespace stiction
