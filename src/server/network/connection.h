// Requests: the page, the way to the stream, and everything that is neither.
#pragma once

#include <array>

#include "server/network/client.h"

namespace stiction::network {

inline constexpr std::size_t kHeaderLimit = 8192;     // of a request [bytes]
inline constexpr std::size_t kDrainLimit = 1U << 20;  // read after an answer and thrown away [bytes]
inline constexpr const char* kStreamTarget = "/stream";

// One HTTP connection: a request, an answer, the end.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, tcp::socket&& socket, Ticket ticket, int id)
      : hub_(hub), id_(id), ticket_(std::move(ticket)), stream_(std::move(socket)) {
    parser_.header_limit(kHeaderLimit);
  }

  void start() {
    stream_.expires_after(hub_.options().request_timeout);
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](error_code error, std::size_t) { self->on_request(error); });
  }

 private:
  void on_request(error_code error);
  bool is_page_request();
  void upgrade();
  void answer_page();
  void refuse(http::status status, std::string text, const char* allow = nullptr);
  template <class Body>
  void write(http::response<Body> response);
  void drain(std::size_t left);

  Hub& hub_;
  const int id_;
  Ticket ticket_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{2 * kHeaderLimit};
  http::request_parser<http::empty_body> parser_;
  std::string text_;  // of an answer
  std::array<char, 4096> waste_{};
};

inline std::string_view field_of(const http::request<http::empty_body>& request, http::field name) {
  const beast::string_view value = request[name];
  return {value.data(), value.size()};
}

inline void Connection::on_request(error_code error) {
  if (error == http::error::end_of_stream || error == beast::error::timeout) return;  // nothing was asked
  if (error && error.category() != http::make_error_code(http::error::bad_method).category()) return;  // it is gone
  if (error) return refuse(http::status::bad_request, "This is no request that is understood here.\n");
  const auto& request = parser_.get();
  if (request.count(http::field::host) != 1 || !hub_.hosts().allows_host(field_of(request, http::field::host))) {
    return refuse(http::status::forbidden,
                  "Wrong host: open the address that the program printed, with its address in numbers and its port.\n");
  }
  if (request.target() == kStreamTarget && websocket::is_upgrade(request)) return upgrade();
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    return refuse(http::status::method_not_allowed, "Only GET and HEAD are answered.\n", "GET, HEAD");
  }
  if (!is_page_target({request.target().data(), request.target().size()})) {
    return refuse(http::status::not_found, "There is nothing here but the page at /.\n");
  }
  answer_page();
}

inline void Connection::upgrade() {
  const auto& request = parser_.get();
  const std::size_t origins = request.count(http::field::origin);
  if (origins > 1 || (origins == 1 && !hub_.hosts().allows_origin(field_of(request, http::field::origin)))) {
    return refuse(http::status::forbidden, "Pages of other origins may not connect.\n");
  }
  if (buffer_.size() != 0) return refuse(http::status::bad_request, "Wait for the handshake before sending.\n");
  stream_.expires_never();
  const auto client = std::make_shared<Client>(hub_, id_, std::move(stream_), std::move(ticket_));
  hub_.opened(client);
  client->start(request);
}

template <class Body>
void dress(http::response<Body>& response, const char* type) {
  response.set(http::field::content_type, type);
  response.set(http::field::cache_control, "no-store");
  response.set("Content-Security-Policy", "frame-ancestors 'none'");
  response.set("X-Frame-Options", "DENY");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.keep_alive(false);
}

inline void Connection::answer_page() {
  constexpr const char* kType = "text/html; charset=utf-8";
  const std::string_view page = hub_.options().page;
  if (parser_.get().method() == http::verb::head) {
    http::response<http::empty_body> response(http::status::ok, 11);
    dress(response, kType);
    response.content_length(page.size());
    return write(std::move(response));
  }
  http::response<http::span_body<const char>> response(http::status::ok, 11);
  dress(response, kType);
  response.body() = {page.data(), page.size()};
  response.prepare_payload();
  write(std::move(response));
}

inline void Connection::refuse(http::status status, std::string text, const char* allow) {
  ++hub_.counters().requests_refused;
  text_ = parser_.get().method() == http::verb::head ? std::string() : std::move(text);
  http::response<http::span_body<const char>> response(status, 11);
  dress(response, "text/plain; charset=utf-8");
  if (allow != nullptr) response.set(http::field::allow, allow);
  response.body() = {text_.data(), text_.size()};
  response.prepare_payload();
  write(std::move(response));
}

template <class Body>
inline void Connection::write(http::response<Body> response) {
  stream_.expires_after(hub_.options().answer_timeout);
  const auto kept = std::make_shared<http::response<Body>>(std::move(response));
  http::async_write(stream_, *kept, [self = shared_from_this(), kept](error_code error, std::size_t) {
    if (error) return;
    self->stream_.socket().shutdown(tcp::socket::shutdown_send, error);
    self->stream_.expires_after(self->hub_.options().close_timeout);
    self->drain(kDrainLimit);
  });
}

// Closing with bytes unread would take the answer back before it is seen.
inline void Connection::drain(std::size_t left) {
  stream_.async_read_some(net::buffer(waste_), [self = shared_from_this(), left](error_code error, std::size_t size) {
    if (!error && size < left) self->drain(left - size);
  });
}

}  // namespace stiction::network
