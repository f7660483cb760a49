// Draws frames of a recording. Same bits for any number of threads; memory is reused from frame to frame.
#pragma once

#include <optional>

#include "recording/frame.h"
#include "render/camera.h"
#include "render/image.h"
#include "render/lighting.h"
#include "render/picture_bodies.h"
#include "render/screen_triangles.h"

namespace stiction {

// What is constant over the pictures of a recording.
struct PictureSetting {
  Vec3 center = Vec3::Zero();  // common centre [m]; the camera is relative to it
  Camera camera;
  double radius = 1;  // of what is framed, about the centre [m]
  Theme theme = Theme::light();
  // A floor for scenes that have none, so that shadows fall on something: its height above the centre [m].
  std::optional<double> floor;
};

class Renderer {
 public:
  // `bodies` must outlive the renderer.
  Renderer(const PictureBodies& bodies, const PictureSetting& setting);

  // The bodies of the frame, which must be as many. The reference holds until the next call.
  Image& draw(const Frame& frame);

 private:
  void draw_tile(int tile);

  const PictureBodies& bodies_;
  PictureSetting setting_;
  Vec3f to_key_;  // direction of the key light
  Soup soup_;
  ScreenTriangles triangles_;
  Lighting lighting_;
  Image image_;
};

}  // namespace stiction
