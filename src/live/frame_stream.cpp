#include "live/frame_stream.h"

#include "live/messages.h"
#include "page/page_description.h"
#include "page/page_scene.h"

namespace stiction {
namespace {

// Scales and camera are those of the scene without the spare bodies, which come last.
PageScene shown_scene(const LiveWorld& world, const RecordingInfo& info, const Frame& start) {
  RecordingInfo own = info;
  own.bodies.resize(info.bodies.size() - world.spares().boxes.size() - world.spares().spheres.size());
  PageScene page = page_scene(std::move(own), start);
  page.info = info;
  return page;
}

}  // namespace

FrameStream::FrameStream(const LiveWorld& world, const RecordingInfo& info, bool can_record) {
  capture_frame(world.simulation(), false, frame_);
  const PageScene page = shown_scene(world, info, frame_);
  description_ = page_description(page, live_description(world, can_record));
  packer_ = std::make_unique<FramePacker>(page.units, frame_shape(info));
}

std::shared_ptr<const std::string> FrameStream::pack(const LiveWorld& world) {
  capture_frame(world.simulation(), world.has_step(), frame_);
  packer_->add(frame_);
  return std::make_shared<const std::string>(packer_->pack(index_++, false));
}

}  // namespace stiction
