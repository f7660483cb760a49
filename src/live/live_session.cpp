#include "live/live_session.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "live/live_loop.h"

namespace stiction {
namespace {

// Waits for commands end so long before a step is due: the rest is left to the more exact timer [s].
constexpr double kTimerReserve = 2e-3;

constexpr std::size_t kQuicklyRead = 65536;  // of a message [bytes]

constexpr double kPatience = 0.1;  // after something that may happen again at once [s]

struct Waiting {
  int client = 0;
  std::string json;
  LiveSession::Reply reply;  // empty: the client has gone
};

}  // namespace

class LiveSession::Impl : private LiveListener {
 public:
  Impl(const Scene& scene, const LiveOptions& options)
      : queue_size_(options.queue_size), loop_(scene, options, clock_, *this), thread_([this] { run(); }) {}

  ~Impl() override { end(); }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  LiveLoop& loop() { return loop_; }

  void set_listener(LiveListener* listener) {
    const std::lock_guard lock(listener_mutex_);
    listener_ = listener;
  }

  void refresh() {
    {
      const std::lock_guard lock(mutex_);
      refresh_ = true;
    }
    wake_.notify_one();
  }

  void submit(int client, std::string json, Reply reply) {
    std::string refusal;
    {
      const std::lock_guard lock(mutex_);
      if (ending_) refusal = "the session has ended";
      if (queue_.size() >= queue_size_) refusal = "too many messages wait; send them more slowly";
      if (refusal.empty()) queue_.push_back({client, std::move(json), std::move(reply)});
    }
    if (refusal.empty()) {
      wake_.notify_one();
    } else {
      refuse(json, reply, refusal);
    }
  }

  void client_gone(int client) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back({client, "", nullptr});
    }
    wake_.notify_one();
  }

 private:
  void on_frame(std::shared_ptr<const std::string> chunk) override {
    const std::lock_guard lock(listener_mutex_);
    if (listener_ != nullptr) listener_->on_frame(std::move(chunk));
  }
  void on_status(std::shared_ptr<const std::string> json) override {
    const std::lock_guard lock(listener_mutex_);
    if (listener_ != nullptr) listener_->on_status(std::move(json));
  }

  void refuse(const std::string& json, const Reply& reply, const std::string& why) {
    loop_.statistics().add_command(true);
    // On the caller's thread, which has no time for megabytes.
    const std::optional<std::int64_t> id = json.size() <= kQuicklyRead ? read_message(json).id : std::nullopt;
    reply(error_message(id, why));
  }

  // False when the session ends.
  bool take_messages() {
    {
      const std::lock_guard lock(mutex_);
      std::swap(queue_, taken_);
      if (refresh_) loop_.refresh();
      refresh_ = false;
      if (ending_) return false;
    }
    for (const Waiting& message : taken_) handle(message);
    taken_.clear();
    return true;
  }

  void handle(const Waiting& message) {
    try {
      if (message.reply) {
        loop_.handle(message.client, message.json, message.reply);
      } else {
        loop_.client_gone(message.client);
      }
    } catch (const std::exception& error) {  // out of memory, or a reply that throws
      stop(error);
    }
  }

  // Where there is no memory for this either, the next step fails as well and is stopped then.
  void stop(const std::exception& error) noexcept {
    try {
      loop_.stop(error.what());
    } catch (const std::exception&) {
    }
  }

  // Ends what is under way. Messages that still wait are answered as long as that works.
  void finish() noexcept {
    try {
      loop_.finish();
      for (const Waiting& message : taken_) {
        if (message.reply) refuse(message.json, message.reply, "the session has ended");
      }
    } catch (const std::exception& error) {
      stop(error);
    }
  }

  void wait_until(double time) {
    const double now = clock_.now();
    if (time <= now) return;
    if (time - now <= kTimerReserve) return sleep_until(time);
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, std::chrono::duration<double>(time - now - kTimerReserve / 2),
                   [this] { return !queue_.empty() || refresh_ || ending_; });
  }

  void run() {
    while (take_messages()) {
      try {
        wait_until(loop_.run_due());
      } catch (const std::exception& error) {
        stop(error);
        sleep_until(clock_.now() + kPatience);
      }
    }
    finish();
  }

  std::size_t queue_size_;
  SystemClock clock_;
  std::mutex mutex_;  // of the next four
  std::vector<Waiting> queue_;
  bool refresh_ = false, ending_ = false;
  std::condition_variable wake_;
  std::vector<Waiting> taken_;  // by the thread
  std::mutex listener_mutex_;
  LiveListener* listener_ = nullptr;
  LiveLoop loop_;  // the thread's, but for its description and statistics
  std::thread thread_;
};

LiveSession::LiveSession(const Scene& scene, const LiveOptions& options)
    : impl_(std::make_unique<Impl>(scene, options)) {}
LiveSession::~LiveSession() = default;

void LiveSession::set_listener(LiveListener* listener) {
  impl_->set_listener(listener);
  impl_->refresh();
}
void LiveSession::refresh() {
  impl_->refresh();
}
void LiveSession::set_audience(int clients, std::int64_t dropped) {
  impl_->loop().statistics().set_audience({clients, dropped});
}
std::string LiveSession::description() const {
  return impl_->loop().description();
}
void LiveSession::submit(int client, std::string json, Reply reply) {
  impl_->submit(client, std::move(json), std::move(reply));
}
void LiveSession::client_gone(int client) {
  impl_->client_gone(client);
}
void LiveSession::end() {
  impl_->end();
}
LiveReport LiveSession::report() const {
  return impl_->loop().statistics().report();
}

}  // namespace stiction
