// The bodies of a recording as they are drawn: what stays the same from frame to frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recording/recording_info.h"
#include "render/color.h"
#include "render/surface_mesh.h"

namespace stiction {

struct PictureBody {
  SurfaceMesh mesh;  // empty for planes
  Color color = Color::Constant(0.5F);
  bool is_plane = false;
  PlaneShape plane;  // body coordinates
  bool fixed = false;
  // A body that deforms has its vertices in every frame, from this one on [vertices].
  bool deforms = false;
  std::size_t first_deforming = 0;
};

struct PictureBodies {
  std::vector<PictureBody> bodies;  // in the frames' order
  Vec3 up = Vec3::UnitZ();          // the world axis nearest to the opposite of gravity
};

PictureBodies picture_bodies(const RecordingInfo& info);

}  // namespace stiction
