// What waits to be sent to one client: answers in order, and of status and frames only the newest.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "server/stream_source.h"

namespace stiction {

class SendQueue {
 public:
  void add(StreamMessage message) {
    message_bytes_ += message.bytes->size();
    messages_.push_back(std::move(message));
  }
  void set_status(SharedBytes json) { status_ = std::move(json); }
  // True if a frame that was not sent yet gave way.
  bool set_frame(SharedBytes chunk) {
    const bool replaced = frame_ != nullptr;
    frame_ = std::move(chunk);
    return replaced;
  }

  // Without status and frame.
  std::size_t message_count() const { return messages_.size(); }
  std::size_t message_bytes() const { return message_bytes_; }

  // The next one to send: answers first (a description goes before the frames it describes), then, if the client has
  // taken those before them (`in_window`), status and frame.
  std::optional<StreamMessage> next(bool in_window) {
    if (!messages_.empty()) {
      StreamMessage message = std::move(messages_.front());
      messages_.pop_front();
      message_bytes_ -= message.bytes->size();
      return message;
    }
    if (!in_window) return std::nullopt;
    if (status_ != nullptr) return StreamMessage{std::exchange(status_, nullptr), false};
    if (frame_ != nullptr) return StreamMessage{std::exchange(frame_, nullptr), true};
    return std::nullopt;
  }

 private:
  std::deque<StreamMessage> messages_;
  std::size_t message_bytes_ = 0;
  SharedBytes status_, frame_;
};

}  // namespace stiction
