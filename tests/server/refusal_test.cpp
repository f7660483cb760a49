// Clients that do not behave: each is closed with a reason and counted, and nobody else notices.
#include "server/server_test.h"

namespace stiction {
namespace {

class RefusalTest : public testing::Test {
 protected:
  void TearDown() override {  // the server is as good as new
    WebSocket client = welcomed_client(server_.port());
    client.send("{}");
    EXPECT_NE(client.next_text("reply").payload, "");
  }
  static ServerOptions quick_options() {
    ServerOptions options = test_options();
    options.max_load = 1 << 20;
    options.message_rate = 20000;
    return options;
  }
  // Sends after hello, and says how the connection ends.
  SocketMessage end_after(Opcode opcode, std::string_view payload) {
    WebSocket client = welcomed_client(server_.port());
    client.send(opcode, payload);
    return client.next_close();
  }

  FakeSource source_;
  StreamServer server_{quick_options(), source_};
};

TEST_F(RefusalTest, WrongToken) {
  for (const std::string& token : {std::string(), std::string(32, '0'), std::string(kToken) + "0"}) {
    WebSocket client(server_.port());
    client.send(hello(token));
    const SocketMessage end = client.next_close();
    EXPECT_EQ(end.close_code, 1008);
    EXPECT_EQ(end.payload, "wrong token: open the address that the program printed last");
  }
  EXPECT_EQ(server_.figures().messages_refused, 3U);
}

TEST_F(RefusalTest, SomethingElseThanHello) {
  for (const char* text : {R"({"type":"play","id":1})", "{}", "hello", ""}) {
    WebSocket client(server_.port());
    client.send(text);
    EXPECT_EQ(client.next_close().close_code, 1008) << text;
  }
  EXPECT_TRUE(source_.messages().empty());
}

TEST_F(RefusalTest, WrongHostOrOrigin) {
  const std::string port = std::to_string(server_.port());
  EXPECT_EQ(WebSocket(server_.port(), "evil.example:" + port).status(), 403);
  EXPECT_EQ(WebSocket(server_.port(), "localhost").status(), 403);
  EXPECT_EQ(WebSocket(server_.port(), "", "http://evil.example").status(), 403);
  EXPECT_EQ(WebSocket(server_.port(), "", "null").status(), 403);
  EXPECT_EQ(WebSocket(server_.port(), "", "http://localhost:1").status(), 403);
  EXPECT_EQ(WebSocket(server_.port(), "", "http://localhost:" + port).status(), 101);
  EXPECT_EQ(WebSocket(server_.port(), "localhost:" + port, "http://127.0.0.1:" + port).status(), 101);
  EXPECT_EQ(server_.figures().requests_refused, 5U);
}

TEST_F(RefusalTest, NotJson) {
  for (const char* text : {"play", "", "{", "[1]", "{\"a\":NaN}"}) {
    const SocketMessage end = end_after(Opcode::kText, text);
    EXPECT_EQ(end.close_code, 1007) << text;
    EXPECT_EQ(end.payload, "the message is not a JSON object");
  }
  EXPECT_EQ(server_.figures().messages_refused, 5U);
  EXPECT_TRUE(source_.messages().empty());
}

TEST_F(RefusalTest, NotUtf8) {
  EXPECT_EQ(end_after(Opcode::kText, "{\"a\":\"\xff\xfe\"}").close_code, 1007);
  EXPECT_TRUE(eventually([&] { return server_.figures().messages_refused == 1; }));
}

TEST_F(RefusalTest, Binary) {
  EXPECT_EQ(end_after(Opcode::kBinary, "{}").close_code, 1003);
  EXPECT_EQ(server_.figures().messages_refused, 1U);
}

TEST_F(RefusalTest, TooLarge) {
  const std::string large = R"({"type":"play","more":")" + std::string(65536, 'x') + "\"}";
  EXPECT_EQ(end_after(Opcode::kText, large).close_code, 1009);
  EXPECT_EQ(end_after(Opcode::kText, std::string(50 << 20, '{')).close_code, 1009);
  EXPECT_EQ(end_after(Opcode::kText, R"({"type":"load","state":")" + std::string(2 << 20, 'x') + "\"}").close_code,
            1009);
  WebSocket stranger(server_.port());
  stranger.send(R"({"type":"load","state":")" + std::string(100000, 'x') + "\"}");
  EXPECT_EQ(stranger.next_close().close_code, 1009);
  EXPECT_EQ(server_.figures().messages_refused, 4U);
}

TEST_F(RefusalTest, AMessageInEndlessFragments) {
  WebSocket client = welcomed_client(server_.port());
  const std::string part(1000, ' ');
  client.raw().send(client_frame(0x01, "{"));
  for (int i = 0; i < 100; ++i) client.raw().send(client_frame(0x00, part));
  EXPECT_EQ(client.next_close().close_code, 1009);
}

TEST_F(RefusalTest, FramesAgainstTheProtocol) {
  for (const std::string& bytes : {std::string("\x81\x02{}", 4),                // not masked
                                   client_frame(0x83, "{}"),                    // opcode that means nothing
                                   client_frame(0xF1, "{}"),                    // reserved bits
                                   client_frame(0x80, "{}"),                    // goes on with nothing
                                   client_frame(0x89, std::string(200, 'x'))})  // a ping that is too long
  {
    WebSocket client = welcomed_client(server_.port());
    client.raw().send(bytes);
    EXPECT_EQ(client.next_close().close_code, 1002);
  }
  EXPECT_TRUE(eventually([&] { return server_.figures().messages_refused == 5; }));
}

TEST_F(RefusalTest, AFloodOfBadMessages) {
  WebSocket witness = welcomed_client(server_.port());
  WebSocket client = welcomed_client(server_.port());
  std::string flood;
  for (int i = 0; i < 10000; ++i) flood += client_frame(0x81, "no JSON, number " + std::to_string(i));
  client.raw().send(flood);
  EXPECT_EQ(client.next_close().close_code, 1007);
  source_.send_frame("frame");
  EXPECT_EQ(witness.next(Opcode::kBinary).payload, "frame");
  EXPECT_EQ(server_.figures().messages_refused, 1U);
}

TEST_F(RefusalTest, AFloodOfConnectionsThatAreRefused) {
  WebSocket witness = welcomed_client(server_.port());
  for (int i = 0; i < 1000; ++i) {
    WebSocket client(server_.port());
    client.send("bad");
    if (i % 2 == 0) {
      EXPECT_EQ(client.next_close().close_code, 1008);
    }
  }
  witness.send("{}");
  EXPECT_NE(witness.next_text("reply").payload, "");
}

TEST_F(RefusalTest, SomethingSentBeforeTheHandshakeIsOver) {
  RawSocket socket(server_.port());
  const std::string host = "localhost:" + std::to_string(server_.port());
  socket.send(handshake_request(host, "") + client_frame(0x81, hello()));
  EXPECT_EQ(http_answer(socket.receive_all()).status, 400);
}

TEST(Refusal, MoreMessagesThanTheRate) {
  FakeSource source;
  ServerOptions options = test_options();
  options.message_rate = 50;
  const StreamServer server(options, source);
  WebSocket client = welcomed_client(server.port());
  std::string flood;
  for (int i = 0; i < 10000; ++i) flood += client_frame(0x81, "{}");
  client.raw().send(flood);
  const SocketMessage end = client.next_close();
  EXPECT_EQ(end.close_code, 1008);
  EXPECT_EQ(end.payload, "more than 50 messages a second");
  EXPECT_LT(source.messages().size(), 5000U);
}

TEST(Refusal, NoHelloInTime) {
  FakeSource source;
  ServerOptions options = test_options();
  options.hello_timeout = std::chrono::milliseconds(50);
  const StreamServer server(options, source);
  WebSocket client(server.port());
  const SocketMessage end = client.next_close();
  EXPECT_EQ(end.close_code, 1008);
  EXPECT_EQ(end.payload, "no hello came in time");
}

}  // namespace
}  // namespace stiction
