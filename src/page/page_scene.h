// What the page in the browser shows, and in what units it gets its numbers. docs/reference/page-format.md has the
// formats.
#pragma once

#include "base/types.h"
#include "recording/frame.h"
#include "recording/recording_info.h"

namespace stiction {

// What one count of the whole numbers in chunks stands for. All are powers of two: decoding is exact.
struct PageUnits {
  double position = 1;          // [m]; also of deforming vertices
  double rotation = 1;          // of a quaternion's numbers
  double velocity = 1;          // [m/s]
  double angular_velocity = 1;  // [rad/s]
  double force = 1;             // [N]
  double gap = 1;               // [m]
  double normal = 1;            // of a unit vector's numbers
};

struct PageScene {
  RecordingInfo info;
  PageUnits units;
  Aabb extent;        // of what there is to see, for the camera [m]; never empty
  double weight = 1;  // of all free bodies, for the scale of arrows [N]; > 0
};

// start: the scene's first frame, which says where bodies are.
// Positions are kept to about 1e-5 of the median size of the free bodies, velocities to as much of the speed that they
// have after falling so far, forces to 1e-7 of the weight (coarser where steps are so short that a
// blow would not fit). Without gravity weight and speeds are those on Earth.
PageScene page_scene(RecordingInfo info, const Frame& start);

}  // namespace stiction
