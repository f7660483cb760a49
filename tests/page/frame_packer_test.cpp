#include "page/frame_packer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "page/decoding.h"
#include "recording/frames.h"

namespace stiction {
namespace {

using test::DecodedChunk;
using test::RandomFrames;

constexpr double kMax = std::numeric_limits<std::int32_t>::max();

PageUnits some_units() {
  return {std::exp2(-17), std::exp2(-20), std::exp2(-16), std::exp2(-14),
          std::exp2(-10), std::exp2(-21), std::exp2(-16)};
}

// Is `counts` the nearest whole number of units, or the nearest there is?
bool is_nearest(std::int32_t counts, double value, double unit) {
  if (std::isnan(value)) return counts == 0;
  const double wanted = std::clamp(value / unit, -kMax, kMax);
  return std::abs(counts - wanted) <= 0.5;
}

bool same_figure(float kept, double value) {
  if (std::isnan(value)) return kept == 0;
  constexpr double kLargest = std::numeric_limits<float>::max();
  return kept == static_cast<float>(std::clamp(value, -kLargest, kLargest));
}

void check_body(const DecodedChunk& chunk, std::size_t b, std::size_t f, const FrameBody& body, const PageUnits& u) {
  const Quat& q = body.rotation;
  const double rotation[] = {q.w(), q.x(), q.y(), q.z()};
  RC_ASSERT(chunk.present[b * chunk.frames + f] == (body.present ? 1 : 0));
  for (int k = 0; k < 3; ++k) {
    RC_ASSERT(is_nearest(chunk.body(b, k, f), body.position[k], u.position));
    RC_ASSERT(is_nearest(chunk.body(b, 7 + k, f), body.velocity[k], u.velocity));
    RC_ASSERT(is_nearest(chunk.body(b, 10 + k, f), body.angular_velocity[k], u.angular_velocity));
  }
  for (int k = 0; k < 4; ++k) RC_ASSERT(is_nearest(chunk.body(b, 3 + k, f), rotation[k], u.rotation));
}

void check_contact(const DecodedChunk& chunk, std::size_t i, const FrameContact& contact, const PageUnits& u) {
  RC_ASSERT(chunk.contact(0, i) == contact.body_a);
  RC_ASSERT(chunk.contact(1, i) == contact.body_b);
  RC_ASSERT(chunk.contact(2, i) == static_cast<std::int32_t>(contact.state));
  for (int k = 0; k < 3; ++k) {
    RC_ASSERT(is_nearest(chunk.contact(3 + k, i), contact.point[k], u.position));
    RC_ASSERT(is_nearest(chunk.contact(6 + k, i), contact.normal[k], u.normal));
    RC_ASSERT(is_nearest(chunk.contact(10 + k, i), contact.force_on_b[k], u.force));
  }
  RC_ASSERT(is_nearest(chunk.contact(9, i), contact.gap, u.gap));
}

void check_figures(const DecodedChunk& chunk, std::size_t f, const Frame& frame) {
  RC_ASSERT(test::same_bits(chunk.time[f], frame.time));
  RC_ASSERT(chunk.step[f] == static_cast<double>(frame.step));
  const double values[] = {frame.residual,
                           frame.penetration,
                           frame.kinetic_energy,
                           frame.potential_energy,
                           frame.elastic_energy,
                           static_cast<double>(frame.iterations),
                           static_cast<double>(frame.systems)};
  for (std::size_t k = 0; k < 7; ++k) RC_ASSERT(same_figure(chunk.figures[k][f], values[k]));
  RC_ASSERT(chunk.figures[7][f] == (frame.judged ? (frame.converged ? 1 : 0) : -1));
  for (std::size_t k = 0; k < 6; ++k) {
    RC_ASSERT(same_figure(chunk.figures[8 + k][f], 1e3 * static_cast<double>(frame.stage_seconds[k])));
  }
  RC_ASSERT(chunk.contact_counts[f] == frame.contacts.size());
}

RC_GTEST_PROP(FramePacker, KeepsEveryNumberToHalfAUnitAndCutsWhatIsTooLarge, ()) {
  const auto bodies = *rc::gen::inRange<std::size_t>(0, 6), vertices = *rc::gen::inRange<std::size_t>(0, 4);
  const auto count = *rc::gen::inRange<std::size_t>(1, 12);
  const auto first = *rc::gen::arbitrary<std::uint32_t>();
  const bool deflate = *rc::gen::arbitrary<bool>();
  const auto effort = *rc::gen::element(DeflateEffort::kFast, DeflateEffort::kSmall);
  const PageUnits units = some_units();
  FramePacker packer(units, {bodies, vertices}, effort);
  RandomFrames random(*rc::gen::arbitrary<std::uint64_t>(), bodies, vertices);
  for (int round = 0; round < 2; ++round) {  // the second chunk knows nothing of the first
    const std::vector<Frame> frames = random.several(count);
    for (const Frame& frame : frames) packer.add(frame);
    RC_ASSERT(packer.frame_count() == count);
    const std::size_t raw_size = packer.raw_size();
    const DecodedChunk chunk(packer.pack(first, deflate));
    RC_ASSERT(packer.frame_count() == 0U);
    RC_ASSERT(chunk.raw_size == raw_size);
    RC_ASSERT((chunk.packed_size > 0) == deflate);
    RC_ASSERT(chunk.frames == count);
    RC_ASSERT(chunk.first == first);
    RC_ASSERT(chunk.bodies == bodies);
    RC_ASSERT(chunk.vertices == vertices);
    RC_ASSERT(chunk.begin == frames.front().time);
    RC_ASSERT(chunk.end == frames.back().time);
    std::size_t contact = 0;
    for (std::size_t f = 0; f < count; ++f) {
      check_figures(chunk, f, frames[f]);
      for (std::size_t b = 0; b < bodies; ++b) check_body(chunk, b, f, frames[f].bodies[b], units);
      for (const FrameContact& c : frames[f].contacts) check_contact(chunk, contact++, c, units);
      for (std::size_t v = 0; v < 3 * vertices; ++v) {
        RC_ASSERT(is_nearest(chunk.vertex_words[v * count + f], frames[f].surface_vertices[v], units.position));
      }
    }
    RC_ASSERT(chunk.contacts == contact);
  }
}

TEST(FramePacker, OfFiguresKeepsNothingElse) {
  const std::vector<Frame> frames = RandomFrames(3, 4, 2).several(20);
  FramePacker packer = FramePacker::of_figures();
  for (const Frame& frame : frames) packer.add(frame);
  const DecodedChunk chunk(packer.pack(0, true));
  EXPECT_EQ(chunk.frames, 20U);
  EXPECT_EQ(chunk.bodies + chunk.contacts + chunk.vertices, 0U);
  EXPECT_EQ(chunk.raw_size, 20 * (8 * 2 + 4 * 15));
  for (std::size_t f = 0; f < frames.size(); ++f) EXPECT_EQ(chunk.contact_counts[f], frames[f].contacts.size());
}

TEST(FramePacker, TheSameFramesGiveTheSameBytes) {
  const std::vector<Frame> frames = RandomFrames(4, 3).several(10);
  std::string chunks[2];
  FramePacker used(some_units(), {3, 0});
  for (const Frame& frame : RandomFrames(5, 3).several(17)) used.add(frame);
  used.pack(0, true);
  FramePacker fresh(some_units(), {3, 0});
  for (const Frame& frame : frames) {
    used.add(frame);
    fresh.add(frame);
  }
  EXPECT_EQ(used.pack(7, true), fresh.pack(7, true));
}

TEST(FramePacker, BodiesAtRestCostNextToNothing) {
  Frame frame = RandomFrames(9, 100).next();
  const auto size_of = [&](int count) {
    FramePacker packer(some_units(), {100, 0}, DeflateEffort::kSmall);
    for (int i = 0; i < count; ++i) {
      frame.time += 0.01;
      packer.add(frame);
    }
    return static_cast<double>(packer.pack(0, true).size());
  };
  EXPECT_LT((size_of(101) - size_of(1)) / 100, 60);  // [bytes] a frame; 5.3 kB as they are
}

}  // namespace
}  // namespace stiction
