// A WebSocket client written from RFC 6455, independent of the server's library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/raw_socket.h"

namespace stiction {

enum class Opcode : std::uint8_t { kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10 };

struct SocketMessage {
  Opcode opcode = Opcode::kClose;
  std::string payload;  // of a close message: the reason
  int close_code = 0;   // 0: the connection ended without one
};

class WebSocket {
 public:
  // host, origin: "" for the usual host and no origin.
  explicit WebSocket(std::uint16_t port, const std::string& host = "", const std::string& origin = "");

  int status() const { return answer_.status; }  // 101: open
  RawSocket& raw() { return socket_; }
  bool answers_pings = true;

  bool send(std::string_view text) { return send(Opcode::kText, text); }
  bool send(Opcode opcode, std::string_view payload);

  // The next message; pings are answered on the way. A connection that ends is a close message.
  SocketMessage next();
  // Skips messages that are not of the kind.
  SocketMessage next(Opcode opcode);
  // The next text message with this "type"; its payload is "" if the connection ended instead.
  SocketMessage next_text(const std::string& type);
  SocketMessage next_close() { return next(Opcode::kClose); }

 private:
  bool fill(std::size_t size);
  std::string take(std::size_t size);

  RawSocket socket_;
  HttpAnswer answer_;
  std::string come_;  // not looked at yet
};

std::string handshake_request(const std::string& host, const std::string& origin);
// A masked frame as clients send it.
std::string client_frame(std::uint8_t first_byte, std::string_view payload);

}  // namespace stiction
