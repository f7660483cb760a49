// What is under way to a client and was not seen to arrive. Frames and statuses wait for those before them, so that a
// client that reads slowly gets what is new, and not what the buffers of two operating systems have kept for it.
//
// Pings tell what arrived: they are answered in their turn, and one is under way at a time.
#pragma once

#include <cstdint>
#include <optional>

namespace stiction {

class FlowWindow {
 public:
  explicit FlowWindow(std::uint64_t limit) : limit_(limit) {}

  bool is_open() const { return sent_ - arrived_ < limit_; }
  void add() { ++sent_; }

  // Should a ping follow what was sent?
  bool wants_ping() const { return !asked_ && sent_ != arrived_; }
  bool is_ping_underway() const { return asked_.has_value(); }
  void ping_sent() { asked_ = sent_; }
  // All that was sent before the ping has come.
  void ping_answered() {
    arrived_ = asked_.value_or(arrived_);
    asked_.reset();
  }

 private:
  std::uint64_t limit_;
  std::uint64_t sent_ = 0, arrived_ = 0;  // messages
  std::optional<std::uint64_t> asked_;    // messages sent before the ping that is under way
};

}  // namespace stiction
