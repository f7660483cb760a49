// Messages of clients, one a line: judged as the server does, then carried out by a live simulation of a small world.
#include "fuzz/fuzz_target.h"
#include "fuzz/tiny_scene.h"
#include "live/clock.h"
#include "live/live_loop.h"
#include "server/incoming.h"

namespace stiction::fuzz {
namespace {

constexpr int kClients = 3, kMostMessages = 20;

// Passes by itself, so that steps fall due.
class Clock final : public LiveClock {
 public:
  double now() override { return now_ += 0.004; }
  double cpu() override { return now_; }

 private:
  double now_ = 100;  // [s]
};

class Listener final : public LiveListener {
 public:
  void on_frame(std::shared_ptr<const std::string> chunk) override { require(!chunk->empty(), "frames are not empty"); }
  void on_status(std::shared_ptr<const std::string> json) override {
    require(message_type(*json).has_value(), "a status is an object");
  }
};

void run(std::string_view input) {
  static const Scene scene = tiny_scene();
  LiveOptions options;
  options.spare_boxes = options.spare_spheres = 1;
  Clock clock;
  Listener listener;
  LiveLoop loop(scene, options, clock, listener);
  for (int i = 0; i < kMostMessages && !input.empty(); ++i) {
    const std::string line(input.substr(0, input.find('\n')));
    input.remove_prefix(std::min(input.size(), line.size() + 1));
    token_of_hello(line);
    begins_as_load(line);
    if (!message_type(line)) continue;
    loop.handle(i % kClients, line, [](const std::string& reply) {
      require(reply.empty() || message_type(reply).has_value(), "a reply is an object");
    });
    loop.run_due();
  }
  for (int client = 0; client < kClients; ++client) loop.client_gone(client);
  loop.run_due();
  loop.finish();
}

}  // namespace
}  // namespace stiction::fuzz

STICTION_FUZZ_TARGET(messages, .run = stiction::fuzz::run)
