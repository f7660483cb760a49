// A pinhole camera. Everything in this room is in world axes, in metres from a common centre near the bodies, so that
// single precision is enough.
#pragma once

#include <Eigen/Core>

#include "base/types.h"

namespace stiction {

using Vec3f = Eigen::Vector3f;

struct Camera {
  Vec3 eye = Vec3(0, -5, 0);       // [m]
  Vec3 right = Vec3::UnitX();      // unit, to the right of the picture
  Vec3 down = -Vec3::UnitZ();      // unit, downwards in the picture
  Vec3 forward = Vec3::UnitY();    // unit, into the picture
  double focal = 1000;             // [pixels]
  double near = 1e-3;              // nothing is seen nearer than this [m]
  int width = 1280, height = 720;  // [pixels]

  // In the camera's axes: right, down, depth [m].
  Vec3 to_view(const Vec3& p) const;
  // Picture coordinates [pixels] of a point in front of the camera, in its axes; (0, 0) is the upper left corner.
  Vec2 to_picture(const Vec3& view) const;
  // The direction, with depth 1, in which a point of the picture is seen.
  Vec3 ray(double x, double y) const;
};

// Where the camera stands, seen from what it looks at.
struct View {
  double azimuth = -60;   // [degrees], counter-clockwise from x about the vertical
  double elevation = 18;  // above the horizon [degrees]
  double distance = 1;    // 1: what is framed just fits
};

constexpr double kFieldOfView = 28;  // vertical [degrees]

// A camera in the direction of `view` from `target`, at `distance` [m]; `up` is a unit vector.
Camera camera_at(const Vec3& target, double distance, const View& view, const Vec3& up, int width, int height);

// Axes about the vertical: x and y as near to those of the world as can be, z up.
Mat3 axes_of(const Vec3& up);

}  // namespace stiction
