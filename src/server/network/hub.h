// What connections need of the server, and what they share. The headers of this folder are parts of stream_server.cpp,
// the one file that is compiled with Boost.Beast, which takes long.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "server/access.h"
#include "server/stream_server.h"

namespace stiction::network {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using net::ip::tcp;
using websocket::close_code;

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
  virtual bool has_large_answer(std::string_view type) const = 0;
  virtual void submit(int client, std::string json, bool is_heavy) = 0;  // answered by Client::answer
  virtual void ended(int client, bool was_welcomed) = 0;
};

}  // namespace stiction::network
