// Serves one page over HTTP and a stream over WebSockets (docs/reference/live-protocol.md, docs/security.md). Boost
// stays behind this header.
//
// All network work is done on one thread of the server's own. A slow or dead client costs its own frames and nothing
// else: eight frames and statuses are under way to it at most, one waits, a newer one takes its place.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "server/stream_source.h"

namespace stiction {

inline constexpr std::uint16_t kDefaultPort = 8765;

struct ServerOptions {
  std::string address = "127.0.0.1";  // in numbers; anything but loopback is the caller's explicit wish
  std::uint16_t port = kDefaultPort;  // 0: any that is free
  bool port_may_change = false;       // take another one if it is taken
  std::string token;                  // what a client must know
  std::string_view page;              // what GET / answers; must outlive the server

  std::size_t max_clients = 8;                      // that have said hello
  std::size_t max_connections = 32;                 // of any kind
  std::size_t max_message = std::size_t{64} << 10;  // [bytes]
  std::size_t max_load = std::size_t{16} << 20;     // of a message with a saved state, after hello [bytes]
  // Of one client. It is not read further until there is less. Large messages, and those whose answer is large, are
  // answered one at a time.
  std::size_t max_unanswered = 64;                  // messages
  std::size_t max_waiting = std::size_t{1} << 20;   // of answers behind the one that is being sent [bytes]
  double message_rate = 2000;                       // of one client [1/s]
  std::chrono::milliseconds request_timeout{5000};  // for a whole request
  std::chrono::milliseconds answer_timeout{60000};  // for a client to take the whole page
  std::chrono::milliseconds hello_timeout{5000};    // from the handshake to hello
  std::chrono::milliseconds idle_timeout{120000};   // without a sign of life; a ping goes out half-way
  std::chrono::milliseconds close_timeout{2000};    // for the client's part in closing
};

// Since the start.
struct ServerFigures {
  std::uint64_t clients = 0;        // that said hello and are there now
  std::uint64_t clients_total = 0;  // that said hello
  std::uint64_t frames_sent = 0;
  std::uint64_t frames_dropped = 0;    // of clients too slow for them
  std::uint64_t messages_refused = 0;  // each of which ended its connection
  std::uint64_t requests_refused = 0;  // HTTP requests and handshakes
};

class StreamServer {
 public:
  // Listens once it returns. Throws InputError if the address is none of this machine or the port is taken. `source`
  // must outlive the server.
  StreamServer(const ServerOptions& options, StreamSource& source);
  ~StreamServer();  // says goodbye to the clients (close code 1001)
  StreamServer(const StreamServer&) = delete;
  StreamServer& operator=(const StreamServer&) = delete;

  std::uint16_t port() const;
  std::string url() const;  // with the token in its fragment
  ServerFigures figures() const;

 private:
  class Core;
  std::shared_ptr<Core> core_;  // also kept by replies that are still to come
};

// Is this an address of the machine itself that no other machine can reach? Throws InputError if it is no address.
bool is_loopback(const std::string& address);

}  // namespace stiction
