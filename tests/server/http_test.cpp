// What is served over plain HTTP: one page, to those who name the right host.
#include "server/server_test.h"

namespace stiction {
namespace {

class HttpTest : public testing::Test {
 protected:
  std::string host() const { return "127.0.0.1:" + std::to_string(server_.port()); }
  std::string request(const std::string& line, const std::string& more = "") const {
    return line + " HTTP/1.1\r\nHost: " + host() + "\r\n" + more + "\r\n";
  }
  HttpAnswer ask_for(const std::string& line, const std::string& more = "") const {
    return ask(server_.port(), request(line, more));
  }

  FakeSource source_;
  StreamServer server_{test_options(), source_};
};

TEST_F(HttpTest, ServesThePageWithItsHeaders) {
  const HttpAnswer answer = ask_for("GET /");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, kPage);
  for (const char* line : {"Content-Type: text/html; charset=utf-8\r\n", "Cache-Control: no-store\r\n",
                           "Content-Security-Policy: frame-ancestors 'none'\r\n", "X-Content-Type-Options: nosniff\r\n",
                           "Referrer-Policy: no-referrer\r\n", "Cross-Origin-Opener-Policy: same-origin\r\n",
                           "X-Frame-Options: DENY\r\n", "Connection: close\r\n"}) {
    EXPECT_NE(answer.head.find(line), std::string::npos) << line << answer.head;
  }
  EXPECT_EQ(server_.figures().requests_refused, 0U);
}

TEST_F(HttpTest, AnswersHeadWithoutThePage) {
  const HttpAnswer answer = ask_for("HEAD /");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "");
  EXPECT_NE(answer.head.find("Content-Length: " + std::to_string(std::string(kPage).size())), std::string::npos);
}

TEST_F(HttpTest, LeavesWhatFollowsAQuestionMarkToThePage) {
  EXPECT_EQ(ask_for("GET /?quality=fine").body, kPage);
}

TEST_F(HttpTest, ServesNothingElse) {
  for (const char* target : {"/etc/passwd", "/../../etc/passwd", "//etc/passwd", "/%2e%2e/etc/passwd", "/index.html",
                             "/favicon.ico", "/stream", "/x?a", "//?a", "*", "http://127.0.0.1/"}) {
    EXPECT_EQ(ask_for(std::string("GET ") + target).status, 404) << target;
  }
}

TEST_F(HttpTest, RefusesOtherMethods) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"}) {
    const HttpAnswer answer = ask_for(std::string(method) + " /", "Content-Length: 5\r\n");
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_NE(answer.head.find("Allow: GET, HEAD"), std::string::npos);
  }
  const HttpAnswer with_body =
      ask(server_.port(), request("POST /", "Content-Length: 100000\r\n") + std::string(100000, 'x'));
  EXPECT_EQ(with_body.status, 405);
}

TEST_F(HttpTest, RefusesOtherHosts) {
  const std::string port = std::to_string(server_.port());
  for (const std::string& hosts :
       {std::string("Host: evil.example:" + port + "\r\n"), std::string("Host: localhost\r\n"), std::string(),
        std::string("Host: localhost:1\r\n"), "Host: " + host() + "\r\nHost: evil.example\r\n"}) {
    EXPECT_EQ(ask(server_.port(), "GET / HTTP/1.1\r\n" + hosts + "\r\n").status, 403) << hosts;
  }
  for (const std::string& name : {std::string("localhost:"), std::string("[::1]:")}) {
    EXPECT_EQ(ask(server_.port(), "GET / HTTP/1.1\r\nHost: " + name + port + "\r\n\r\n").status, 200);
  }
  EXPECT_EQ(server_.figures().requests_refused, 5U);
}

TEST_F(HttpTest, RefusesWhatIsNoRequest) {
  EXPECT_EQ(ask(server_.port(), "hello there\r\n\r\n").status, 400);
  EXPECT_EQ(ask(server_.port(), "GET / HTTP/9.9\r\n\r\n").status, 400);
  EXPECT_EQ(ask_for("GET /", "X: " + std::string(20000, 'x') + "\r\n").status, 400);
  EXPECT_EQ(ask_for("GET /").status, 200);
}

TEST(Http, DoesNotWaitForeverForARequest) {
  FakeSource source;
  ServerOptions options = test_options();
  options.request_timeout = std::chrono::milliseconds(100);
  const StreamServer server(options, source);
  RawSocket silent(server.port());
  RawSocket slow(server.port());
  slow.send("GET / HTTP/1.1\r\nHo");
  EXPECT_EQ(silent.receive_all(), "");  // ends
  EXPECT_EQ(slow.receive_all(), "");
}

TEST(Http, HasACapOnConnections) {
  FakeSource source;
  ServerOptions options = test_options();
  options.max_connections = 2;
  const StreamServer server(options, source);
  const std::string request = "GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(server.port()) + "\r\n\r\n";
  {
    RawSocket one(server.port());
    RawSocket two(server.port());
    EXPECT_TRUE(eventually([&] { return ask(server.port(), request).status == 0; }));
    EXPECT_GE(server.figures().requests_refused, 1U);
  }
  EXPECT_TRUE(eventually([&] { return ask(server.port(), request).status == 200; }));
}

}  // namespace
}  // namespace stiction
