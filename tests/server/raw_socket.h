// A blocking socket that never waits longer than a generous limit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stiction {

class RawSocket {
 public:
  explicit RawSocket(std::uint16_t port);  // connects to 127.0.0.1
  ~RawSocket();
  RawSocket(RawSocket&& other) noexcept;
  RawSocket& operator=(RawSocket&&) = delete;

  // False if the other side is gone.
  bool send(std::string_view bytes);
  // Some bytes; "" at the end of the connection. Fails the test after the limit.
  std::string receive();
  std::string receive_all();
  void end_sending();
  void shrink_receive_buffer();

 private:
  int fd_;
};

struct HttpAnswer {
  int status = 0;  // 0: none came
  std::string head, body;
};

HttpAnswer http_answer(const std::string& bytes);
// Sends `request` as it is and reads up to the end.
HttpAnswer ask(std::uint16_t port, const std::string& request);

}  // namespace stiction
