// `stiction view`, as a browser and a terminal see it.
#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program.h"
#include "page/embedded_page.h"
#include "server/stream_server.h"
#include "server/web_socket.h"

namespace stiction {
namespace {

using nlohmann::json;

// A port that is taken as long as this lives.
class TakenPort {
 public:
  explicit TakenPort(std::uint16_t port = 0) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int yes = 1;  // what earlier connections left does not count
    ::setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    // Other tests that run beside have it for a moment only; who keeps it for longer takes it as well.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (::bind(fd_, plain, size) != 0) {
      if (std::chrono::steady_clock::now() > patience) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::listen(fd_, 1);
    ::getsockname(fd_, plain, &size);
    port_ = ntohs(address.sin_port);
  }
  ~TakenPort() { ::close(fd_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;
  std::string text() const { return std::to_string(port_); }

 private:
  int fd_;
  std::uint16_t port_ = 0;
};

struct Address {
  std::uint16_t port = 0;
  std::string token;
};

class ViewTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (!has_embedded_page()) GTEST_SKIP() << "built without the viewer";
  }

  // Waits for the printed line.
  Address address_of(Program& program) const {
    constexpr std::string_view kBefore = "http://127.0.0.1:";
    for (int i = 0; i < 3000; ++i) {
      const std::string out = text_of(folder_ / "stdout");
      if (const std::size_t end = out.find('\n'); end != std::string::npos) {
        EXPECT_TRUE(out.starts_with(kBefore)) << out;
        const std::size_t slash = out.find("/#");
        return {static_cast<std::uint16_t>(std::stoi(out.substr(kBefore.size()))),
                out.substr(slash + 2, end - slash - 2)};
      }
      if (!program.running()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no address came: " << program.wait().err;
    return {};
  }
  static WebSocket connected(const Address& address) {
    WebSocket client(address.port);
    client.send(R"({"type":"hello","token":")" + address.token + "\"}");
    return client;
  }
  static Outcome end(Program& program) {
    program.send(SIGINT);
    return program.wait();
  }
};

TEST_F(ViewTest, ServesAPageAndALiveSimulationUntilCtrlC) {
  Program program({"view", falling_scene(), "--report", path("report.json"), "--threads", "1"}, folder_);
  const Address address = address_of(program);
  ASSERT_NE(address.port, 0);
  EXPECT_EQ(address.token.size(), 32U);
  const HttpAnswer page =
      ask(address.port, "GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(address.port) + "\r\n\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, embedded_page());
  {
    WebSocket client = connected(address);
    const json description = json::parse(client.next_text("description").payload)["description"];
    EXPECT_EQ(description["name"], "falling");
    EXPECT_TRUE(description.contains("live"));
    client.send(R"({"type":"step","count":10,"id":7})");
    EXPECT_EQ(json::parse(client.next_text("reply").payload)["id"], 7);
    double time = 0;
    while (time < 0.0999) {
      const std::string frame = client.next(Opcode::kBinary).payload;
      ASSERT_EQ(frame.substr(0, 4), "SPG1");
      std::memcpy(&time, frame.data() + 24, sizeof time);
    }
    EXPECT_NEAR(time, 0.1, 1e-12);
    client.send("not JSON");
    EXPECT_EQ(client.next_close().close_code, 1007);
  }
  const Outcome outcome = end(program);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_NE(outcome.out.find("clients          1 in all"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("refused          1 messages"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("open this address in a browser"), std::string::npos) << outcome.err;
  const json report = json::parse(text_of(folder_ / "report.json"));
  EXPECT_EQ(report["server"]["clients"], 1);
  EXPECT_EQ(report["server"]["messages_refused"], 1);
}

TEST_F(ViewTest, ALostRecordingIsToldAtTheEnd) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 200000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  Program program({"view", falling_scene(), "--out", path("out"), "--threads", "1"}, folder_);
  const Address address = address_of(program);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  {
    WebSocket client = connected(address);
    client.send(R"({"type":"record","on":true,"id":1})");
    EXPECT_EQ(json::parse(client.next_text("reply").payload)["ok"], true);
    client.send(R"({"type":"step","count":100000,"id":2})");
    EXPECT_EQ(json::parse(client.next_text("reply").payload)["ok"], true);
  }
  const Outcome outcome = end(program);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("output lost: cannot write"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("live-001.stic"), std::string::npos) << outcome.err;
}

TEST_F(ViewTest, ServesARecording) {
  ASSERT_EQ(run({"run", falling_scene(), "--out", path("out"), "--quiet"}).status, 0);
  Program program({"view", path("out"), "--no-open-hint"}, folder_);  // or the recording.stic in it
  const Address address = address_of(program);
  ASSERT_NE(address.port, 0);
  {
    WebSocket client = connected(address);
    const json description = json::parse(client.next_text("description").payload)["description"];
    EXPECT_EQ(description["frame_count"], 101);
    EXPECT_EQ(client.next(Opcode::kBinary).payload.substr(0, 4), "SPG1");  // figures
    client.send(R"({"type":"chunk","index":1,"id":1})");
    const std::string chunk = client.next(Opcode::kBinary).payload;
    double time = 0;
    std::memcpy(&time, chunk.data() + 24, sizeof time);
    EXPECT_NEAR(time, 0.5, 1e-12);
  }
  const Outcome outcome = end(program);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(ViewTest, RefusesWishesThatGoWithScenesOnly) {
  ASSERT_EQ(run({"run", falling_scene(), "--out", path("out"), "--quiet"}).status, 0);
  for (const char* flag : {"--solver", "--step", "--out", "--report", "--threads"}) {
    const Outcome outcome = run({"view", path("out/recording.stic"), flag, "1"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(flag), std::string::npos) << outcome.err;
  }
}

TEST_F(ViewTest, RefusesAPortThatIsTaken) {
  const TakenPort taken;
  const Outcome outcome = run({"view", falling_scene(), "--port", taken.text()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "stiction: port " + taken.text() + " is taken; choose another with --port N, or leave --port out\n");
}

TEST_F(ViewTest, TakesAnotherPortIfNoneWasAskedFor) {
  const TakenPort taken(kDefaultPort);
  Program program({"view", falling_scene()}, folder_);
  const Address address = address_of(program);
  EXPECT_NE(address.port, kDefaultPort);
  connected(address).next_text("description");
  EXPECT_EQ(end(program).status, 130);
}

TEST_F(ViewTest, WarnsThatOthersCanConnect) {
  Program program({"view", falling_scene(), "--bind", "0.0.0.0"}, folder_);
  const Address address = address_of(program);
  WebSocket stranger(address.port);
  stranger.send(R"({"type":"hello","token":""})");
  EXPECT_EQ(stranger.next_close().close_code, 1008);  // the token is needed all the same
  const Outcome outcome = end(program);
  EXPECT_NE(outcome.err.find("other machines can connect"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace stiction
