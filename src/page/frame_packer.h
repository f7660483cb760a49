// Packs frames into chunks for the page in the browser: whole numbers of the page's units, differences from frame to
// frame, byte planes, deflated. docs/reference/page-format.md has the layout.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "page/page_scene.h"
#include "recording/chunk.h"
#include "recording/deflate.h"

namespace stiction {

// What a chunk says about a frame beside its bodies and contacts.
struct FrameFigures {
  double time = 0;                              // [s]
  double step = 0;                              // steps taken
  std::array<float, 8 + kStageCount> series{};  // in the order of the layout
  std::uint32_t contacts = 0;
};
FrameFigures figures_of(const Frame& frame);

// Memory is reused from chunk to chunk.
class FramePacker {
 public:
  FramePacker(const PageUnits& units, const FrameShape& shape, DeflateEffort effort = DeflateEffort::kFast);
  // The figures of frames alone: no bodies, no contacts.
  static FramePacker of_figures(DeflateEffort effort = DeflateEffort::kFast);

  // Numbers that are not finite or too large for their unit become the nearest that can be kept; not-a-numbers zero.
  void add(const Frame& frame);
  void add(const FrameFigures& figures);  // where there are figures alone
  std::size_t frame_count() const { return times_.size(); }
  std::size_t raw_size() const;  // of the frames so far [bytes]

  // The chunk of the frames so far, of which there must be at least one; starts afresh.
  // first_frame: its index in the whole replay or stream. deflate: false leaves the bytes as they are.
  void pack(std::uint32_t first_frame, bool deflate, std::string& to);  // replaces `to`
  std::string pack(std::uint32_t first_frame, bool deflate);

 private:
  void add_body(const FrameBody& body);
  void add_contact(const FrameContact& contact);
  void gather();
  void clear();

  PageUnits units_;
  FrameShape shape_;
  bool figures_only_ = false;
  std::vector<double> times_, steps_;          // frame_count
  std::vector<float> figures_;                 // frame_count x kFigures
  std::vector<std::uint32_t> contact_counts_;  // frame_count
  std::vector<std::uint8_t> present_;          // frame_count x bodies
  std::vector<std::int32_t> bodies_;           // frame_count x 13 bodies
  std::vector<std::int32_t> contacts_;         // contact_count x 13
  std::vector<std::int32_t> vertices_;         // frame_count x 3 deforming_vertices
  std::string raw_, packed_;
  Deflater deflater_;
};

}  // namespace stiction
