// Clients that behave: hello, messages, frames, several at once, coming and going.
#include "server/server_test.h"

#include "base/error.h"

namespace stiction {
namespace {

TEST(Stream, WelcomesWithDescriptionStatusAndFrame) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  source.send_status(R"({"type":"status","playing":false})");
  source.send_frame("the frame");
  WebSocket client(server.port());
  ASSERT_EQ(client.status(), 101);
  client.send(hello());
  EXPECT_EQ(client.next().payload, R"({"type":"description","description":{}})");
  EXPECT_EQ(client.next().payload, R"({"type":"status","playing":false})");
  const SocketMessage frame = client.next();
  EXPECT_EQ(frame.opcode, Opcode::kBinary);
  EXPECT_EQ(frame.payload, "the frame");
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.clients() == 1; }));
  EXPECT_EQ(server.figures().clients_total, 1U);
}

TEST(Stream, AnswersEveryMessageInOrder) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  for (int i = 0; i < 500; ++i) client.send(R"({"type":"step","id":)" + std::to_string(i) + "}");
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(client.next().payload, R"({"type":"reply","of":{"type":"step","id":)" + std::to_string(i) + "}}");
  }
}

TEST(Stream, TwoClientsGetTheSameFramesAndTheirOwnAnswers) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket one = welcomed_client(server.port());
  WebSocket two = welcomed_client(server.port());
  source.send_frame("frame");
  EXPECT_EQ(one.next(Opcode::kBinary).payload, "frame");
  EXPECT_EQ(two.next(Opcode::kBinary).payload, "frame");
  one.send(R"({"id":1})");
  two.send(R"({"id":2})");
  EXPECT_EQ(one.next().payload, R"({"type":"reply","of":{"id":1}})");
  EXPECT_EQ(two.next().payload, R"({"type":"reply","of":{"id":2}})");
  source.send_to_all(StreamMessage::text(R"({"type":"news"})"));
  EXPECT_EQ(one.next().payload, R"({"type":"news"})");
  EXPECT_EQ(two.next().payload, R"({"type":"news"})");
}

TEST(Stream, TellsTheSourceWhoHasGone) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  int id = 0;
  {
    WebSocket client = welcomed_client(server.port());
    client.send("{}");
    ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 1; }));
    id = source.messages().front().first;
  }  // without a word
  EXPECT_TRUE(source.wait_until([&](FakeSource& s) { return s.gone() == std::vector<int>{id} && s.clients() == 0; }));
  WebSocket polite = welcomed_client(server.port());
  polite.send(Opcode::kClose, std::string("\x03\xe8", 2));
  EXPECT_EQ(polite.next_close().close_code, 1000);
  EXPECT_TRUE(source.wait_until([&](FakeSource& s) { return s.gone().size() == 2; }));
  EXPECT_EQ(server.figures().messages_refused, 0U);
}

TEST(Stream, TakesNoMoreClientsThanTheCap) {
  FakeSource source;
  ServerOptions options = test_options();
  options.max_clients = 2;
  const StreamServer server(options, source);
  {
    WebSocket one = welcomed_client(server.port());
    WebSocket two = welcomed_client(server.port());
    WebSocket three(server.port());
    three.send(hello());
    const SocketMessage end = three.next_close();
    EXPECT_EQ(end.close_code, 1013);
    EXPECT_EQ(end.payload, "2 clients are connected already; close one");
    one.send("{}");
    EXPECT_NE(one.next_text("reply").payload, "");
  }
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.clients() == 0; }));
  welcomed_client(server.port());
}

TEST(Stream, LoadsStatesLargerThanOtherMessages) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  const std::string load = R"({"id":1,"type":"load","state":")" + std::string(5 << 20, 'A') + "\"}";
  client.send(load);
  EXPECT_EQ(client.next().payload, R"({"type":"reply","of":)" + load + "}");
}

// Reading megabytes takes its time, which is not the network's: the source finds out.
TEST(Stream, LeavesItToTheSourceToReadLargeMessages) {
  FakeSource source(/*answers=*/false);
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  const std::string broken = R"({"id":1,"type":"load","state":")" + std::string(5 << 20, 'A');
  client.send(broken);
  EXPECT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 1; }));
  source.answer_kept();
  EXPECT_NE(client.next_text("reply").payload, "");
}

TEST(Stream, PutsFragmentsTogether) {
  FakeSource source;
  const StreamServer server(test_options(), source);
  WebSocket client = welcomed_client(server.port());
  client.raw().send(client_frame(0x01, R"({"id")"));
  client.send(Opcode::kPing, "in between");
  client.raw().send(client_frame(0x80, ":1}"));
  EXPECT_EQ(client.next_text("reply").payload, R"({"type":"reply","of":{"id":1}})");
}

TEST(Stream, SaysGoodbyeAndCanStartAgainOnTheSamePort) {
  FakeSource source;
  auto server = std::make_unique<StreamServer>(test_options(), source);
  ServerOptions again = test_options();
  again.port = server->port();
  WebSocket client = welcomed_client(server->port());
  std::thread reader([&] {
    const SocketMessage end = client.next_close();
    EXPECT_EQ(end.close_code, 1001);
    EXPECT_EQ(end.payload, "the program ends");
  });
  server.reset();
  reader.join();
  for (int i = 0; i < 5; ++i) {
    const StreamServer restarted(again, source);
    EXPECT_EQ(restarted.port(), again.port);
    welcomed_client(restarted.port());
  }
}

TEST(Stream, EndsWithClientsOfEveryKindStillThere) {
  FakeSource source(/*answers=*/false);
  ServerOptions options = test_options();
  options.close_timeout = std::chrono::milliseconds(100);
  auto server = std::make_unique<StreamServer>(options, source);
  RawSocket silent(server->port());
  WebSocket without_hello(server->port());
  WebSocket deaf = welcomed_client(server->port());
  deaf.raw().shrink_receive_buffer();
  source.send_frame(std::string(8 << 20, 'x'));
  WebSocket waiting = welcomed_client(server->port());
  waiting.send("{}");
  ASSERT_TRUE(source.wait_until([](FakeSource& s) { return s.messages().size() == 1; }));
  server.reset();
  source.answer_kept();  // for a server that is gone
}

TEST(Stream, RefusesAPortThatIsTakenOrTakesAnother) {
  FakeSource source;
  const StreamServer first(test_options(), source);
  ServerOptions options = test_options();
  options.port = first.port();
  EXPECT_THROW(StreamServer(options, source), InputError);
  options.port_may_change = true;
  const StreamServer second(options, source);
  EXPECT_NE(second.port(), first.port());
  welcomed_client(second.port());
}

TEST(Stream, RefusesAddressesThatAreNone) {
  FakeSource source;
  ServerOptions options = test_options();
  for (const char* address : {"localhost", "", "300.1.1.1", "192.0.2.1"}) {  // the last is nobody's
    options.address = address;
    EXPECT_THROW(StreamServer(options, source), InputError) << address;
  }
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_FALSE(is_loopback("192.168.1.5"));
  EXPECT_THROW(is_loopback("here"), InputError);
}

TEST(Stream, TheAddressToOpenHasTheTokenInItsFragment) {
  FakeSource source;
  ServerOptions options = test_options();
  const StreamServer server(options, source);
  EXPECT_EQ(server.url(), "http://127.0.0.1:" + std::to_string(server.port()) + "/#" + kToken);
  options.address = "0.0.0.0";
  const StreamServer open(options, source);
  EXPECT_EQ(open.url(), "http://127.0.0.1:" + std::to_string(open.port()) + "/#" + kToken);
}

}  // namespace
}  // namespace stiction
