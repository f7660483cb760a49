#include "server/access.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "server/incoming.h"
#include "server/send_queue.h"

namespace stiction {
namespace {

TEST(Token, Has128BitsAndIsNewEveryTime) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(new_token());
  EXPECT_EQ(tokens.size(), 100U);
  for (const std::string& token : tokens) {
    EXPECT_EQ(token.size(), 32U);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

RC_GTEST_PROP(Token, ComparesLikeTexts, (const std::string& a, const std::string& b)) {
  RC_ASSERT(same_secret(a, a));
  RC_ASSERT(same_secret(a, b) == (a == b));
}

TEST(HostAllowList, AllowsThisMachineWithThePort) {
  const HostAllowList hosts("127.0.0.1", 8765);
  for (const char* host : {"localhost:8765", "LocalHost:8765", "127.0.0.1:8765", "[::1]:8765"}) {
    EXPECT_TRUE(hosts.allows_host(host)) << host;
    EXPECT_TRUE(hosts.allows_origin(std::string("http://") + host)) << host;
    EXPECT_FALSE(hosts.allows_origin(std::string("https://") + host)) << host;
    EXPECT_FALSE(hosts.allows_origin(host)) << host;
  }
  for (const char* host :
       {"", ":8765", "localhost", "127.0.0.1", "localhost:80", "localhost:87650", "127.0.0.1:876", "evil.example:8765",
        "localhost.evil.example:8765", "127.0.0.1.evil.example:8765", "192.168.1.5:8765", "user@localhost:8765",
        "localhost:8765:8765", "localhost:8765 ", "0.0.0.0:8765", "2130706433:8765", "[::ffff:127.0.0.1]:8765"}) {
    EXPECT_FALSE(hosts.allows_host(host)) << host;
    EXPECT_FALSE(hosts.allows_origin(std::string("http://") + host)) << host;
  }
  for (const char* origin :
       {"null", "", "file://", "http://", "http://localhost:8765/", "http://localhost:8765.evil"}) {
    EXPECT_FALSE(hosts.allows_origin(origin)) << origin;
  }
}

TEST(HostAllowList, NeedsNoPortWhereItIsTheUsualOne) {
  const HostAllowList hosts("127.0.0.1", 80);
  EXPECT_TRUE(hosts.allows_host("localhost"));
  EXPECT_TRUE(hosts.allows_host("localhost:80"));
  EXPECT_FALSE(hosts.allows_host("localhost:8080"));
}

TEST(HostAllowList, AllowsTheAddressItIsBoundTo) {
  EXPECT_TRUE(HostAllowList("192.168.1.5", 8765).allows_host("192.168.1.5:8765"));
  EXPECT_FALSE(HostAllowList("192.168.1.5", 8765).allows_host("192.168.1.6:8765"));
  EXPECT_TRUE(HostAllowList("fe80::1", 8765).allows_host("[fe80::1]:8765"));
}

TEST(HostAllowList, BoundToEveryAddressAllowsNumbersButNoNames) {
  for (const char* everything : {"0.0.0.0", "::"}) {
    const HostAllowList hosts(everything, 8765);
    EXPECT_TRUE(hosts.allows_host("192.168.1.6:8765"));
    EXPECT_TRUE(hosts.allows_host("[2001:db8::1]:8765"));
    EXPECT_FALSE(hosts.allows_host("evil.example:8765"));
    EXPECT_FALSE(hosts.allows_host("192.168.1.6.evil.example:8765"));
    EXPECT_FALSE(hosts.allows_host("192.168.1.6:8766"));
  }
}

TEST(Incoming, FindsTheTokenOfAHelloOnly) {
  EXPECT_EQ(token_of_hello(R"({"type":"hello","token":"abc"})"), "abc");
  EXPECT_EQ(token_of_hello(R"({"token":"abc","type":"hello","more":1})"), "abc");
  for (const char* text : {"", "{}", "[]", "hello", R"({"type":"hello"})", R"({"type":"hello","token":7})",
                           R"({"type":"play","token":"abc"})", R"({"token":"abc"})",
                           R"({"type":["hello"],"token":"a"})", R"({"type":"hello","token":"abc"}x)"}) {
    EXPECT_FALSE(token_of_hello(text)) << text;
  }
}

TEST(Incoming, KnowsTheTypeHoweverItIsWritten) {
  const std::pair<const char*, const char*> messages[] = {
      {R"({"type":"save","id":1})", "save"},
      {R"({"id":{"type":"load"},"list":[{"type":"load"}],"type":"save"})", "save"},
      {R"({"\u0074ype":"\u0073ave"})", "save"},
      {R"({"type":"play","type":"save"})", "save"},
      {R"({"type":"save","type":["play"]})", ""},
      {R"({"type":["save"]})", ""},
      {R"({"type":7})", ""},
      {R"({"a":"type"})", ""},
      {"{}", ""},
  };
  for (const auto& [message, type] : messages) EXPECT_EQ(message_type(message), type) << message;
}

TEST(Incoming, TellsJsonObjectsFromTheRest) {
  EXPECT_TRUE(message_type("{}").has_value());
  EXPECT_TRUE(message_type(" \n{\"a\": [1, 2]} ").has_value());
  EXPECT_TRUE(message_type("{\"a\": [1e999, -1e999]}").has_value());  // the source says what is wrong with it
  for (const char* text :
       {"", " ", "[]", "1", "null", "{", "{}{}", "{'a':1}", "{\"a\":NaN}", "\xff", "{\"a\":\"\xff\"}"}) {
    EXPECT_FALSE(message_type(text).has_value()) << text;
  }
  EXPECT_FALSE(message_type(std::string(60000, '[')).has_value());
  EXPECT_FALSE(message_type("{\"a\":" + std::string(60000, '[')).has_value());  // deep, and no end
  EXPECT_TRUE(message_type("{\"a\":" + std::string(30000, '[') + std::string(30000, ']') + "}").has_value());
}

TEST(Incoming, TheBucketHoldsASecondAndFillsSteadily) {
  RateLimit::Clock::time_point now{};
  RateLimit limit(10, now);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(limit.take(now));
  EXPECT_FALSE(limit.take(now));
  now += std::chrono::milliseconds(250);
  EXPECT_TRUE(limit.take(now));
  EXPECT_TRUE(limit.take(now));
  EXPECT_FALSE(limit.take(now));
  now += std::chrono::hours(1);
  int taken = 0;
  while (limit.take(now)) ++taken;
  EXPECT_EQ(taken, 10);
}

TEST(SendQueue, KeepsAnswersAndTheNewestOfTheRest) {
  SendQueue queue;
  EXPECT_FALSE(queue.next(true));
  const auto bytes = [](const char* text) { return std::make_shared<const std::string>(text); };
  EXPECT_FALSE(queue.set_frame(bytes("frame 1")));
  EXPECT_TRUE(queue.set_frame(bytes("frame 2")));
  queue.set_status(bytes("status 1"));
  queue.set_status(bytes("status 2"));
  queue.add(StreamMessage::text("answer 1"));
  queue.add(StreamMessage::chunk("answer 2"));
  EXPECT_EQ(queue.message_count(), 2U);
  std::string order;
  const auto take = [&](bool in_window) {
    while (const auto message = queue.next(in_window)) order += *message->bytes + (message->binary ? " b, " : " t, ");
  };
  take(false);
  EXPECT_EQ(order, "answer 1 t, answer 2 b, ");  // never held back
  take(true);
  EXPECT_EQ(order, "answer 1 t, answer 2 b, status 2 t, frame 2 b, ");
  EXPECT_FALSE(queue.set_frame(bytes("frame 3")));  // the one before was sent
}

}  // namespace
}  // namespace stiction
