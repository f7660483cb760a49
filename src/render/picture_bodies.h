// The bodies of a recording as they are drawn: what stays the same from frame to frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
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
  int material = 0;  // in the model
};

struct PictureBodies {
  std::vector<PictureBody> bodies;  // in the frames' order
  Vec3 up = Vec3::UnitZ();          // the world axis nearest to the opposite of gravity
};

// `origin` names the recording in errors. Throws InputError if the model has no body that `info` names.
PictureBodies picture_bodies(const Model& model, const RecordingInfo& info, const std::string& origin);

// The same for a model alone, all bodies in its order.
PictureBodies picture_bodies(const Model& model);

}  // namespace stiction
