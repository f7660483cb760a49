#include "bench/peers/observer.h"

#include <algorithm>
#include <cmath>

namespace stiction::bench {
namespace {

constexpr double kWindow = 1;  // [s]

double displacement(const PeerScene& scene, const Vec3& way) {
  return scene.judge == Judge::kDropped ? way.head<2>().norm() : way.norm();
}

bool has_fallen(const PeerScene& scene, const Vec3& way) {
  switch (scene.judge) {
    case Judge::kMoved:
      return way.norm() > scene.limit;
    case Judge::kDropped:
      return -way.z() > scene.limit;
    case Judge::kPoured:
      return false;
  }
  return false;
}

}  // namespace

Observer::Observer(const PeerScene& scene) : scene_(scene), state_(initial_state(scene.model)), collider_(scene.model) {
  for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
    if (scene.model.bodies[i].fixed) continue;
    free_.push_back(static_cast<int>(i));
    start_.push_back(scene.model.bodies[i].start.position);
  }
  last_ = start_;
  older_.centers = newer_.centers = start_;
}

void Observer::observe(double time, const std::vector<Pose>& poses) {
  const double passed = time - time_;
  double speed = 0;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const Pose& pose = poses[free_[k]];
    if (!pose.position.allFinite() || !pose.rotation.coeffs().allFinite()) finite_ = false;
    const Vec3 way = pose.position - start_[k];
    speed = std::max(speed, (pose.position - last_[k]).norm() / passed);
    drift_ = std::max(drift_, displacement(scene_, way));
    fell_ = fell_ || has_fallen(scene_, way);
    last_[k] = pose.position;
  }
  time_ = time;
  fell_ = fell_ || !finite_;
  older_.speed = std::max(older_.speed, speed);
  newer_.speed = std::max(newer_.speed, speed);
  if (time - newer_.start > kWindow * (1 - 1e-9)) {
    std::swap(older_, newer_);
    newer_ = {time, last_, 0};
  }
}

double Observer::penetration(const std::vector<Pose>& poses) {
  if (!finite_) return std::nan("");
  for (int body : free_) {
    BodyState& state = state_.bodies[body];
    state.rotation = poses[body].rotation;
    state.center = poses[body].to_world(scene_.model.bodies[body].mass.center);
  }
  collider_.collide(state_, scene_.step, contacts_);
  double deepest = 0;
  for (const Contact& contact : contacts_) deepest = std::max(deepest, -contact.gap);
  return deepest;
}

double Observer::creep() const {
  double farthest = 0;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    farthest = std::max(farthest, displacement(scene_, last_[k] - older_.centers[k]));
  }
  return time_ > older_.start ? farthest / (time_ - older_.start) : 0;
}

double Observer::speed() const {
  return older_.speed;
}

int Observer::outside() const {
  if (scene_.judge != Judge::kPoured) return 0;
  return static_cast<int>(std::count_if(last_.begin(), last_.end(), [&](const Vec3& center) {
    return center.z() < 0 || center.head<2>().lpNorm<Eigen::Infinity>() > scene_.box;
  }));
}

}  // namespace stiction::bench
