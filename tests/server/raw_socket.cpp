#include "server/raw_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace stiction {
namespace {

constexpr int kLimit = 30000;  // [ms]

void wait_for(int fd, short events) {
  pollfd waiting{fd, events, 0};
  if (::poll(&waiting, 1, kLimit) != 1) throw std::runtime_error("the server is silent");
}

}  // namespace

RawSocket::RawSocket(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd_ < 0 || ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect");
  }
}

RawSocket::RawSocket(RawSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

RawSocket::~RawSocket() {
  if (fd_ >= 0) ::close(fd_);
}

bool RawSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    wait_for(fd_, POLLOUT);
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno == EAGAIN) continue;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawSocket::receive() {
  wait_for(fd_, POLLIN);
  std::array<char, 65536> bytes{};
  const ssize_t size = ::recv(fd_, bytes.data(), bytes.size(), 0);
  return size <= 0 ? std::string() : std::string(bytes.data(), static_cast<std::size_t>(size));
}

std::string RawSocket::receive_all() {
  std::string all;
  for (std::string some = receive(); !some.empty(); some = receive()) all += some;
  return all;
}

void RawSocket::end_sending() {
  ::shutdown(fd_, SHUT_WR);
}

void RawSocket::shrink_receive_buffer() {
  const int size = 1 << 16;  // [bytes]
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

HttpAnswer http_answer(const std::string& bytes) {
  HttpAnswer answer;
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos || !bytes.starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::stoi(bytes.substr(9, 3));
  answer.head = bytes.substr(0, end + 2);
  answer.body = bytes.substr(end + 4);
  return answer;
}

HttpAnswer ask(std::uint16_t port, const std::string& request) {
  RawSocket socket(port);
  socket.send(request);
  return http_answer(socket.receive_all());
}

}  // namespace stiction
