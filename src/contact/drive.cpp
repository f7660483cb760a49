#include "contact/drive.h"

namespace stiction {

Drive make_drive(const Model& model, int body, const State& state, double step) {
  const BodyState& moving = state.bodies[body];
  Drive drive;
  drive.origin = moving.center;
  drive.velocity = moving.velocity;
  drive.angular_velocity = moving.angular_velocity;
  drive.surface = moving.rotation * surface_velocity(model.motions, body, state.time);
  const double speed = moving.angular_velocity.norm();
  if (speed > 0) {
    const Mat3 turn = Eigen::AngleAxisd(step * speed, moving.angular_velocity / speed).toRotationMatrix();
    drive.chord = (turn - Mat3::Identity()) / step;
  }
  return drive;
}

Vec3 drive_velocity(const Drive& drive, const Vec3& center, const Vec3& point, const Vec3& normal) {
  const Vec3 along = drive.surface - normal.dot(drive.surface) * normal;  // a belt runs within its surface
  return drive.velocity + drive.chord * (center - drive.origin) + drive.angular_velocity.cross(point - center) + along;
}

}  // namespace stiction
