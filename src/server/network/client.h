// A client at the stream.
#pragma once

#include <fmt/format.h>

#include <boost/asio/steady_timer.hpp>
#include <optional>

#include "server/flow_window.h"
#include "server/incoming.h"
#include "server/network/hub.h"
#include "server/send_queue.h"

namespace stiction::network {

inline constexpr std::size_t kReadSize = 65536;  // [bytes]
inline constexpr int kSendBuffer = 512 << 10;    // of the operating system, per client [bytes]
inline constexpr int kMostUnderway = 8;          // frames and statuses sent but not seen to arrive

// One WebSocket connection.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Hub& hub, int id, beast::tcp_stream&& stream, Ticket ticket)
      : hub_(hub),
        id_(id),
        ticket_(std::move(ticket)),
        socket_(std::move(stream)),
        deadline_(socket_.get_executor()),
        life_(socket_.get_executor()),
        rate_(hub.options().message_rate, RateLimit::Clock::now()) {}

  int id() const { return id_; }
  bool is_welcomed() const { return welcomed_; }

  void start(const http::request<http::empty_body>& request);

  // is_heavy: as it was submitted.
  void answer(StreamMessage message, bool is_heavy) {
    --unanswered_;
    if (is_heavy) heavy_underway_ = false;
    if (message.bytes != nullptr) queue_.add(std::move(message));
    pump();
    read();
  }
  void send(StreamMessage message) {
    queue_.add(std::move(message));
    pump();
  }
  void send_status(const SharedBytes& json) {
    queue_.set_status(json);
    pump();
  }
  void send_frame(const SharedBytes& chunk) {
    if (queue_.set_frame(chunk)) ++hub_.counters().frames_dropped;
    pump();
  }

  void close(close_code code, const std::string& reason);

 private:
  void on_open(error_code error);
  void read();
  void on_read(error_code error);
  void on_text(std::string text);
  void on_hello(const std::string& text);
  void pump();
  void ping();
  void on_control(websocket::frame_type kind);
  void watch_life();
  void refuse(close_code code, const std::string& reason) {
    ++hub_.counters().messages_refused;
    close(code, reason);
  }
  void refuse_too_large();
  void cut() { beast::get_lowest_layer(socket_).close(); }
  void finish();
  // Nothing more is read then, so that memory does not grow with what a client asks.
  bool too_many_unanswered() const {
    return heavy_underway_ || unanswered_ + queue_.message_count() >= hub_.options().max_unanswered ||
           queue_.message_bytes() >= hub_.options().max_waiting;
  }

  Hub& hub_;
  const int id_;
  Ticket ticket_;
  websocket::stream<beast::tcp_stream> socket_;
  net::steady_timer deadline_;  // for hello, later for closing
  net::steady_timer life_;      // looks for signs of life
  RateLimit::Clock::time_point heard_{};
  beast::flat_buffer buffer_;
  RateLimit rate_;
  SendQueue queue_;
  FlowWindow window_{kMostUnderway};
  std::size_t unanswered_ = 0;   // messages that the source has not answered yet
  bool heavy_underway_ = false;  // one of them is large, or its answer will be
  bool open_ = false, welcomed_ = false, reading_ = false, writing_ = false, pinging_ = false, closing_ = false,
       finished_ = false;
};

inline void Client::start(const http::request<http::empty_body>& request) {
  const ServerOptions& options = hub_.options();
  websocket::stream_base::timeout timeouts{};
  timeouts.handshake_timeout = options.request_timeout;
  timeouts.idle_timeout = websocket::stream_base::none();  // see watch_life
  socket_.set_option(timeouts);
  socket_.auto_fragment(false);
  socket_.read_message_max(0);  // judged here, with a reason
  socket_.control_callback([this](websocket::frame_type kind, beast::string_view) { on_control(kind); });
  error_code ignored;
  beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true), ignored);
  beast::get_lowest_layer(socket_).socket().set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
  // The request is copied by the handshake before this returns.
  socket_.async_accept(request, [self = shared_from_this()](error_code error) { self->on_open(error); });
}

inline void Client::on_open(error_code error) {
  if (error || closing_) return finish();
  open_ = true;
  deadline_.expires_after(hub_.options().hello_timeout);
  deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled && !self->welcomed_) self->refuse(close_code::policy_error, "no hello came in time");
  });
  heard_ = RateLimit::Clock::now();
  watch_life();
  read();
}

inline void Client::read() {
  if (!open_ || closing_ || finished_ || reading_ || too_many_unanswered()) return;
  reading_ = true;
  socket_.async_read_some(buffer_, kReadSize,
                          [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

inline void Client::on_read(error_code error) {
  reading_ = false;
  if (error) {
    if (!closing_ && error == websocket::condition::protocol_violation) ++hub_.counters().messages_refused;
    return finish();
  }
  if (closing_) return;
  heard_ = RateLimit::Clock::now();
  if (socket_.got_binary()) return refuse(close_code::unknown_data, "binary messages are not understood; send JSON");
  const std::string_view come(static_cast<const char*>(buffer_.data().data()), buffer_.size());
  const ServerOptions& options = hub_.options();
  const bool may_be_large = welcomed_ && come.size() <= options.max_load && begins_as_load(come);
  if (come.size() > options.max_message && !may_be_large) return refuse_too_large();
  if (!socket_.is_message_done()) return read();
  std::string text(come);
  buffer_.consume(buffer_.size());
  if (text.size() > kReadSize) buffer_.shrink_to_fit();
  on_text(std::move(text));
  read();
}

inline void Client::refuse_too_large() {
  const ServerOptions& options = hub_.options();
  refuse(close_code::too_big, fmt::format("messages have at most {} KiB, those that load a state {} MiB",
                                          options.max_message >> 10, options.max_load >> 20));
}

inline void Client::on_text(std::string text) {
  if (!rate_.take(RateLimit::Clock::now())) {
    return refuse(close_code::policy_error,
                  fmt::format("more than {:g} messages a second", hub_.options().message_rate));
  }
  if (!welcomed_) return on_hello(text);
  const bool is_large = text.size() > hub_.options().max_message;  // left to the source, which has a thread for it
  const std::optional<std::string> type = is_large ? std::optional<std::string>("") : message_type(text);
  if (!type) return refuse(close_code::bad_payload, "the message is not a JSON object");
  ++unanswered_;
  heavy_underway_ = is_large || hub_.has_large_answer(*type);
  hub_.submit(id_, std::move(text), heavy_underway_);
}

inline void Client::on_hello(const std::string& text) {
  const std::optional<std::string> token = token_of_hello(text);
  if (!token) return refuse(close_code::policy_error, "the first message must be hello, with the token");
  if (!same_secret(*token, hub_.options().token)) {
    return refuse(close_code::policy_error, "wrong token: open the address that the program printed last");
  }
  if (hub_.counters().clients >= hub_.options().max_clients) {
    return refuse(close_code::try_again_later,
                  fmt::format("{} clients are connected already; close one", hub_.options().max_clients));
  }
  welcomed_ = true;
  deadline_.cancel();
  hub_.welcomed(*this);
}

inline void Client::pump() {
  if (!open_ || writing_ || closing_ || finished_) return;
  const bool in_window = queue_.message_count() == 0;
  std::optional<StreamMessage> message = queue_.next(window_.is_open());
  if (!message) return;
  writing_ = true;
  if (in_window) window_.add();
  socket_.binary(message->binary);
  const net::const_buffer bytes = net::buffer(*message->bytes);
  socket_.async_write(bytes, [self = shared_from_this(), sent = std::move(*message)](error_code error, std::size_t) {
    self->writing_ = false;
    if (error) return self->finish();
    if (sent.binary) ++self->hub_.counters().frames_sent;
    if (self->window_.wants_ping()) self->ping();
    self->pump();
    self->read();
  });
}

inline void Client::ping() {
  if (pinging_ || window_.is_ping_underway() || closing_ || finished_) return;
  pinging_ = true;
  window_.ping_sent();
  socket_.async_ping({}, [self = shared_from_this()](error_code error) {
    self->pinging_ = false;
    if (!error && self->window_.wants_ping()) self->ping();  // the answer was faster than this
  });
}

// Called in the midst of a read.
inline void Client::on_control(websocket::frame_type kind) {
  heard_ = RateLimit::Clock::now();
  if (kind != websocket::frame_type::pong) return;
  net::post(socket_.get_executor(), [self = shared_from_this()] {
    self->window_.ping_answered();
    if (self->window_.wants_ping()) self->ping();
    self->pump();
  });
}

// A client that says nothing is pinged half-way to the limit. While it is not read, because the source has not answered
// it yet, it cannot be heard, and is not blamed.
inline void Client::watch_life() {
  const auto limit = hub_.options().idle_timeout;
  life_.expires_after(limit / 4);
  life_.async_wait([self = shared_from_this(), limit](error_code cancelled) {
    if (cancelled || self->closing_ || self->finished_) return;
    const auto now = RateLimit::Clock::now();
    if (!self->reading_ && self->unanswered_ > 0) self->heard_ = now;
    if (now - self->heard_ >= limit) return self->finish();
    if (now - self->heard_ >= limit / 2) self->ping();
    self->watch_life();
  });
}

inline void Client::close(close_code code, const std::string& reason) {
  if (closing_ || finished_) return;
  closing_ = true;
  if (!open_) return cut();
  deadline_.expires_after(hub_.options().close_timeout);
  deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled) self->cut();
  });
  socket_.async_close({code, reason}, [self = shared_from_this()](error_code) {
    self->deadline_.cancel();
    self->finish();
  });
}

inline void Client::finish() {
  if (finished_) return;
  finished_ = true;
  life_.cancel();
  if (!closing_) {
    deadline_.cancel();
    cut();
  }
  hub_.ended(id_, welcomed_);
}

}  // namespace stiction::network
