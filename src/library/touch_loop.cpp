#include "stiction/touch_loop.h"

#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "live/clock.h"
#include "live/pacer.h"
#include "live/time_histogram.h"

namespace stiction {

struct TouchLoop::Impl {
  World world;
  int body;
  TouchDevice& device;
  SystemClock clock{};
  Pacer pacer;
  std::thread thread{};
  std::atomic<bool> wanted = false, running = false;
  std::exception_ptr failure = nullptr;

  mutable std::mutex mutex{};  // of what follows
  TimeHistogram cpu{}, wall{};
  std::int64_t late = 0, converged = 0;

  Impl(World w, const std::string& name, TouchDevice& d)
      : world(std::move(w)), body(world.body_index(name)), device(d), pacer(world.step_size()) {
    world.hand(body);  // throws if there is none
  }

  void take_step() {
    const double begin = clock.now(), cpu_begin = clock.cpu();
    if (const auto target = device.read(world.time() + world.step_size()))
      world.move_hand(body, target->position, target->rotation);
    const bool has_converged = world.step().converged;
    device.write(world.hand(body));
    const double end = clock.now();
    const std::lock_guard lock(mutex);
    cpu.add(clock.cpu() - cpu_begin);
    wall.add(end - begin);
    late += pacer.step_ended(end) ? 1 : 0;
    converged += has_converged ? 1 : 0;
  }

  template <class GoOn>
  void loop(const GoOn& go_on) {
    pacer.start(clock.now());
    while (go_on()) {
      sleep_until(pacer.due());
      take_step();
    }
  }

  void require_stopped() const {
    if (running) throw InputError("the loop runs: stop() it first");
  }
};

TouchLoop::TouchLoop(World world, const std::string& body, TouchDevice& device)
    : impl_(std::make_unique<Impl>(std::move(world), body, device)) {}

TouchLoop::~TouchLoop() {
  impl_->wanted = false;
  if (impl_->thread.joinable()) impl_->thread.join();
}

void TouchLoop::run(double seconds) {
  impl_->require_stopped();
  const std::int64_t end = impl_->world.step_count() + std::llround(seconds / impl_->world.step_size());
  impl_->loop([&] { return impl_->world.step_count() < end; });
}

void TouchLoop::start() {
  if (impl_->running) return;
  stop();  // one that has ended by itself
  impl_->wanted = impl_->running = true;
  impl_->thread = std::thread([this] {
    try {
      impl_->loop([this] { return impl_->wanted.load(); });
    } catch (...) {
      impl_->failure = std::current_exception();
    }
    impl_->running = false;
  });
}

void TouchLoop::stop() {
  impl_->wanted = false;
  if (impl_->thread.joinable()) impl_->thread.join();
  if (impl_->failure) std::rethrow_exception(std::exchange(impl_->failure, nullptr));
}

bool TouchLoop::running() const {
  return impl_->running;
}

TouchTiming TouchLoop::timing() const {
  const std::lock_guard lock(impl_->mutex);
  constexpr double kMs = 1e3;
  const TimeHistogram &cpu = impl_->cpu, &wall = impl_->wall;
  return {cpu.count(),
          impl_->late,
          impl_->converged,
          kMs * cpu.quantile(0.5),
          kMs * cpu.quantile(0.99),
          kMs * cpu.max(),
          kMs * wall.quantile(0.5),
          kMs * wall.quantile(0.99),
          kMs * wall.max()};
}

World& TouchLoop::world() {
  impl_->require_stopped();
  return impl_->world;
}

}  // namespace stiction
