// A simulation on its own thread that can be played, paused, stepped, reset, slowed, changed and touched while it runs.
// No network in it: messages come in by submit() and go out to a listener. docs/reference/live-sessions.md describes
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "live/live_report.h"
#include "scenes/scene.h"

namespace stiction {

class HapticDevice;

struct LiveOptions {
  int threads = 1;            // of the simulation; 0: all cores
  double frame_rate = 60;     // frames given to the listener, at most so many a second [1/s]
  double status_rate = 10;    // status messages, beside those after changes [1/s]
  std::filesystem::path out;  // folder for recordings; empty: there are none
  int max_recordings = 200;   // files, from the start to the end of the session; more are refused
  int spare_boxes = 32;       // bodies that can be dropped
  int spare_spheres = 16;
  std::size_t queue_size = 256;  // commands that wait; more are refused
  // Devices of the scene's hands, in their order (live/device.h). A hand without one follows its path, or a client.
  std::vector<std::shared_ptr<HapticDevice>> devices;
};

// Called on the session's thread; must return at once, and must not call the session's functions but submit() and
// refresh().
class LiveListener {
 public:
  virtual ~LiveListener() = default;
  virtual void on_frame(std::shared_ptr<const std::string> chunk) = 0;  // one frame, packed
  virtual void on_status(std::shared_ptr<const std::string> json) = 0;
};

class LiveSession {
 public:
  // Paused at first. Throws InputError on impossible options, or if the folder cannot be written.
  LiveSession(const Scene& scene, const LiveOptions& options);
  // Ends the thread after the present step; commands that still wait are answered by an error.
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  // nullptr: none. After it returns the old listener is not called any more. The new one gets a frame and a status.
  void set_listener(LiveListener* listener);
  // A frame and a status soon, even while it is paused: for those who have just come.
  void refresh();
  // What every status says about those who watch: how many, and how many frames were left out for them.
  void set_audience(int clients, std::int64_t dropped);

  std::string description() const;

  // The answer to a message, one JSON object; "" where none is wanted (a `move` without id). Called exactly once, on
  // the session's thread; on the caller's within submit() if the queue is full or the session ends.
  using Reply = std::function<void(std::string json)>;
  // One message, whole. client: any number that tells the clients apart. Any thread; never blocks for long.
  void submit(int client, std::string json, Reply reply);
  // What the client holds is let go. Any thread; never refused.
  void client_gone(int client);

  // Ends the thread after the present step, as the destructor does: what is reported from then on is all.
  void end();
  LiveReport report() const;  // any thread

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction
