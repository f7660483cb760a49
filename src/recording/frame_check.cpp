#include "recording/frame_check.h"

#include <algorithm>
#include <cmath>

#include "recording/info_json.h"

namespace stiction {
namespace {

constexpr double kUnitTolerance = 1e-6;  // of a rotation's quaternion

template <typename Numbers>
bool all_finite(const Numbers& numbers) {
  return std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); });
}

bool is_sound(const FrameBody& body) {
  return body.position.allFinite() && body.velocity.allFinite() && body.angular_velocity.allFinite() &&
         std::abs(body.rotation.norm() - 1) < kUnitTolerance;
}

bool is_sound(const FrameContact& contact) {
  return all_finite(contact.point) && all_finite(contact.normal) && all_finite(contact.force_on_b) &&
         std::isfinite(contact.gap);
}

bool is_sound(const Frame& frame) {
  const auto is_sound_item = [](const auto& item) { return is_sound(item); };
  return std::isfinite(frame.time) && frame.step >= 0 && frame.step <= kMostSteps &&
         std::ranges::all_of(frame.bodies, is_sound_item) && std::ranges::all_of(frame.contacts, is_sound_item) &&
         all_finite(frame.surface_vertices);
}

// steps: from the frame to the next.
bool are_in_order(const Frame& frame, const Frame& next, bool is_last, std::int64_t interval) {
  const std::int64_t steps = next.step - frame.step;
  return frame.time <= next.time && (steps == interval || (is_last && steps > 0 && steps < interval));
}

}  // namespace

bool are_sound(const std::vector<Frame>& frames, const ChunkHeader& header, std::int64_t frame_interval) {
  if (frames.front().time != header.first_time || frames.back().time != header.last_time) return false;
  if (!std::ranges::all_of(frames, [](const Frame& frame) { return is_sound(frame); })) return false;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    if (!are_in_order(frames[i - 1], frames[i], i + 1 == frames.size(), frame_interval)) return false;
  }
  return true;
}

}  // namespace stiction
