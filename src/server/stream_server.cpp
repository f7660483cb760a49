#include "server/stream_server.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "server/network/connection.h"

namespace stiction {

using namespace network;

namespace {

constexpr int kOtherPorts = 10;                         // tried in order before any that is free
constexpr std::chrono::milliseconds kAcceptPause{100};  // after a failure to accept: out of descriptors

net::ip::address parsed_address(const std::string& text) {
  error_code error;
  const net::ip::address address = net::ip::make_address(text, error);
  if (error) {
    throw InputError(fmt::format(
        "--bind '{}' is not an address in numbers, such as 192.168.1.5 or ::1 (0.0.0.0: all of this machine's)", text));
  }
  return address;
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
  bool has_large_answer(std::string_view type) const override { return source_->has_large_answer(type); }
  void submit(int client, std::string json, bool is_heavy) override;
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
  if (error == boost::system::errc::address_not_available) {
    throw InputError(
        fmt::format("--bind {}: this machine has no such address; take one of its own, or 0.0.0.0 for all "
                    "of them",
                    options_.address));
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

void StreamServer::Core::submit(int client, std::string json, bool is_heavy) {
  // The reply may come when the server is gone; what it needs stays until then.
  source_->submit(client, std::move(json), [core = shared_from_this(), client, is_heavy](StreamMessage message) {
    net::post(core->io_, [self = core.get(), client, is_heavy, message = std::move(message)]() mutable {
      const auto found = self->clients_.find(client);
      if (found != self->clients_.end()) found->second->answer(std::move(message), is_heavy);
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
