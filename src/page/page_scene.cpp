#include "page/page_scene.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kEarthGravity = 9.81;  // [m/s^2]
constexpr double kPositionShare = 1e-5;
constexpr double kVelocityShare = 1e-5;
constexpr double kForceShare = 1e-7;
constexpr double kStopSpeed = 10;        // the force that stops the heaviest body from it in one step fits [m/s]
constexpr double kLargestCount = 1.5e9;  // of 32 bits, whichever way the unit is rounded
constexpr double kLargeFixed = 3;        // fixed bodies so many times larger than all free ones together are left out
constexpr double kDeepestFall = 8;       // a plane below by more than so many sizes of what falls is left out of sight
constexpr double kFarthest = 1e12;       // a body beyond has been thrown out of the scene [m]
constexpr double kAlone = 1;             // size where nothing can be seen [m]

// The surface placed in the world, or as it is.
Aabb bounds_of(const ShownSurface& surface, const Pose& pose) {
  Aabb box;
  for (std::size_t i = 0; i < surface.vertex_count(); ++i) {
    const float* v = &surface.vertices[3 * i];
    box.include(pose.to_world(Vec3(v[0], v[1], v[2])));
  }
  return box;
}

double nearest_power_of_two(double number) {
  return std::exp2(std::round(std::log2(number)));
}

// Median of the longest edges of the bodies' own bounding boxes [m].
double median_size(const RecordingInfo& info) {
  std::vector<double> of_surface, free, all;
  for (const ShownSurface& surface : info.surfaces) {
    const Aabb box = bounds_of(surface, Pose{});
    of_surface.push_back(surface.vertices.empty() ? 0 : (box.max - box.min).maxCoeff());
  }
  for (const RecordedBody& body : info.bodies) {
    if (body.surface < 0 || !(of_surface[body.surface] > 0)) continue;
    all.push_back(of_surface[body.surface]);
    if (!body.fixed) free.push_back(of_surface[body.surface]);
  }
  std::vector<double>& sizes = free.empty() ? all : free;
  if (sizes.empty()) return kAlone;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

double diagonal(const Aabb& box) {
  return (box.max - box.min).norm();
}

// Down to the plane that what is in the box will fall on, so that it is seen where it lands.
void include_landing(const RecordingInfo& info, const Frame& start, Aabb& box) {
  if (!(info.gravity.norm() > 0)) return;
  const Vec3 down = info.gravity.normalized(), center = 0.5 * (box.min + box.max);
  double way = kDeepestFall * diagonal(box);
  bool lands = false;
  for (std::size_t i = 0; i < info.bodies.size(); ++i) {
    if (!info.bodies[i].plane || !start.bodies[i].present) continue;
    const PlaneShape& plane = *info.bodies[i].plane;
    const Pose pose{start.bodies[i].position, start.bodies[i].rotation};
    const Vec3 normal = pose.rotation * plane.normal;
    const double height = normal.dot(center - pose.position) - plane.offset, slope = -normal.dot(down);
    if (height <= 0 || !(slope > 0) || height > way * slope) continue;
    way = height / slope;
    lands = true;
  }
  if (lands) box.include(center + way * down);
}

// Present bodies: the free ones, and the fixed ones that are not very large beside them.
Aabb extent_of(const RecordingInfo& info, const Frame& start) {
  Aabb free, all;
  std::vector<Aabb> fixed;
  for (std::size_t i = 0; i < info.bodies.size(); ++i) {
    const FrameBody& placed = start.bodies[i];
    if (info.bodies[i].surface < 0 || !placed.present) continue;
    const Aabb box = bounds_of(info.surfaces[info.bodies[i].surface], {placed.position, placed.rotation});
    if (!(box.max.cwiseAbs().maxCoeff() < kFarthest && box.min.cwiseAbs().maxCoeff() < kFarthest)) continue;
    all.include(box);
    if (info.bodies[i].fixed) {
      fixed.push_back(box);
    } else {
      free.include(box);
    }
  }
  if (!free.min.allFinite()) free = all;  // none is free
  if (!free.min.allFinite()) return {Vec3::Constant(-kAlone), Vec3::Constant(kAlone)};
  const double largest = kLargeFixed * diagonal(free);
  for (const Aabb& box : fixed) {
    if (diagonal(box) <= largest) free.include(box);
  }
  include_landing(info, start, free);
  return free;
}

double weight_of(const RecordingInfo& info, double gravity) {
  double mass = 0;
  for (const RecordedBody& body : info.bodies) mass += body.fixed ? 0 : body.mass;
  return mass > 0 ? mass * gravity : 1;
}

// A share of the weight; with short steps more, since a blow lasts one step.
double force_unit(const RecordingInfo& info, double weight) {
  double heaviest = 0;
  for (const RecordedBody& body : info.bodies) heaviest = body.fixed ? heaviest : std::max(heaviest, body.mass);
  const double blow = info.step > 0 ? heaviest * kStopSpeed / info.step : 0;
  return nearest_power_of_two(std::max(kForceShare * weight, blow / kLargestCount));
}

}  // namespace

PageScene page_scene(RecordingInfo info, const Frame& start) {
  PageScene scene;
  const double gravity = info.gravity.norm() > 0 ? info.gravity.norm() : kEarthGravity;
  const double size = median_size(info), speed = std::sqrt(2 * gravity * size);
  scene.weight = weight_of(info, gravity);
  scene.units.position = nearest_power_of_two(kPositionShare * size);
  scene.units.rotation = std::exp2(-20);
  scene.units.velocity = nearest_power_of_two(kVelocityShare * speed);
  scene.units.angular_velocity = nearest_power_of_two(kVelocityShare * speed / size);
  scene.units.force = force_unit(info, scene.weight);
  scene.units.gap = scene.units.position / 16;
  scene.units.normal = std::exp2(-16);
  scene.extent = extent_of(info, start);
  scene.info = std::move(info);
  return scene;
}

}  // namespace stiction
