// Stiction as a contender: closed forms, and a whole comparison with itself.
#include "bench/peers/closed_forms.h"
#include "bench/peers/comparing.h"
#include "bench/peers/engines/engines.h"

namespace stiction::bench {
namespace {

TEST(OwnEngine, FallsAndSlidesAsItShould) {
  expect_free_fall(stiction_engines().front());
  expect_slide(stiction_engines().front(), 2e-3);
}

TEST(OwnEngine, HoldsTheInclineUpToTheCriticalAngleAndAStackForever) {
  BenchArguments arguments;
  arguments.scenes = {"incline", "stack-5", "cards-2", "kapla-tower-4", "arch-9"};
  arguments.duration = 1;
  arguments.cap = 600;
  const Comparison comparison = compare({stiction_engines(), {}}, arguments, {});
  ASSERT_EQ(comparison.results.size(), 5u);
  EXPECT_NEAR(comparison.results[0].angle_error_0, 0, 2e-3);
  EXPECT_NEAR(comparison.results[0].angle_error_45, 0, 2e-3);
  EXPECT_LT(comparison.results[0].creep, 1e-9);
  for (std::size_t i = 1; i < comparison.results.size(); ++i) {
    const Result& result = comparison.results[i];
    EXPECT_EQ(result.status, "stands") << result.scene;
    EXPECT_LT(result.drift, 1e-6) << result.scene;
    EXPECT_LT(result.penetration, 1e-6) << result.scene;
    EXPECT_GT(result.ms_median, 0) << result.scene;
    EXPECT_GT(result.contacts, 0) << result.scene;
  }
}

TEST(OwnEngine, LetsBunniesComeToRest) {
  BenchArguments arguments;
  arguments.scenes = {"bunnies-4"};
  arguments.cap = 600;
  const Comparison comparison = compare({stiction_engines(), {}}, arguments, {});
  ASSERT_EQ(comparison.results.size(), 1u);
  EXPECT_EQ(comparison.results[0].status, "rests");
  EXPECT_TRUE(is_poured(comparison.results[0]));
  EXPECT_LT(comparison.results[0].penetration, 1e-5);
  EXPECT_GT(comparison.results[0].drift, 0.01);
}

}  // namespace
}  // namespace stiction::bench
