// The loop of a device that is moved by hand and pushes back: a world stepped in real time, its pose in, force out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "stiction/world.h"

namespace stiction {

struct TouchTarget {
  Vector3 position;  // of the body's origin [m]
  Quaternion rotation;
};

// Both functions are called once a step, on the loop's thread, and must return at once: a device with a driver of its
// own keeps the latest pose and force for it.
class TouchDevice {
 public:
  virtual ~TouchDevice() = default;
  // Where it wants the body at `time`, the end of the coming step [s]. nullopt: the hand stays where it was.
  virtual std::optional<TouchTarget> read(double time) = 0;
  virtual void write(const HandReading& felt) = 0;
};

// Steps and their times; those of the processor do not count what other programs took.
struct TouchTiming {
  std::int64_t steps = 0;
  std::int64_t late = 0;                                  // ended after the next one was due
  std::int64_t converged = 0;                             // to the solver's tolerance
  double cpu_p50_ms = 0, cpu_p99_ms = 0, cpu_max_ms = 0;  // of the loop's thread; p50 and p99 within 6 %
  double wall_p50_ms = 0, wall_p99_ms = 0, wall_max_ms = 0;
};

// A step begins when it is due, every World::step_size() seconds. One that ends late costs its own ticks: they are left
// out, never caught up with in a burst. For 1,000 Hz give the world a step of 1e-3 s, the solver a tolerance of 1e-3
// and a budget_ms of 0.7, and one thread.
class TouchLoop {
 public:
  // A hand has to hold the body. The device must outlive the loop. Throws InputError.
  TouchLoop(World world, const std::string& body, TouchDevice& device);
  ~TouchLoop();  // stops
  TouchLoop(const TouchLoop&) = delete;
  TouchLoop& operator=(const TouchLoop&) = delete;

  // On the calling thread, until `seconds` [s] of simulated time have passed. Throws what World::step throws.
  void run(double seconds);
  // On a thread of its own, until stop(), which waits for it and throws what ended the loop before, if anything did.
  void start();
  void stop();
  bool running() const;

  TouchTiming timing() const;  // so far; any thread may ask
  World& world();              // only while the loop does not run: throws InputError otherwise

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
