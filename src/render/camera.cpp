#include "render/camera.h"

#include <cmath>
#include <numbers>

namespace stiction {

Vec3 Camera::to_view(const Vec3& p) const {
  const Vec3 d = p - eye;
  return {right.dot(d), down.dot(d), forward.dot(d)};
}

Vec2 Camera::to_picture(const Vec3& view) const {
  return {0.5 * width + focal * view.x() / view.z(), 0.5 * height + focal * view.y() / view.z()};
}

Vec3 Camera::ray(double x, double y) const {
  return forward + right * ((x - 0.5 * width) / focal) + down * ((y - 0.5 * height) / focal);
}

Mat3 axes_of(const Vec3& up) {
  const Vec3 helper = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  Mat3 axes;
  axes.col(2) = up;
  axes.col(1) = up.cross(helper).normalized();
  axes.col(0) = axes.col(1).cross(up);
  return axes;
}

Camera camera_at(const Vec3& target, double distance, const View& view, const Vec3& up, int width, int height) {
  constexpr double kRadians = std::numbers::pi / 180;
  const double azimuth = view.azimuth * kRadians, elevation = view.elevation * kRadians;
  const Mat3 axes = axes_of(up);
  const Vec3 level = axes * Vec3(std::cos(azimuth), std::sin(azimuth), 0);
  Camera camera;
  camera.forward = -(std::cos(elevation) * level + std::sin(elevation) * up);
  camera.right = axes * Vec3(-std::sin(azimuth), std::cos(azimuth), 0);
  camera.down = camera.forward.cross(camera.right);
  camera.eye = target - distance * camera.forward;
  camera.focal = 0.5 * height / std::tan(0.5 * kFieldOfView * kRadians);
  camera.near = 1e-3 * distance;
  camera.width = width;
  camera.height = height;
  return camera;
}

}  // namespace stiction
