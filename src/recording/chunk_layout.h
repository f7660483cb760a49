// The order of the numbers in an inflated chunk, shared by both directions. Internal to this room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "recording/chunk.h"
#include "recording/frame.h"

namespace stiction::chunk_layout {

// 8-byte words per frame.
enum FrameSeries : std::size_t { kTime, kStep, kResidual, kPenetration, kKinetic, kPotential, kElastic, kFrameSeries };
// Position, rotation (w x y z), velocity, angular velocity.
inline constexpr std::size_t kBodySeries = 13;
enum FrameCount : std::size_t { kIterations, kSystems, kContacts, kFrameCounts };  // u32 per frame
inline constexpr std::size_t kContactFields = sizeof(FrameContact) / sizeof(std::uint32_t);
inline constexpr std::uint8_t kJudged = 1, kConverged = 2;  // flags

static_assert(sizeof(FrameContact) == 52, "contacts are copied as thirteen 4-byte words");

inline std::size_t series_count(std::size_t body_count) {
  return kFrameSeries + kBodySeries * body_count;
}

// Without contacts [bytes].
inline std::size_t frame_size(const FrameShape& shape) {
  return 8 * series_count(shape.bodies) + 1 + shape.bodies + 4 * kFrameCounts + 12 * shape.deforming_vertices +
         4 * kStageCount;
}

inline std::size_t raw_size(std::size_t frames, const FrameShape& shape, std::size_t contacts) {
  return frames * frame_size(shape) + contacts * sizeof(FrameContact);
}

}  // namespace stiction::chunk_layout
