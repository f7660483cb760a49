#include "live/live_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "recording/output_file.h"
#include "scenes/scene_writer.h"

namespace stiction {
namespace {

constexpr double kFrameSeconds = 0.01;  // simulated time between recorded frames, at least [s]
constexpr double kLongAgo = -1e9;       // [s]

const LiveOptions& checked(const LiveOptions& options) {
  if (!(options.frame_rate > 0) || !(options.status_rate > 0)) {
    throw InputError("rates of frames and statuses must be positive");
  }
  if (options.spare_boxes < 0 || options.spare_spheres < 0) throw InputError("spare bodies: must be zero or more");
  return options;
}

RecordingInfo info_of(const Scene& scene) {
  const auto interval = std::max<std::int64_t>(1, std::llround(std::ceil(kFrameSeconds / scene.step * (1 - 1e-9))));
  return recording_info(scene, interval, write_scene(scene));
}

}  // namespace

LiveLoop::LiveLoop(const Scene& scene, const LiveOptions& options, LiveClock& clock, LiveListener& listener)
    : options_(checked(options)),
      clock_(clock),
      listener_(listener),
      world_(scene, options),
      info_(info_of(world_.scene())),
      stream_(world_, info_, !options.out.empty()),
      recorder_(options.out, info_, options.max_recordings),
      statistics_(scene.name, scene.step),
      pacer_(scene.step),
      last_frame_(kLongAgo),
      last_status_(kLongAgo) {
  statistics_.set_solver(world_.simulation().options().name);
}

void LiveLoop::client_gone(int client) {
  world_.client_gone(client);
  status_wanted_ = true;
}

void LiveLoop::count_played_time(double now) {
  if (status_.playing) statistics_.add_played_time(now - played_until_);
  played_until_ = now;
}

void LiveLoop::pause() {
  answer_steps();
  count_played_time(clock_.now());
  status_.playing = false;
}

void LiveLoop::stop(const std::string& why) {
  pause();
  status_.stopped = why;
  statistics_.set_stopped(why);
  refresh();
}

void LiveLoop::time_has_jumped() {
  answer_steps();
  status_.stopped.clear();
  statistics_.set_stopped("");
  statistics_.set_solver(world_.simulation().options().name);
  statistics_.start_recent();
  recording([this] { recorder_.after_time_jump(world_); });
}

// Steps that were asked for and are still to come are left out.
void LiveLoop::answer_steps() {
  if (!steps_) return;
  const Steps steps = *std::exchange(steps_, std::nullopt);
  if (status_.stopped.empty()) {
    steps.reply(reply_message(steps.id, ", \"steps\": " + std::to_string(steps.taken)));
  } else {
    steps.reply(error_message(steps.id, status_.stopped));
  }
  refresh();
}

// Runs what records; a full disk ends the recording, not the simulation.
template <class Action>
void LiveLoop::recording(const Action& action) {
  try {
    action();
  } catch (const std::exception& error) {
    status_.recording_error = error.what();
    statistics_.set_recording_error(error.what());
    status_wanted_ = true;
  }
}

void LiveLoop::take_step(bool played) {
  TimedStep timed;
  timed.played = played;
  const double start = clock_.now(), cpu = clock_.cpu();
  try {
    const StepReport& report = world_.step();
    timed.cpu = clock_.cpu() - cpu;
    const double end = clock_.now();
    timed.wall = end - start;
    timed.late = played && pacer_.step_ended(end);
    if (played) achieved_.add(end, world_.simulation().step_size());
    statistics_.add_step(timed, report);
  } catch (const std::exception& error) {
    status_.stopped = error.what();
    return stop(error.what());
  }
  frame_wanted_ = true;
  recording([this] { recorder_.after_step(world_); });
}

void LiveLoop::send_frame(double now) {
  listener_.on_frame(stream_.pack(world_));
  statistics_.add_frame();
  frame_wanted_ = false;
  last_frame_ = now;
}

void LiveLoop::send_status(double now) {
  count_played_time(now);
  status_.speed = pacer_.speed();
  status_.achieved = status_.playing ? achieved_.value(now) : 0;
  status_.period_ms = 1e3 * pacer_.period();
  status_.recording = recorder_.is_on();
  listener_.on_status(std::make_shared<const std::string>(status_message(world_, status_, statistics_)));
  status_wanted_ = false;
  last_status_ = now;
  recording([this] { recorder_.poll(); });
}

double LiveLoop::run_due() {
  if (steps_) {
    take_step(false);
    if (steps_ && ++steps_->taken == steps_->wanted) answer_steps();
  } else if (status_.playing && clock_.now() >= pacer_.due()) {
    take_step(true);
  }
  const double now = clock_.now();
  if (frame_wanted_ && now >= last_frame_ + 1 / options_.frame_rate) send_frame(now);
  const double rate = status_wanted_ ? options_.frame_rate : options_.status_rate;
  if (now >= last_status_ + 1 / rate) send_status(now);
  return next_call();
}

double LiveLoop::next_call() const {
  if (steps_) return kLongAgo;
  double next = last_status_ + 1 / (status_wanted_ ? options_.frame_rate : options_.status_rate);
  if (frame_wanted_) next = std::min(next, last_frame_ + 1 / options_.frame_rate);
  if (status_.playing) next = std::min(next, pacer_.due());
  return next;
}

void LiveLoop::finish() {
  pause();
  recording([this] { recorder_.finish(); });
}

}  // namespace stiction
