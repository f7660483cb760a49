// Random bytes at every stage of a connection. The seed is fixed; what counts is that the server goes on.
#include <random>

#include "base/repetitions.h"
#include "server/server_test.h"

namespace stiction {
namespace {

class FuzzTest : public testing::Test {
 protected:
  static ServerOptions fuzz_options() {
    ServerOptions options = test_options();
    options.request_timeout = std::chrono::milliseconds(200);
    options.hello_timeout = std::chrono::milliseconds(200);
    options.close_timeout = std::chrono::milliseconds(200);
    options.max_connections = 1000;
    return options;
  }
  void TearDown() override { welcomed_client(server_.port()); }

  std::string random_bytes(std::size_t largest) {
    std::string bytes(random_() % (largest + 1), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random_());
    return bytes;
  }
  // A few bytes of `bytes` changed, some taken out, some put in.
  std::string damaged(std::string bytes) {
    for (int i = static_cast<int>(random_() % 5); i >= 0 && !bytes.empty(); --i) {
      const std::size_t at = random_() % bytes.size();
      switch (random_() % 3) {
        case 0:
          bytes[at] = static_cast<char>(random_());
          break;
        case 1:
          bytes.erase(at, random_() % 8);
          break;
        default:
          bytes.insert(at, random_bytes(8));
      }
    }
    return bytes;
  }
  std::string handshake() const { return handshake_request("localhost:" + std::to_string(server_.port()), ""); }

  std::mt19937 random_{1};
  FakeSource source_;
  StreamServer server_{fuzz_options(), source_};
};

TEST_F(FuzzTest, RandomBytesAsARequest) {
  for (int i = 0; i < test::repetitions(500); ++i) RawSocket(server_.port()).send(random_bytes(2000));
}

TEST_F(FuzzTest, DamagedRequests) {
  for (int i = 0; i < test::repetitions(500); ++i) RawSocket(server_.port()).send(damaged(handshake()));
}

TEST_F(FuzzTest, RandomBytesAfterTheHandshake) {
  for (int i = 0; i < test::repetitions(300); ++i) {
    WebSocket client(server_.port());
    client.raw().send(random_bytes(500));
  }
}

TEST_F(FuzzTest, RandomBytesAfterHello) {
  for (int i = 0; i < test::repetitions(300); ++i) {
    WebSocket client(server_.port());
    client.raw().send(client_frame(0x81, hello()) + random_bytes(500));
  }
}

TEST_F(FuzzTest, DamagedFramesAfterHello) {
  for (int i = 0; i < test::repetitions(300); ++i) {
    WebSocket client(server_.port());
    std::string frames = client_frame(0x81, hello());
    for (int k = 0; k < 5; ++k) frames += damaged(client_frame(static_cast<std::uint8_t>(random_()), R"({"id":1})"));
    client.raw().send(frames);
  }
}

}  // namespace
}  // namespace stiction
