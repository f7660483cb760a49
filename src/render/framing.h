// Where the camera stands: found from where the bodies are in the frames of the pictures.
#pragma once

#include <optional>
#include <vector>

#include "render/renderer.h"

namespace stiction {

struct ViewWishes {
  std::optional<double> azimuth, elevation;  // [degrees], as in View; else chosen so that fixed bodies hide little
  double distance = 1;                       // factor on the distance at which everything just fits
  int width = 1280, height = 720;            // [pixels]
};

class Framing {
 public:
  // `bodies` must outlive the framing.
  explicit Framing(const PictureBodies& bodies) : bodies_(bodies) {}
  void add(const Frame& frame);

  // Everything that was added in the picture, but planes, fixed bodies much larger than the free ones, and what flew
  // far away. Without bodies: a metre about the origin.
  PictureSetting setting(const ViewWishes& wishes, const Theme& theme) const;

 private:
  struct Box {
    Aabb bounds;  // body coordinates, as deformed [m]
    Pose pose;
    Vec3 center = Vec3::Zero();  // world [m]
    double radius = 0;           // [m]
  };
  struct Shown {
    std::vector<Vec3> points;  // corners of boxes, world [m]
    bool has_floor = false;    // a plane or a large fixed body
  };
  Shown what_to_show() const;
  View chosen_view(const ViewWishes& wishes, const std::vector<Vec3>& points, const PictureSetting& setting) const;
  void add_points(const Box& box, std::vector<Vec3>& points) const;

  const PictureBodies& bodies_;
  std::vector<Box> free_, fixed_;  // a body in a frame each; fixed ones once
  bool has_floor_ = false;         // a plane that faces upwards
};

}  // namespace stiction
