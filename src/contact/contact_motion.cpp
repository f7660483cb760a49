#include "contact/contact_motion.h"

#include <algorithm>

namespace stiction {

Vec3 scripted_velocity(const Model& model, const Prediction& prediction, const State& state, const Contact& contact) {
  const int drive_a = prediction.drive_of_body[contact.body_a], drive_b = prediction.drive_of_body[contact.body_b];
  Vec3 w = Vec3::Zero();
  // About which the other body turns; points of a body whose frame does not turn move each by itself.
  const auto center_of = [&](int body) -> const Vec3& {
    const Body& other = model.bodies[body];
    return other.deforms() && !other.deformable->frame_turns() ? contact.point : state.bodies[body].center;
  };
  if (drive_b >= 0) {
    const Vec3& center = center_of(contact.body_a);
    w += drive_velocity(prediction.drives[drive_b], center, contact.point, contact.normal);
  }
  if (drive_a >= 0) {
    const Vec3& center = center_of(contact.body_b);
    w -= drive_velocity(prediction.drives[drive_a], center, contact.point, contact.normal);
  }
  return w;
}

std::optional<double> normal_velocity(const Model& model, const Prediction& prediction, const State& state,
                                      const FreeVelocities& velocities, const Contact& contact) {
  Vec3 apart = scripted_velocity(model, prediction, state, contact);
  bool known = true;
  const auto add_side = [&](int body, const MaterialPoint& material, double sign) {
    const int deforming = prediction.deforming_index(body), block = prediction.block_of_body[body];
    if (deforming >= 0) {
      Vec3 velocity;
      const DeformingBody& side = prediction.deforming[deforming];
      if (!side.takes_part) return;
      known = known && velocities.deforming[deforming].size() > 0 &&
              side.motion->point_velocity({material, contact.point}, velocities.deforming[deforming], velocity);
      if (known) apart += sign * velocity;
    } else if (block >= 0) {
      const auto v = velocities.rigid.segment<6>(6 * block);
      apart += sign * (v.head<3>() + Vec3(v.tail<3>()).cross(contact.point - state.bodies[body].center));
    }
  };
  add_side(contact.body_a, contact.material_a, -1);
  add_side(contact.body_b, contact.material_b, +1);
  if (!known) return std::nullopt;
  return contact.normal.dot(apart);
}

void set_course(const Prediction& prediction, const FreeVelocities& velocities, std::vector<BodyCourse>& course) {
  course.resize(prediction.block_of_body.size());
  for (int body = 0; body < static_cast<int>(course.size()); ++body) {
    BodyCourse& own = course[body];
    const int deforming = prediction.deforming_index(body), block = prediction.block_of_body[body];
    own.is_known = prediction.drive_of_body[body] < 0;
    if (deforming >= 0 && prediction.deforming[deforming].takes_part) {
      const VecX& velocity = velocities.deforming[deforming];
      own.is_known =
          velocity.size() > 0 && prediction.deforming[deforming].motion->surface_motion(velocity, own.motion);
    } else if (block >= 0) {
      own.motion.velocity = velocities.rigid.segment<3>(6 * block);
      own.motion.angular_velocity = velocities.rigid.segment<3>(6 * block + 3);
    } else {
      own.motion.velocity.setZero();
      own.motion.angular_velocity.setZero();
      own.motion.rate.setZero();
      std::fill(own.motion.vertex_velocities.begin(), own.motion.vertex_velocities.end(), Vec3::Zero());
    }
  }
}

}  // namespace stiction
