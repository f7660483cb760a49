// Clients that do not read, do not answer, or ask more than is answered: they cost nobody anything.
#include <atomic>

#include "server/server_test.h"

namespace stiction {
namespace {

using Clock = std::chrono::steady_clock;

TEST(SlowClient, LosesFramesWhileOthersGetThem) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket deaf = welcomed_client(server.port());
  WebSocket witness = welcomed_client(server.port());
  deaf.raw().shrink_receive_buffer();
  constexpr int kFrames = 200;
  const std::string body(1 << 20, 'x');
  for (int i = 0; i < kFrames; ++i) {
    source.send_frame(std::to_string(i) + body);
    const std::string frame = witness.next(Opcode::kBinary).payload;  // each of them: nothing waits for the deaf
    ASSERT_EQ(frame.substr(0, frame.find('x')), std::to_string(i));
  }
  EXPECT_GE(server.figures().frames_dropped, 150U);
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.dropped() >= 150; }));
  // It hears again: what was on its way, then the newest.
  std::string number;
  int heard = 0;
  while (number != std::to_string(kFrames - 1)) {
    const std::string frame = deaf.next(Opcode::kBinary).payload;
    ASSERT_FALSE(frame.empty());
    number = frame.substr(0, frame.find('x'));
    ++heard;
  }
  EXPECT_LE(heard, 50);
}

TEST(SlowClient, NeverMakesTheSourceWait) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket deaf = welcomed_client(server.port());
  deaf.raw().shrink_receive_buffer();
  const auto frame = std::string(4 << 20, 'x');
  for (int i = 0; i < 20; ++i) source.send_frame(frame);
  ASSERT_TRUE(eventually([&] { return server.figures().frames_dropped > 0; }));
  const auto start = Clock::now();
  for (int i = 0; i < 10000; ++i) source.send_status("{}");
  for (int i = 0; i < 10000; ++i) source.send_frame("frame");
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
  EXPECT_GE(server.figures().frames_dropped, 9000U);
}

TEST(SlowClient, IsNotReadFurtherThanItIsAnswered) {
  FakeSource source(/*answers=*/false);
  ServerOptions options = test_options();
  options.max_unanswered = 4;
  const StreamServer server(options, source);
  WebSocket client = welcomed_client(server.port());
  for (int i = 0; i < 10; ++i) client.send("{}");
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 4; }));
  WebSocket other = welcomed_client(server.port());  // a round trip: whatever was to be read has been read
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 4; }));
  source.answer_kept();
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 8; }));
  source.answer_kept();
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 10; }));
  source.answer_kept();
  for (int i = 0; i < 10; ++i) EXPECT_NE(client.next_text("reply").payload, "");
}

TEST(SlowClient, LargeMessagesAreAnsweredOneAtATime) {
  FakeSource source(/*answers=*/false);
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  std::thread sender([&] {  // stands still while it is not read
    const std::string load = R"({"type":"load","state":")" + std::string(900 << 10, 'A') + "\"}";
    for (int i = 0; i < 10; ++i) client.send(load);
  });
  for (std::size_t count = 1; count <= 10; ++count) {
    ASSERT_TRUE(source.wait_until([&](FakeSource& s) { return s.messages().size() == count; })) << count;
    WebSocket other = welcomed_client(server.port());  // a round trip: whatever was to be read has been read
    EXPECT_EQ(source.message_count(), count);
    source.answer_kept();
  }
  sender.join();
}

TEST(SlowClient, LargeAnswersComeOneAtATime) {
  FakeSource source(/*answers=*/false);
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  constexpr std::size_t kSaves = 20;
  for (int i = 0; i < 5; ++i) client.send(R"({"type":"play"})");
  for (std::size_t i = 0; i < kSaves; ++i) client.send(i % 2 == 0 ? R"({"type":"save"})" : R"({"type":"\u0073ave"})");
  for (std::size_t count = 6; count < 6 + kSaves; ++count) {
    ASSERT_TRUE(source.wait_until([&](FakeSource& s) { return s.messages().size() == count; })) << count;
    WebSocket other = welcomed_client(server.port());
    EXPECT_EQ(source.message_count(), count);
    source.answer_kept();
  }
}

// As many as fit into the buffers of two operating systems, one on its way there, and one that waits.
TEST(SlowClient, ThatDoesNotReadItsLargeAnswersGetsFewOfThem) {
  FakeSource source;
  source.lengthen_answers(std::size_t{2} << 20);
  const StreamServer server(test_options(), source);
  WebSocket deaf = welcomed_client(server.port());
  deaf.raw().shrink_receive_buffer();
  constexpr int kSaves = 10;
  for (int i = 0; i < kSaves; ++i) deaf.send(R"({"type":"save"})");
  for (int i = 0; i < 20; ++i) {  // all the time that they may want
    WebSocket other = welcomed_client(server.port());
    other.send(R"({"type":"play"})");
    EXPECT_NE(other.next_text("reply").payload, "");
  }
  EXPECT_LE(source.message_count(), 20U + 4U);
  for (int i = 0; i < kSaves; ++i) EXPECT_NE(deaf.next_text("reply").payload, "") << i;
}

TEST(SlowClient, IsLetGoWhenItShowsNoSignOfLife) {
  FakeSource source;
  ServerOptions options = test_options();
  options.idle_timeout = std::chrono::milliseconds(600);
  options.close_timeout = std::chrono::milliseconds(100);
  const StreamServer server(options, source);
  WebSocket dead = welcomed_client(server.port());
  WebSocket alive = welcomed_client(server.port());
  dead.answers_pings = false;
  std::thread reader([&] {  // answers pings
    alive.next_close();
  });
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.gone().size() == 1; }));
  EXPECT_EQ(dead.next_close().close_code, 0);
  std::this_thread::sleep_for(2 * options.idle_timeout);
  EXPECT_EQ(server.figures().clients, 1U);
  alive.send(Opcode::kClose, std::string("\x03\xe8", 2));
  reader.join();
}

// As a page does that takes long to draw: it takes what came, bit by bit, and pings are answered in their turn.
TEST(SlowClient, StaysConnectedAndSeesWhatIsNew) {
  FakeSource source;
  ServerOptions options = test_options();
  options.idle_timeout = std::chrono::milliseconds(1000);
  const StreamServer server(options, source);
  WebSocket slow = welcomed_client(server.port());
  std::atomic<bool> ends{false};
  std::atomic<int> sent{0};
  std::thread sender([&] {
    const std::string body(20 << 10, 'x');
    while (!ends) {
      source.send_frame(std::to_string(++sent) + body);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  int furthest_behind = 0;
  for (const auto end = Clock::now() + 4 * options.idle_timeout; Clock::now() < end;) {
    const std::string frame = slow.next(Opcode::kBinary).payload;
    EXPECT_FALSE(frame.empty()) << "the connection was cut";
    if (frame.empty()) break;
    furthest_behind = std::max(furthest_behind, sent - std::stoi(frame));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ends = true;
  sender.join();
  EXPECT_LT(furthest_behind, 400);  // 0.2 s of frames wait before it, and a loaded machine may take a little
  EXPECT_EQ(server.figures().clients, 1U);
}

TEST(SlowClient, IsNotBlamedForASourceThatTakesLong) {
  FakeSource source(/*answers=*/false);
  ServerOptions options = test_options();
  options.max_unanswered = 4;
  options.idle_timeout = std::chrono::milliseconds(300);
  const StreamServer server(options, source);
  WebSocket client = welcomed_client(server.port());
  for (int i = 0; i < 10; ++i) client.send("{}");
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 4; }));
  std::this_thread::sleep_for(4 * options.idle_timeout);
  EXPECT_EQ(server.figures().clients, 1U);
  source.answer_kept();
  EXPECT_NE(client.next_text("reply").payload, "");
}

TEST(SlowClient, ThatNeverReadsIsLetGoToo) {
  FakeSource source;
  ServerOptions options = test_options();
  options.idle_timeout = std::chrono::milliseconds(300);
  options.close_timeout = std::chrono::milliseconds(100);
  const StreamServer server(options, source);
  WebSocket deaf = welcomed_client(server.port());
  deaf.raw().shrink_receive_buffer();
  source.send_frame(std::string(16 << 20, 'x'));
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.gone().size() == 1; }));
}

}  // namespace
}  // namespace stiction
