#include "scenes/verdict.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

enum class Verdict { kPass, kFail, kNotJudged };

Verdict of(RunExtent extent, bool passed, bool settled, double to, double time = 2) {
  Expectation expectation;
  expectation.to = to;
  const ExpectationResult result = verdict(expectation, {"text", 1, passed, settled}, {extent, time, 0.1});
  EXPECT_FALSE(result.passed && !result.judged);
  if (!result.judged) return Verdict::kNotJudged;
  return result.passed ? Verdict::kPass : Verdict::kFail;
}

constexpr double kOpen = Expectation::kUnlimited;

TEST(Verdict, OfAWholeRunIsTheMonitorsOwn) {
  for (const double to : {1.0, 5.0, kOpen}) {
    EXPECT_EQ(of(RunExtent::kWhole, true, false, to), Verdict::kPass);
    EXPECT_EQ(of(RunExtent::kWhole, false, false, to), Verdict::kFail);
  }
}

TEST(Verdict, OfAStoppedRunIsWhatIsSettledOrOver) {
  for (const bool passed : {false, true}) {
    const Verdict clear = passed ? Verdict::kPass : Verdict::kFail;
    EXPECT_EQ(of(RunExtent::kStopped, passed, false, 1), clear) << "the window is over";
    EXPECT_EQ(of(RunExtent::kStopped, passed, true, kOpen), clear);
    EXPECT_EQ(of(RunExtent::kStopped, passed, false, kOpen), Verdict::kNotJudged);
    EXPECT_EQ(of(RunExtent::kStopped, passed, false, 5), Verdict::kNotJudged);
  }
}

TEST(Verdict, OfAShortenedRunPassesWhatHoldsUnlessItsWindowClosesLater) {
  EXPECT_EQ(of(RunExtent::kShortened, true, false, kOpen), Verdict::kPass);
  EXPECT_EQ(of(RunExtent::kShortened, true, false, 5), Verdict::kNotJudged);
  EXPECT_EQ(of(RunExtent::kShortened, false, false, kOpen), Verdict::kNotJudged);
  EXPECT_EQ(of(RunExtent::kShortened, false, true, kOpen), Verdict::kFail);
  EXPECT_EQ(of(RunExtent::kShortened, false, false, 2), Verdict::kFail);
}

TEST(Verdict, AFailedRunKeepsNoPromise) {
  EXPECT_EQ(of(RunExtent::kFailed, true, true, 1), Verdict::kFail);
  const ExpectationResult unseen = verdict({}, {"text", 1, false, false, false}, {RunExtent::kFailed, 2, 0.1});
  EXPECT_TRUE(unseen.judged);
}

TEST(Verdict, AWindowIsOverWhenTheNextStepEndsBehindIt) {
  EXPECT_EQ(of(RunExtent::kStopped, true, false, 2.05, 2), Verdict::kPass);
  EXPECT_EQ(of(RunExtent::kStopped, true, false, 2.1, 2), Verdict::kNotJudged);
  EXPECT_EQ(of(RunExtent::kStopped, true, false, 2.1, 2.1 - 1e-12), Verdict::kPass);
}

TEST(Verdict, TheTextSaysWhyNothingIsJudged) {
  EXPECT_EQ(verdict({}, {"stays", 1, true}, {RunExtent::kStopped, 2, 0.1}).text, "stays; the run was stopped at 2 s");
  EXPECT_EQ(verdict({}, {"stays", 1, false}, {RunExtent::kShortened, 2, 0.1}).text,
            "stays; the run was cut short at 2 s");
}

}  // namespace
}  // namespace stiction
