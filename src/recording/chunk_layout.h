// The order of the numbers in an inflated chunk, shared by both directions. Internal to this room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "recording/frame.h"

namespace stiction::chunk_layout {

enum FrameSeries : std::size_t { kTime, kStep, kResidual, kPenetration, kFrameSeries };  // 8-byte words per frame
inline constexpr std::size_t kBodySeries = 13;  // position, rotation (w x y z), velocity, angular velocity
inline constexpr std::size_t kContactFields = sizeof(FrameContact) / sizeof(std::uint32_t);
inline constexpr std::uint8_t kJudged = 1, kConverged = 2;  // flags

static_assert(sizeof(FrameContact) == 48, "contacts are copied as twelve 4-byte words");

inline std::size_t series_count(std::size_t body_count) {
  return kFrameSeries + kBodySeries * body_count;
}

inline std::size_t raw_size(std::size_t frames, std::size_t bodies, std::size_t contacts) {
  return frames * (8 * series_count(bodies) + 1 + bodies + 8) + contacts * sizeof(FrameContact);
}

}  // namespace stiction::chunk_layout
