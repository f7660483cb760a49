// What a live session shows: its description, and frames one by one.
#pragma once

#include <memory>
#include <string>

#include "live/live_world.h"
#include "page/frame_packer.h"
#include "recording/recording_info.h"

namespace stiction {

class FrameStream {
 public:
  FrameStream(const LiveWorld& world, const RecordingInfo& info, bool can_record);

  const std::string& description() const { return description_; }
  // The present instant as a chunk of one frame, not deflated: browsers on the same machine need no smaller one.
  std::shared_ptr<const std::string> pack(const LiveWorld& world);

 private:
  std::string description_;
  std::unique_ptr<FramePacker> packer_;
  Frame frame_;
  std::uint32_t index_ = 0;
};

}  // namespace stiction
