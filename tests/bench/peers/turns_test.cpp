// Engines that take turns: those that end, and those that fail in all the ways there are.
#include "bench/peers/turns.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "base/error.h"

namespace stiction::bench {
namespace {

// Counts its turns, and does what it is told in its third.
class Counting : public Trial {
 public:
  explicit Counting(std::function<bool()> third) : third_(std::move(third)) {}
  bool advance(double) override { return ++turns_ == 3 && third_(); }
  Result result() const override {
    Result result;
    result.steps = turns_;
    result.time = turns_;
    return result;
  }

 private:
  std::function<bool()> third_;
  int turns_ = 0;
};

Contender contender(const std::function<bool()>& third) {
  return {Result{}, [third] { return std::make_unique<Counting>(third); }};
}

TEST(Turns, RunEveryoneToTheEnd) {
  const auto results = take_turns({contender([] { return true; }), contender([] { return true; })}, {.cap = 20});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0].steps, 3);
  EXPECT_EQ(results[1].steps, 3);
}

TEST(Turns, AreTakenOneByOne) {
  std::vector<double> order;
  TurnsSettings settings{.cap = 20};
  settings.progress = [&](const Result& result) { order.push_back(result.time); };
  take_turns({contender([] { return true; }), contender([] { return true; })}, settings);
  EXPECT_EQ(order, (std::vector<double>{1, 1, 2, 2, 3, 3}));
}

TEST(Turns, KeepWhatWasKnownOfOneThatCrashes) {
  const auto results =
      take_turns({contender([]() -> bool { std::abort(); }), contender([] { return true; })}, {.cap = 20});
  EXPECT_EQ(results[0].status, "failed");
  EXPECT_EQ(results[0].steps, 2);
  EXPECT_NE(results[0].error.find("Aborted"), std::string::npos) << results[0].error;
  EXPECT_EQ(results[1].steps, 3);
}

TEST(Turns, TellErrorsFromShapesThatAnEngineDoesNotHave) {
  const auto results = take_turns({contender([]() -> bool { throw std::runtime_error("no memory"); }),
                                   {Result{}, []() -> std::unique_ptr<Trial> { throw InputError("no hulls"); }}},
                                  {.cap = 20});
  EXPECT_EQ(results[0].status, "failed");
  EXPECT_EQ(results[0].error, "no memory");
  EXPECT_EQ(results[1].status, "absent");
  EXPECT_EQ(results[1].error, "no hulls");
}

TEST(Turns, CutOneThatDoesNotComeBackFromAStep) {
  const auto results = take_turns({contender([]() -> bool {
                                    for (;;) ::pause();
                                  })},
                                  {.cap = 0.3});
  EXPECT_EQ(results[0].status, "cut");
  EXPECT_EQ(results[0].steps, 2);
}

// What a cut engine holds would be missed by those that go on.
TEST(Turns, LeaveNothingOfOneThatIsCut) {
  auto* process =
      static_cast<pid_t*>(::mmap(nullptr, sizeof(pid_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(process, MAP_FAILED);
  const auto hang = [process]() -> bool {
    *process = ::getpid();
    for (;;) ::pause();
  };
  const auto look = [process]() -> bool {
    if (::kill(*process, 0) == 0) throw std::runtime_error("it is still there");
    return true;
  };
  const auto results = take_turns({contender(hang), contender(look)}, {.cap = 0.3});
  EXPECT_EQ(results[0].status, "cut");
  EXPECT_GT(*process, 0);
  EXPECT_EQ(results[1].error, "");
  EXPECT_EQ(results[1].steps, 3);
  ::munmap(process, sizeof(pid_t));
}

TEST(Turns, EndWhenTheyAreStopped) {
  int turns = 0;
  TurnsSettings settings{.cap = 20};
  settings.stop = [&] { return ++turns == 2 + 4; };  // both are prepared first
  const auto results = take_turns({contender([] { return false; }), contender([] { return false; })}, settings);
  for (const Result& result : results) {
    EXPECT_EQ(result.steps, 2);
    EXPECT_EQ(result.status, "stopped");
  }
}

TEST(Turns, DoNotCountTheMakingOfAWorld) {
  const auto slow = [] {
    ::usleep(400000);
    return std::make_unique<Counting>([] { return true; });
  };
  const auto results = take_turns({{Result{}, slow}}, {.cap = 0.2});
  EXPECT_EQ(results[0].steps, 3);
}

}  // namespace
}  // namespace stiction::bench
