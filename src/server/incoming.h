// What clients send, judged before it reaches the source.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stiction {

// The token of a hello message; none if the text is anything else.
std::optional<std::string> token_of_hello(std::string_view text);

// The "type" of a message that is one JSON object, "" if it has none that is a text. None: the message is no object.
// Where a number is beyond the range of doubles, the rest is left to whoever reads it.
std::optional<std::string> message_type(std::string_view text);

// Does a message that begins so, of which more than the usual size has come, announce itself as a saved state? Its type
// stands among the first bytes then.
bool begins_as_load(std::string_view beginning);

// At most so many messages a second: a bucket that fills steadily, and holds a second's worth.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  RateLimit(double per_second, Clock::time_point now) : per_second_(per_second), left_(per_second), last_(now) {}
  // False: this message is one too many.
  bool take(Clock::time_point now);

 private:
  double per_second_;
  double left_;
  Clock::time_point last_;
};

}  // namespace stiction
