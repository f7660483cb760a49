// What stands behind the server: something that sends frames and answers messages. The server knows nothing else of it.
//
// Both sides live on threads of their own. Calls return at once; nobody waits for a client.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

using SharedBytes = std::shared_ptr<const std::string>;

// One WebSocket message to a client.
struct StreamMessage {
  SharedBytes bytes;  // null: nothing to send
  bool binary = false;

  static StreamMessage text(std::string json) { return {std::make_shared<const std::string>(std::move(json)), false}; }
  static StreamMessage chunk(std::string bytes) {
    return {std::make_shared<const std::string>(std::move(bytes)), true};
  }
};

// The server, as the source sees it. Calls are allowed from any thread.
class StreamSink {
 public:
  virtual ~StreamSink() = default;
  virtual void send_frame(SharedBytes chunk) = 0;       // to everyone; a newer frame replaces one that was not sent yet
  virtual void send_status(SharedBytes json) = 0;       // likewise
  virtual void send_to_all(StreamMessage message) = 0;  // to everyone, never dropped
};

class StreamSource {
 public:
  virtual ~StreamSource() = default;

  // Null ends it: the old sink is not called any more once this returns.
  virtual void set_sink(StreamSink* sink) = 0;

  // What a client gets first.
  virtual std::vector<StreamMessage> welcome() = 0;

  // One message of a client, a whole JSON object. `reply` is called exactly once, on whatever thread.
  using Reply = std::function<void(StreamMessage)>;
  virtual void submit(int client, std::string json, Reply reply) = 0;

  // Is the answer to messages of this type large? A client gets one such answer at a time. Called from any thread.
  virtual bool has_large_answer(std::string_view /*type*/) const { return false; }

  virtual void client_gone(int client) = 0;

  // How many clients there are, and how many frames were dropped for them so far. Called when it changes.
  virtual void set_audience(int /*clients*/, std::int64_t /*dropped*/) {}
};

}  // namespace stiction
