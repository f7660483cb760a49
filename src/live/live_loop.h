// What a live session does, in the order in which it is done, on one thread and by a clock that can be any: commands,
// steps when they are due, frames and statuses.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "live/clock.h"
#include "live/frame_stream.h"
#include "live/live_recorder.h"
#include "live/live_session.h"
#include "live/live_statistics.h"
#include "live/live_world.h"
#include "live/messages.h"
#include "live/pacer.h"

namespace stiction {

class LiveLoop {
 public:
  using Reply = LiveSession::Reply;

  // Paused at first. The clock and the listener must outlive it. Throws InputError.
  LiveLoop(const Scene& scene, const LiveOptions& options, LiveClock& clock, LiveListener& listener);

  const std::string& description() const { return stream_.description(); }
  const LiveWorld& world() const { return world_; }
  LiveStatistics& statistics() { return statistics_; }

  // Answers one message: at once, or, for steps, when they have been taken. Never throws.
  void handle(int client, const std::string& json, const Reply& reply);
  void client_gone(int client);
  void refresh() { frame_wanted_ = status_wanted_ = true; }

  // Does what is due: one step at most, a frame, a status. When it wants to be called again at the latest [s]; in the
  // past if at once.
  double run_due();
  // Something that should not have happened: the simulation stops, and can be reset.
  void stop(const std::string& why);
  // Ends what is under way.
  void finish();

 private:
  struct Steps {  // asked for one by one
    int wanted = 0, taken = 0;
    std::optional<std::int64_t> id;
    Reply reply;
  };

  // What the reply says beside ok, as reply_message takes it.
  std::string carry_out(int client, const command::Play& play);
  std::string carry_out(int client, const command::Pause& pause);
  std::string carry_out(int client, const command::Step& step);
  std::string carry_out(int client, const command::Reset& reset);
  std::string carry_out(int client, const command::Speed& speed);
  std::string carry_out(int client, const command::Solver& solver);
  std::string carry_out(int client, const command::Friction& friction);
  std::string carry_out(int client, const command::Gravity& gravity);
  std::string carry_out(int client, const command::Grab& grab);
  std::string carry_out(int client, const command::Move& move);
  std::string carry_out(int client, const command::Release& release);
  std::string carry_out(int client, const command::Drop& drop);
  std::string carry_out(int client, const command::Save& save);
  std::string carry_out(int client, const command::Load& load);
  std::string carry_out(int client, const command::Record& record);
  std::string carry_out(int client, const command::Hand& hand);

  void require_running() const;
  void pause();
  void answer_steps();
  void time_has_jumped();
  void take_step(bool played);
  template <class Action>
  void recording(const Action& action);
  void count_played_time(double now);
  void send_frame(double now);
  void send_status(double now);
  double next_call() const;

  LiveOptions options_;
  LiveClock& clock_;
  LiveListener& listener_;
  LiveWorld world_;
  RecordingInfo info_;
  FrameStream stream_;
  LiveRecorder recorder_;
  LiveStatistics statistics_;
  Pacer pacer_;
  AchievedSpeed achieved_;
  LiveStatus status_;
  std::optional<Steps> steps_;
  bool frame_wanted_ = true, status_wanted_ = true;
  double last_frame_, last_status_;  // [s]
  double played_until_ = 0;          // [s]
};

}  // namespace stiction
