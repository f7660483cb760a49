// What may be sent before the client is seen to have taken what was sent before.
#include "server/flow_window.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

namespace stiction {
namespace {

TEST(FlowWindow, ClosesAtItsLimitAndOpensWithTheAnswer) {
  FlowWindow window(2);
  EXPECT_FALSE(window.wants_ping());
  window.add();
  EXPECT_TRUE(window.wants_ping());
  window.ping_sent();
  EXPECT_FALSE(window.wants_ping());  // one at a time
  window.add();
  EXPECT_FALSE(window.is_open());
  window.ping_answered();  // for the first alone
  EXPECT_TRUE(window.is_open());
  EXPECT_TRUE(window.wants_ping());
  window.ping_answered();  // an answer to nothing
  window.add();
  EXPECT_FALSE(window.is_open());
}

// Against a pipe that delivers in order: never more under way than the limit, and never stuck.
RC_GTEST_PROP(FlowWindow, KeepsToItsLimitAndNeverSticks, (std::vector<bool> delivers)) {
  const auto limit = *rc::gen::inRange(1, 10);
  FlowWindow window(limit);
  std::deque<bool> pipe;  // true: a ping
  int underway = 0;
  const auto ask = [&] {
    if (!window.wants_ping()) return;
    window.ping_sent();
    pipe.push_back(true);
  };
  const auto deliver = [&] {
    const bool is_ping = pipe.front();
    pipe.pop_front();
    if (!is_ping) return void(--underway);
    window.ping_answered();
    ask();
  };
  for (const bool delivered : delivers) {
    if (delivered && !pipe.empty()) {
      deliver();
    } else if (window.is_open()) {
      window.add();
      pipe.push_back(false);
      ++underway;
      ask();
    }
    RC_ASSERT(underway <= limit);
  }
  while (!pipe.empty()) deliver();
  RC_ASSERT(window.is_open());
}

}  // namespace
}  // namespace stiction
