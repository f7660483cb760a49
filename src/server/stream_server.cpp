// Everything that needs Boost.Beast is in this file: its headers take long to compile.
#include "server/stream_server.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "server/access.h"
#include "server/incoming.h"
#include "server/send_queue.h"

namespace stiction {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using net::ip::tcp;
using websocket::close_code;

constexpr std::size_t kHeaderLimit = 8192;              // of a request [bytes]
constexpr std::size_t kReadSize = 65536;                // [bytes]
constexpr std::size_t kDrainLimit = 1U << 20;           // read after an answer and thrown away [bytes]
constexpr int kSendBuffer = 512 << 10;                  // of the operating system, per client [bytes]
constexpr int kOtherPorts = 10;                         // tried in order before any that is free
constexpr std::chrono::milliseconds kAcceptPause{100};  // after a failure to accept: out of descriptors
constexpr const char* kStreamTarget = "/stream";

net::ip::address parsed_address(const std::string& text) {
  error_code error;
  const net::ip::address address = net::ip::make_address(text, error);
  if (error) throw InputError(fmt::format("--bind '{}' is not an address in numbers, such as 192.168.1.5", text));
  return address;
}

struct Counters {
  std::atomic<std::uint64_t> clients{0}, clients_total{0}, frames_sent{0}, frames_dropped{0}, messages_refused{0},
      requests_refused{0};
};

// Counts a connection as long as it lives.
class Ticket {
 public:
  explicit Ticket(std::size_t& count) : count_(&count) { ++count; }
  Ticket(Ticket&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
  Ticket& operator=(Ticket&&) = delete;
  ~Ticket() {
    if (count_ != nullptr) --*count_;
  }

 private:
  std::size_t* count_;
};

class Client;

// What connections need of the server. All on the network thread.
class Hub {
 public:
  virtual ~Hub() = default;
  virtual const ServerOptions& options() const = 0;
  virtual const HostAllowList& hosts() const = 0;
  virtual Counters& counters() = 0;
  virtual void opened(const std::shared_ptr<Client>& client) = 0;  // the handshake begins
  virtual void welcomed(Client& client) = 0;                       // it said hello
  virtual void submit(int client, std::string json) = 0;           // answered by Client::answer
  virtual void ended(int client, bool was_welcomed) = 0;
};

// One WebSocket connection.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Hub& hub, int id, beast::tcp_stream&& stream, Ticket ticket)
      : hub_(hub),
        id_(id),
        ticket_(std::move(ticket)),
        socket_(std::move(stream)),
        deadline_(socket_.get_executor()),
        rate_(hub.options().message_rate, RateLimit::Clock::now()) {}

  int id() const { return id_; }
  bool is_welcomed() const { return welcomed_; }

  void start(const http::request<http::empty_body>& request);

  void answer(StreamMessage message) {
    --unanswered_;
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
  void refuse(close_code code, const std::string& reason) {
    ++hub_.counters().messages_refused;
    close(code, reason);
  }
  void refuse_too_large();
  void cut() { beast::get_lowest_layer(socket_).close(); }
  void finish();
  bool too_many_unanswered() const { return unanswered_ + queue_.message_count() >= hub_.options().max_unanswered; }

  Hub& hub_;
  const int id_;
  Ticket ticket_;
  websocket::stream<beast::tcp_stream> socket_;
  net::steady_timer deadline_;  // for hello, later for closing
  beast::flat_buffer buffer_;
  RateLimit rate_;
  SendQueue queue_;
  std::size_t unanswered_ = 0;  // messages that the source has not answered yet
  bool open_ = false, welcomed_ = false, reading_ = false, writing_ = false, closing_ = false, finished_ = false;
};

void Client::start(const http::request<http::empty_body>& request) {
  const ServerOptions& options = hub_.options();
  websocket::stream_base::timeout timeouts{};
  timeouts.handshake_timeout = options.request_timeout;
  timeouts.idle_timeout = options.idle_timeout;
  timeouts.keep_alive_pings = true;
  socket_.set_option(timeouts);
  socket_.auto_fragment(false);
  socket_.read_message_max(0);  // judged here, with a reason
  error_code ignored;
  beast::get_lowest_layer(socket_).socket().set_option(tcp::no_delay(true), ignored);
  beast::get_lowest_layer(socket_).socket().set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
  // The request is copied by the handshake before this returns.
  socket_.async_accept(request, [self = shared_from_this()](error_code error) { self->on_open(error); });
}

void Client::on_open(error_code error) {
  if (error || closing_) return finish();
  open_ = true;
  deadline_.expires_after(hub_.options().hello_timeout);
  deadline_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled && !self->welcomed_) self->refuse(close_code::policy_error, "no hello came in time");
  });
  read();
}

void Client::read() {
  if (!open_ || closing_ || finished_ || reading_ || too_many_unanswered()) return;
  reading_ = true;
  socket_.async_read_some(buffer_, kReadSize,
                          [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

void Client::on_read(error_code error) {
  reading_ = false;
  if (error) {
    if (!closing_ && error == websocket::condition::protocol_violation) ++hub_.counters().messages_refused;
    return finish();
  }
  if (closing_) return;
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

void Client::refuse_too_large() {
  const ServerOptions& options = hub_.options();
  refuse(close_code::too_big, fmt::format("messages have at most {} KiB, those that load a state {} MiB",
                                          options.max_message >> 10, options.max_load >> 20));
}

void Client::on_text(std::string text) {
  if (!rate_.take(RateLimit::Clock::now())) {
    return refuse(close_code::policy_error,
                  fmt::format("more than {:g} messages a second", hub_.options().message_rate));
  }
  if (!welcomed_) return on_hello(text);
  if (!is_json_object(text)) return refuse(close_code::bad_payload, "the message is not a JSON object");
  ++unanswered_;
  hub_.submit(id_, std::move(text));
}

void Client::on_hello(const std::string& text) {
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

void Client::pump() {
  if (!open_ || writing_ || closing_ || finished_) return;
  std::optional<StreamMessage> message = queue_.next();
  if (!message) return;
  writing_ = true;
  socket_.binary(message->binary);
  const net::const_buffer bytes = net::buffer(*message->bytes);
  socket_.async_write(bytes, [self = shared_from_this(), sent = std::move(*message)](error_code error, std::size_t) {
    self->writing_ = false;
    if (error) return self->finish();
    if (sent.binary) ++self->hub_.counters().frames_sent;
    self->pump();
    self->read();
  });
}

void Client::close(close_code code, const std::string& reason) {
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

void Client::finish() {
  if (finished_) return;
  finished_ = true;
  if (!closing_) {
    deadline_.cancel();
    cut();
  }
  hub_.ended(id_, welcomed_);
}

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

std::string_view field_of(const http::request<http::empty_body>& request, http::field name) {
  const beast::string_view value = request[name];
  return {value.data(), value.size()};
}

void Connection::on_request(error_code error) {
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
  if (request.target() != "/") return refuse(http::status::not_found, "There is nothing here but the page at /.\n");
  answer_page();
}

void Connection::upgrade() {
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

void Connection::answer_page() {
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

void Connection::refuse(http::status status, std::string text, const char* allow) {
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
void Connection::write(http::response<Body> response) {
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
void Connection::drain(std::size_t left) {
  stream_.async_read_some(net::buffer(waste_), [self = shared_from_this(), left](error_code error, std::size_t size) {
    if (!error && size < left) self->drain(left - size);
  });
}

}  // namespace

class StreamServer::Core final : public StreamSink, public Hub, public std::enable_shared_from_this<Core> {
 public:
  Core(const ServerOptions& options, StreamSource& source) : options_(options), source_(&source) {
    listen();
    hosts_.emplace(options_.address, port_);
  }

  void start() {
    source_->set_sink(this);
    net::post(io_, [this] { accept(); });
    thread_ = std::thread([this] { run(); });
  }
  void stop();

  std::uint16_t port() const { return port_; }

  // From any thread.
  void send_frame(SharedBytes chunk) override;
  void send_status(SharedBytes json) override;
  void send_to_all(StreamMessage message) override;

  const ServerOptions& options() const override { return options_; }
  const HostAllowList& hosts() const override { return *hosts_; }
  Counters& counters() override { return counters_; }
  const Counters& counters() const { return counters_; }
  void opened(const std::shared_ptr<Client>& client) override {
    clients_.emplace(client->id(), client);
    if (stopping_) client->close(close_code::going_away, "");
  }
  void welcomed(Client& client) override;
  void submit(int client, std::string json) override;
  void ended(int client, bool was_welcomed) override;

 private:
  void listen();
  error_code listen_on(const tcp::endpoint& endpoint);
  void run();
  void accept();
  void on_accept(error_code error, tcp::socket socket);
  void wake();
  void distribute();
  void tell_audience();
  void begin_stop();

  ServerOptions options_;
  StreamSource* source_;
  std::uint16_t port_ = 0;
  std::optional<HostAllowList> hosts_;
  Counters counters_;
  std::size_t connection_count_ = 0;  // outlives the connections, which io_ and clients_ hold

  net::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  net::steady_timer pause_{io_};
  net::steady_timer stop_deadline_{io_};
  std::thread thread_;

  // What the source has sent since the network thread looked last.
  std::mutex mail_mutex_;
  SharedBytes mail_frame_, mail_status_;
  bool mail_announced_ = false;

  // Of the network thread.
  std::map<int, std::shared_ptr<Client>> clients_;
  SharedBytes last_frame_, last_status_;          // for those who come later
  std::pair<std::uint64_t, std::uint64_t> told_;  // clients and dropped frames, as the source knows them
  int next_id_ = 1;
  bool stopping_ = false;
};

error_code StreamServer::Core::listen_on(const tcp::endpoint& endpoint) {
  error_code error;
  const auto step = [&](auto&& action) {
    if (!error) action();
  };
  step([&] { acceptor_.open(endpoint.protocol(), error); });
  step([&] { acceptor_.set_option(net::socket_base::reuse_address(true), error); });
  step([&] { acceptor_.bind(endpoint, error); });
  step([&] { acceptor_.listen(net::socket_base::max_listen_connections, error); });
  error_code ignored;
  if (error) acceptor_.close(ignored);
  return error;
}

void StreamServer::Core::listen() {
  const net::ip::address address = parsed_address(options_.address);
  options_.address = address.to_string();  // as browsers write it
  error_code error = listen_on({address, options_.port});
  if (error == net::error::address_in_use && options_.port_may_change) {
    for (int i = 1; i <= kOtherPorts && error == net::error::address_in_use; ++i) {
      error = listen_on({address, static_cast<std::uint16_t>(i < kOtherPorts ? options_.port + i : 0)});
    }
  }
  if (error == net::error::address_in_use) {
    throw InputError(fmt::format("port {} is taken; choose another with --port N, or leave --port out", options_.port));
  }
  if (error) {
    throw InputError(fmt::format("cannot listen on {} port {}: {}", options_.address, options_.port, error.message()));
  }
  port_ = acceptor_.local_endpoint().port();
}

void StreamServer::Core::run() {
  for (;;) {
    try {
      io_.run();
      return;
    } catch (const std::exception&) {  // one connection has no memory or the like; the others go on
      ++counters_.requests_refused;
    }
  }
}

void StreamServer::Core::accept() {
  acceptor_.async_accept([this](error_code error, tcp::socket socket) { on_accept(error, std::move(socket)); });
}

void StreamServer::Core::on_accept(error_code error, tcp::socket socket) {
  if (stopping_) return;
  if (error) {
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([this](error_code cancelled) {
      if (!cancelled && !stopping_) accept();
    });
    return;
  }
  if (connection_count_ < options_.max_connections) {
    std::make_shared<Connection>(*this, std::move(socket), Ticket(connection_count_), next_id_++)->start();
  } else {
    ++counters_.requests_refused;
  }
  accept();
}

void StreamServer::Core::send_frame(SharedBytes chunk) {
  const std::lock_guard lock(mail_mutex_);
  if (mail_frame_ != nullptr) counters_.frames_dropped += counters_.clients;
  mail_frame_ = std::move(chunk);
  wake();
}

void StreamServer::Core::send_status(SharedBytes json) {
  const std::lock_guard lock(mail_mutex_);
  mail_status_ = std::move(json);
  wake();
}

void StreamServer::Core::wake() {
  if (mail_announced_) return;
  mail_announced_ = true;
  net::post(io_, [this] { distribute(); });
}

void StreamServer::Core::distribute() {
  SharedBytes frame, status;
  {
    const std::lock_guard lock(mail_mutex_);
    frame = std::exchange(mail_frame_, nullptr);
    status = std::exchange(mail_status_, nullptr);
    mail_announced_ = false;
  }
  if (frame != nullptr) last_frame_ = frame;
  if (status != nullptr) last_status_ = status;
  for (const auto& [id, client] : clients_) {
    if (!client->is_welcomed()) continue;
    if (status != nullptr) client->send_status(status);
    if (frame != nullptr) client->send_frame(frame);
  }
  tell_audience();
}

void StreamServer::Core::tell_audience() {
  const std::pair<std::uint64_t, std::uint64_t> now(counters_.clients, counters_.frames_dropped);
  if (now == told_) return;
  told_ = now;
  source_->set_audience(static_cast<int>(now.first), static_cast<std::int64_t>(now.second));
}

void StreamServer::Core::send_to_all(StreamMessage message) {
  net::post(io_, [this, message = std::move(message)] {
    for (const auto& [id, client] : clients_) {
      if (client->is_welcomed()) client->send(message);
    }
  });
}

void StreamServer::Core::welcomed(Client& client) {
  ++counters_.clients;
  ++counters_.clients_total;
  for (StreamMessage& message : source_->welcome()) client.send(std::move(message));
  if (last_status_ != nullptr) client.send_status(last_status_);
  if (last_frame_ != nullptr) client.send_frame(last_frame_);
  tell_audience();
}

void StreamServer::Core::submit(int client, std::string json) {
  // The reply may come when the server is gone; what it needs stays until then.
  source_->submit(client, std::move(json), [core = shared_from_this(), client](StreamMessage message) {
    net::post(core->io_, [self = core.get(), client, message = std::move(message)]() mutable {
      const auto found = self->clients_.find(client);
      if (found != self->clients_.end()) found->second->answer(std::move(message));
    });
  });
}

void StreamServer::Core::ended(int client, bool was_welcomed) {
  clients_.erase(client);
  if (was_welcomed) {
    --counters_.clients;
    source_->client_gone(client);
    tell_audience();
  }
  if (stopping_ && clients_.empty()) io_.stop();
}

void StreamServer::Core::stop() {
  source_->set_sink(nullptr);
  net::post(io_, [this] { begin_stop(); });
  thread_.join();
}

void StreamServer::Core::begin_stop() {
  stopping_ = true;
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  const auto leaving = clients_;  // closing may take some out
  for (const auto& [id, client] : leaving) client->close(close_code::going_away, "the program ends");
  if (clients_.empty()) return io_.stop();
  stop_deadline_.expires_after(options_.close_timeout);
  stop_deadline_.async_wait([this](error_code) { io_.stop(); });
}

StreamServer::StreamServer(const ServerOptions& options, StreamSource& source)
    : core_(std::make_shared<Core>(options, source)) {
  core_->start();
}

StreamServer::~StreamServer() {
  core_->stop();
}

std::uint16_t StreamServer::port() const {
  return core_->port();
}

std::string StreamServer::url() const {
  const ServerOptions& options = core_->options();
  const bool any = options.address == "0.0.0.0" || options.address == "::";
  return fmt::format("http://{}:{}/#{}", any ? "127.0.0.1" : url_host(options.address), port(), options.token);
}

ServerFigures StreamServer::figures() const {
  const Counters& counters = std::as_const(*core_).counters();
  ServerFigures figures;
  figures.clients = counters.clients;
  figures.clients_total = counters.clients_total;
  figures.frames_sent = counters.frames_sent;
  figures.frames_dropped = counters.frames_dropped;
  figures.messages_refused = counters.messages_refused;
  figures.requests_refused = counters.requests_refused;
  return figures;
}

bool is_loopback(const std::string& address) {
  return parsed_address(address).is_loopback();
}

}  // namespace stiction
