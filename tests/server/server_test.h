// A server on a port of its own, and clients for it.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "server/fake_source.h"
#include "server/stream_server.h"
#include "server/web_socket.h"

namespace stiction {

inline constexpr const char* kToken = "00112233445566778899aabbccddeeff";
inline constexpr const char* kPage = "<!DOCTYPE html><title>page</title>";

inline ServerOptions test_options() {
  ServerOptions options;
  options.port = 0;
  options.token = kToken;
  options.page = kPage;
  return options;
}

inline std::string hello(const std::string& token = kToken) {
  return R"({"type":"hello","token":")" + token + "\"}";
}

// Says hello and has read the description; status() is not 101 if it could not connect.
inline WebSocket welcomed_client(std::uint16_t port) {
  WebSocket client(port);
  client.send(hello());
  EXPECT_NE(client.next_text("description").payload, "");
  return client;
}

// Waits for what happens on the server's thread, with a generous limit.
inline bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace stiction
