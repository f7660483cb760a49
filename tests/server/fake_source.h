// A source without a simulation: it answers every message at once, or keeps it until it is told to.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/stream_source.h"

namespace stiction {

class FakeSource : public StreamSource {
 public:
  explicit FakeSource(bool answers = true) : answers_(answers) {}

  void set_sink(StreamSink* sink) override {
    const std::lock_guard lock(mutex_);
    sink_ = sink;
  }
  std::vector<StreamMessage> welcome() override {
    return {StreamMessage::text(R"({"type":"description","description":{}})")};
  }
  void submit(int client, std::string json, Reply reply) override {
    std::unique_lock lock(mutex_);
    messages_.emplace_back(client, json);
    if (!answers_) {
      kept_.push_back(std::move(reply));
      changed_.notify_all();
      return;
    }
    lock.unlock();
    changed_.notify_all();
    reply(StreamMessage::text(R"({"type":"reply","of":)" + json + padding_ + "}"));
  }
  bool has_large_answer(std::string_view type) const override { return type == "save"; }
  void client_gone(int client) override {
    const std::lock_guard lock(mutex_);
    gone_.push_back(client);
    changed_.notify_all();
  }
  void set_audience(int clients, std::int64_t dropped) override {
    const std::lock_guard lock(mutex_);
    clients_ = clients;
    dropped_ = dropped;
    changed_.notify_all();
  }

  // Before there are clients: answers get so much longer [bytes].
  void lengthen_answers(std::size_t bytes) { padding_.assign(bytes, ' '); }

  void send_frame(const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    if (sink_ != nullptr) sink_->send_frame(std::make_shared<const std::string>(bytes));
  }
  void send_status(const std::string& json) {
    const std::lock_guard lock(mutex_);
    if (sink_ != nullptr) sink_->send_status(std::make_shared<const std::string>(json));
  }
  void send_to_all(StreamMessage message) {
    const std::lock_guard lock(mutex_);
    if (sink_ != nullptr) sink_->send_to_all(std::move(message));
  }
  void answer_kept() {
    std::vector<Reply> kept;
    {
      const std::lock_guard lock(mutex_);
      kept = std::exchange(kept_, {});
    }
    for (const Reply& reply : kept) reply(StreamMessage::text(R"({"type":"reply"})"));
  }

  // Waits until `condition(*this)` holds, with a generous limit. The getters below are for the condition.
  template <class Condition>
  bool wait_until(const Condition& condition) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return condition(*this); });
  }
  const std::vector<std::pair<int, std::string>>& messages() const { return messages_; }
  std::size_t message_count() {
    const std::lock_guard lock(mutex_);
    return messages_.size();
  }
  const std::vector<int>& gone() const { return gone_; }
  int clients() const { return clients_; }
  std::int64_t dropped() const { return dropped_; }

 private:
  const bool answers_;
  std::string padding_;
  std::mutex mutex_;
  std::condition_variable changed_;
  StreamSink* sink_ = nullptr;
  std::vector<std::pair<int, std::string>> messages_;
  std::vector<Reply> kept_;
  std::vector<int> gone_;
  int clients_ = 0;
  std::int64_t dropped_ = 0;
};

}  // namespace stiction
