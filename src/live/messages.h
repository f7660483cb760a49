// What a live session says, as JSON: replies, statuses, and its part of the description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "live/live_statistics.h"
#include "live/live_world.h"

namespace stiction {

struct LiveStatus {
  bool playing = false;
  double speed = 1;
  double achieved = 0;   // simulated time per real time
  double period_ms = 0;  // real time from step to step
  bool recording = false;
  std::string recording_error;  // why it ended by itself, "" otherwise
  std::string stopped;          // why the simulation stopped, "" otherwise
};

std::string status_message(const LiveWorld& world, const LiveStatus& status, const LiveStatistics& statistics);

// The value of the description's key "live".
std::string live_description(const LiveWorld& world, bool can_record);

// members: of the reply beside type, id and ok, as JSON text that begins with a comma (", \"body\": 3"), or empty.
std::string reply_message(std::optional<std::int64_t> id, const std::string& members = "");
std::string error_message(std::optional<std::int64_t> id, const std::string& error);

}  // namespace stiction
