#include "model/hand_path.h"

#include <algorithm>

#include "model/turn.h"

namespace stiction {
namespace {

// Mean velocities of the straight piece from key i to key i + 1.
struct Piece {
  double duration;  // [s]
  Vec3 velocity;    // [m/s]
  Vec3 turning;     // world axes [rad/s]
};

Piece piece(const std::vector<MotionKey>& keys, std::size_t i) {
  const MotionKey &from = keys[i], &to = keys[i + 1];
  const double duration = to.time - from.time;
  return {duration, (to.pose.position - from.pose.position) / duration,
          turn_of(to.pose.rotation * from.pose.rotation.conjugate()) / duration};
}

Vec3 harmonic_mean(const Vec3& before, double before_duration, const Vec3& after, double after_duration) {
  const double w_before = (before_duration + 2 * after_duration) / (3 * (before_duration + after_duration));
  Vec3 mean = Vec3::Zero();
  for (int axis = 0; axis < 3; ++axis) {
    const double a = before[axis], b = after[axis];
    if (a * b > 0) mean[axis] = 1 / (w_before / a + (1 - w_before) / b);
  }
  return mean;
}

struct Velocities {
  Vec3 velocity = Vec3::Zero();  // [m/s]
  Vec3 turning = Vec3::Zero();   // world axes [rad/s]
};

Velocities velocities_at(const std::vector<MotionKey>& keys, std::size_t i) {
  if (i == 0 || i + 1 == keys.size()) return {};
  const Piece before = piece(keys, i - 1), after = piece(keys, i);
  return {harmonic_mean(before.velocity, before.duration, after.velocity, after.duration),
          harmonic_mean(before.turning, before.duration, after.turning, after.duration)};
}

}  // namespace

Pose pose_on_path(const std::vector<MotionKey>& keys, double time) {
  const auto later =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const MotionKey& key) { return t < key.time; });
  if (later == keys.begin()) return keys.front().pose;
  if (later == keys.end()) return keys.back().pose;
  const auto i = static_cast<std::size_t>(later - keys.begin()) - 1;
  const Pose &p = keys[i].pose, &q = keys[i + 1].pose;
  const Velocities start = velocities_at(keys, i), end = velocities_at(keys, i + 1);
  const double duration = keys[i + 1].time - keys[i].time;
  const double s = (time - keys[i].time) / duration;
  // Cumulative Bernstein polynomials of degree 3: the control points are a third of the end velocities away.
  const double b1 = s * (3 + s * (s - 3)), b2 = s * s * (3 - 2 * s), b3 = s * s * s;
  const Vec3 leg1 = duration / 3 * start.velocity, leg3 = duration / 3 * end.velocity;
  const Vec3 leg2 = q.position - p.position - leg1 - leg3;
  const Vec3 turn1 = duration / 3 * start.turning, turn3 = duration / 3 * end.turning;
  const Quat middle = turned_by(-turn3) * q.rotation * (turned_by(turn1) * p.rotation).conjugate();
  return {p.position + b1 * leg1 + b2 * leg2 + b3 * leg3,
          (turned_by(b3 * turn3) * turned_by(b2 * turn_of(middle)) * turned_by(b1 * turn1) * p.rotation).normalized()};
}

}  // namespace stiction
