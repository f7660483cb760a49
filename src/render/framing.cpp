#include "render/framing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/obstruction.h"

namespace stiction {
namespace {

constexpr double kFill = 0.86;         // of the picture's width and height
constexpr double kFarAway = 2.5;       // times the distance within which nine tenths of the bodies are
constexpr double kHugeFixed = 1.6;     // times the extent of the free bodies
constexpr std::size_t kWatched = 400;  // bodies that should not be hidden
constexpr double kOffFront = 30;       // of the camera from the front of what is framed [degrees]

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Aabb box_of(const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& p : points) box.include(p);
  return box;
}

// In front of the longer side, and a little to its right.
double front_azimuth(const Aabb& box, const Vec3& up) {
  const Mat3 axes = axes_of(up);
  const Vec3 size = (axes.transpose() * (box.max - box.min)).cwiseAbs();
  return size.x() >= 0.95 * size.y() ? -90 + kOffFront : -kOffFront;
}

// Directions to look from, and what must be gained by taking one instead of the first.
struct Direction {
  double turn;       // from the front [degrees]
  double elevation;  // [degrees]
  double cost;       // share of hidden points
};
constexpr std::array<Direction, 9> kDirections = {{{0, 17, 0},
                                                   {-60, 17, 0.04},
                                                   {0, 30, 0.06},
                                                   {-60, 30, 0.08},
                                                   {180, 17, 0.10},
                                                   {120, 17, 0.12},
                                                   {0, 42, 0.14},
                                                   {180, 30, 0.16},
                                                   {0, 55, 0.24}}};

// Distance from `target`, along the view, at which all points are within the filled part.
double fitting_distance(const std::vector<Vec3>& points, const Camera& camera, const Vec3& target) {
  const double half_width = kFill * 0.5 * camera.width / camera.focal;
  const double half_height = kFill * 0.5 * camera.height / camera.focal;
  double distance = 0;
  for (const Vec3& p : points) {
    const Vec3 d = p - target;
    const double needed =
        std::max(std::abs(camera.right.dot(d)) / half_width, std::abs(camera.down.dot(d)) / half_height);
    distance = std::max(distance, needed - camera.forward.dot(d));
  }
  return distance;
}

// How far the middle of what is seen is from the picture's middle, as a shift of the target [m].
Vec3 offset_in_picture(const std::vector<Vec3>& points, const Camera& camera, double distance) {
  Vec2 low = Vec2::Constant(1e300), high = Vec2::Constant(-1e300);
  for (const Vec3& p : points) {
    const Vec3 view = camera.to_view(p);
    if (!(view.z() > camera.near)) continue;
    const Vec2 at = camera.to_picture(view);
    low = low.cwiseMin(at);
    high = high.cwiseMax(at);
  }
  if (!(low.x() <= high.x())) return Vec3::Zero();
  const Vec2 shift = (0.5 * (low + high) - 0.5 * Vec2(camera.width, camera.height)) * (distance / camera.focal);
  return camera.right * shift.x() + camera.down * shift.y();
}

Camera fitted_camera(const std::vector<Vec3>& points, const View& view, const Vec3& up, int width, int height) {
  constexpr int kRounds = 6;
  Vec3 target = Vec3::Zero();
  Camera camera = camera_at(target, 1, view, up, width, height);
  double distance = 1;
  for (int round = 0; round < kRounds; ++round) {
    distance = std::max(fitting_distance(points, camera, target), 1e-9);
    camera = camera_at(target, distance, view, up, width, height);
    if (round + 1 < kRounds) target += offset_in_picture(points, camera, distance);
  }
  return camera_at(target, distance * view.distance, view, up, width, height);
}

// Body coordinates.
Aabb deformed_bounds(const PictureBody& body, const Frame& frame) {
  const auto vertex = [&](std::uint32_t v) -> Vec3 {
    const float* place = frame.surface_vertices.data() + 3 * (body.first_deforming + v);
    return Eigen::Map<const Eigen::Vector3f>(place).cast<double>();
  };
  Aabb bounds{vertex(body.mesh.source.front()), vertex(body.mesh.source.front())};
  for (const auto v : body.mesh.source) bounds.include(vertex(v));
  return bounds;
}

}  // namespace

void Framing::add(const Frame& frame) {
  const bool first = free_.empty() && fixed_.empty();
  for (std::size_t b = 0; b < bodies_.bodies.size(); ++b) {
    const PictureBody& body = bodies_.bodies[b];
    const FrameBody& at = frame.bodies[b];
    if (body.is_plane && (at.rotation * body.plane.normal).dot(bodies_.up) > 0.5) has_floor_ = true;
    if (body.is_plane || body.mesh.triangles.empty() || !at.present || (body.fixed && !first)) continue;
    const Pose pose{at.position, at.rotation};
    const Aabb bounds = body.deforms ? deformed_bounds(body, frame) : body.mesh.bounds;
    const Vec3 center = pose.to_world(0.5 * (bounds.min + bounds.max));
    if (!center.allFinite() || center.norm() > 1e12) continue;
    const Box box{bounds, pose, center, 0.5 * (bounds.max - bounds.min).norm()};
    (body.fixed ? fixed_ : free_).push_back(box);
  }
}

void Framing::add_points(const Box& box, std::vector<Vec3>& points) const {
  const Aabb& bounds = box.bounds;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 local((corner & 1U) != 0 ? bounds.max.x() : bounds.min.x(),
                     (corner & 2U) != 0 ? bounds.max.y() : bounds.min.y(),
                     (corner & 4U) != 0 ? bounds.max.z() : bounds.min.z());
    points.push_back(box.pose.to_world(local));
  }
}

Framing::Shown Framing::what_to_show() const {
  Shown shown{{}, has_floor_};
  std::vector<Vec3>& points = shown.points;
  if (free_.empty()) {
    for (const Box& box : fixed_) add_points(box, points);
    return shown;
  }
  Vec3 middle;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> values;
    values.reserve(free_.size());
    for (const Box& box : free_) values.push_back(box.center[k]);
    middle[k] = median(std::move(values));
  }
  std::vector<double> distances;
  distances.reserve(free_.size());
  for (const Box& box : free_) distances.push_back((box.center - middle).norm() + box.radius);
  std::sort(distances.begin(), distances.end());
  const double usual = distances[((distances.size() - 1) * 9 + 9) / 10];
  for (const Box& box : free_) {
    if ((box.center - middle).norm() <= kFarAway * usual) add_points(box, points);
  }
  const Aabb free_box = box_of(points);
  const double extent = (free_box.max - free_box.min).norm();
  for (const Box& box : fixed_) {
    const bool huge = 2 * box.radius > kHugeFixed * extent;
    if (!huge && free_box.grown(0.3 * extent).overlaps({box.center, box.center})) add_points(box, points);
    shown.has_floor |= huge;
  }
  return shown;
}

// points: from the setting's centre.
View Framing::chosen_view(const ViewWishes& wishes, const std::vector<Vec3>& points,
                          const PictureSetting& setting) const {
  const double front = front_azimuth(box_of(points), bodies_.up);
  View best{wishes.azimuth.value_or(front), wishes.elevation.value_or(kDirections[0].elevation), wishes.distance};
  if (wishes.azimuth && wishes.elevation) return best;
  std::vector<PlacedBox> boxes;
  for (const Box& box : fixed_) {
    boxes.push_back({box.bounds, {box.pose.position - setting.center, box.pose.rotation}});
  }
  std::vector<Vec3> seen;
  const std::size_t step = std::max<std::size_t>(1, free_.size() / kWatched);
  for (std::size_t i = 0; i < free_.size(); i += step) seen.push_back(free_[i].center - setting.center);
  double least = 2;
  for (const Direction& direction : kDirections) {
    const View view{wishes.azimuth.value_or(front + direction.turn), wishes.elevation.value_or(direction.elevation),
                    wishes.distance};
    const Camera camera = fitted_camera(points, view, bodies_.up, wishes.width, wishes.height);
    const double cost = direction.cost + hidden_share(boxes, seen, camera.eye);
    if (cost >= least) continue;
    least = cost;
    best = view;
  }
  return best;
}

PictureSetting Framing::setting(const ViewWishes& wishes, const Theme& theme) const {
  Shown shown = what_to_show();
  std::vector<Vec3>& points = shown.points;
  if (points.empty()) points = {Vec3::Constant(-0.5), Vec3::Constant(0.5)};
  const Aabb box = box_of(points);
  PictureSetting setting;
  setting.theme = theme;
  setting.center = 0.5 * (box.min + box.max);
  setting.radius = std::max(0.5 * (box.max - box.min).norm(), 1e-9);
  for (Vec3& p : points) p -= setting.center;
  setting.camera = fitted_camera(points, chosen_view(wishes, points, setting), bodies_.up, wishes.width, wishes.height);
  if (!shown.has_floor) {
    double lowest = 0;
    for (const Vec3& p : points) lowest = std::min(lowest, p.dot(bodies_.up));
    setting.floor = lowest;
  }
  return setting;
}

}  // namespace stiction
