#include "server/web_socket.h"

#include <array>

namespace stiction {

std::string handshake_request(const std::string& host, const std::string& origin) {
  return "GET /stream HTTP/1.1\r\nHost: " + host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
         (origin.empty() ? "" : "Origin: " + origin + "\r\n") + "\r\n";
}

std::string client_frame(std::uint8_t first_byte, std::string_view payload) {
  constexpr std::array<char, 4> kMask = {0x12, 0x34, 0x56, 0x78};
  std::string frame(1, static_cast<char>(first_byte));
  const std::uint64_t size = payload.size();
  const int length_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += static_cast<char>(0x80 | (length_bytes == 0 ? static_cast<int>(size) : length_bytes == 2 ? 126 : 127));
  for (int i = length_bytes - 1; i >= 0; --i) frame += static_cast<char>(size >> (8 * i));
  frame.append(kMask.data(), kMask.size());
  for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return frame;
}

WebSocket::WebSocket(std::uint16_t port, const std::string& host, const std::string& origin) : socket_(port) {
  const std::string usual = "127.0.0.1:" + std::to_string(port);
  socket_.send(handshake_request(host.empty() ? usual : host, origin));
  std::size_t end = std::string::npos;
  while ((end = come_.find("\r\n\r\n")) == std::string::npos) {
    const std::string some = socket_.receive();
    if (some.empty()) return;
    come_ += some;
  }
  answer_ = http_answer(come_.substr(0, end + 4));
  come_.erase(0, end + 4);
}

bool WebSocket::send(Opcode opcode, std::string_view payload) {
  return socket_.send(client_frame(static_cast<std::uint8_t>(0x80 | static_cast<int>(opcode)), payload));
}

bool WebSocket::fill(std::size_t size) {
  while (come_.size() < size) {
    const std::string some = socket_.receive();
    if (some.empty()) return false;
    come_ += some;
  }
  return true;
}

std::string WebSocket::take(std::size_t size) {
  std::string taken = come_.substr(0, size);
  come_.erase(0, size);
  return taken;
}

SocketMessage WebSocket::next() {
  SocketMessage message;
  if (!fill(2)) return message;
  const std::string head = take(2);
  std::uint64_t size = static_cast<unsigned char>(head[1]) & 0x7F;
  const std::size_t length_bytes = size < 126 ? 0 : size == 126 ? 2 : 8;
  if (!fill(length_bytes)) return message;
  if (length_bytes > 0) size = 0;
  for (const char byte : take(length_bytes)) size = size << 8 | static_cast<unsigned char>(byte);
  if (!fill(size)) return message;
  message.opcode = static_cast<Opcode>(head[0] & 0x0F);
  message.payload = take(size);
  if (message.opcode == Opcode::kClose) {
    send(Opcode::kClose, message.payload.substr(0, 2));
    socket_.end_sending();
    if (message.payload.size() < 2) return message;
    message.close_code =
        static_cast<unsigned char>(message.payload[0]) << 8 | static_cast<unsigned char>(message.payload[1]);
    message.payload.erase(0, 2);
  }
  if (message.opcode == Opcode::kPing) {
    if (answers_pings) send(Opcode::kPong, message.payload);
    return next();
  }
  return message;
}

SocketMessage WebSocket::next(Opcode opcode) {
  SocketMessage message = next();
  while (message.opcode != opcode && message.opcode != Opcode::kClose) message = next();
  return message;
}

SocketMessage WebSocket::next_text(const std::string& type) {
  const std::string mark = "\"type\":\"" + type + "\"", wide_mark = "\"type\": \"" + type + "\"";
  for (;;) {
    SocketMessage message = next(Opcode::kText);
    if (message.opcode == Opcode::kClose) return {};
    if (message.payload.find(mark) != std::string::npos) return message;
    if (message.payload.find(wide_mark) != std::string::npos) return message;
  }
}

}  // namespace stiction
