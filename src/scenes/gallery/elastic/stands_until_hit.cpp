#include "scenes/gallery/elastic/stands_until_hit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "model/deformable.h"
#include "scenes/gallery/building.h"

namespace stiction::building {
namespace {

using Box = Eigen::AlignedBox<double, 3>;

// Vertices of a body, world [m]; none of bodies that have none.
std::vector<Vec3> corners(const Moment& moment, int index) {
  const Body& body = moment.model.bodies[index];
  const BodyState& state = moment.state.bodies[index];
  std::vector<Vec3> points;
  if (body.deforms()) {
    body.deformable->deformed_vertices(body, state, points);
  } else if (const auto* convex = std::get_if<ConvexShape>(&body.shape)) {
    points = convex->polyhedron->vertices;
  }
  const Pose pose = body_pose(body, state);
  for (Vec3& point : points) point = pose.to_world(point);
  return points;
}

Box box_about(const std::vector<Vec3>& points, double margin) {
  Box box;
  for (const Vec3& point : points) box.extend(point);
  return {box.min() - Vec3::Constant(margin), box.max() + Vec3::Constant(margin)};
}

class StandsUntilHitMonitor : public ExpectationMonitor {
 public:
  StandsUntilHitMonitor(const std::string& names, double displacement, const Model& model)
      : names_(names), displacement_(displacement), blocks_(select_free_bodies(names, model)) {
    if (blocks_.empty()) throw InputError(fmt::format("\"{}\" matches no free body", names));
    for (const int body : select_free_bodies("*", model)) {
      if (std::find(blocks_.begin(), blocks_.end(), body) == blocks_.end()) others_.push_back(body);
    }
  }
  void start(const Moment&) override {}
  void observe(const Moment& moment) override {
    if (hit_) return;
    time_ = moment.state.time;
    hit_ = is_touched(moment);
    if (hit_) return;
    for (const int block : blocks_) {
      const Body& body = moment.model.bodies[block];
      const Vec3 place = body_pose(body, moment.state.bodies[block]).position;
      moved_ = std::max(moved_, (place - body.start.position).norm());
    }
  }
  ExpectationResult result() const override {
    const bool broken = !(moved_ <= displacement_);
    return {fmt::format("{} move by at most {:g} m until hit (measured {:.3g} m, {} {:.4g} s)", names_, displacement_,
                        moved_, hit_ ? "hit at" : "not hit until", time_),
            moved_, !broken, broken || hit_};
  }
  void save(ByteWriter& to) const override { put_each(to, hit_, time_, moved_); }
  void load(ByteReader& from) override { get_each(from, hit_, time_, moved_); }

 private:
  bool is_touched(const Moment& moment) const {
    std::vector<Box> boxes;
    boxes.reserve(blocks_.size());
    for (const int block : blocks_) boxes.push_back(box_about(corners(moment, block), moment.model.margin));
    return std::any_of(others_.begin(), others_.end(), [&](int other) {
      const std::vector<Vec3> points = corners(moment, other);
      const Box around = box_about(points, 0);
      return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
        return box.intersects(around) &&
               std::any_of(points.begin(), points.end(), [&](const Vec3& point) { return box.contains(point); });
      });
    });
  }

  std::string names_;
  double displacement_;  // [m]
  std::vector<int> blocks_, others_;
  bool hit_ = false;
  double time_ = 0, moved_ = 0;  // of the hit, or until now [s]; before it [m]
};

}  // namespace

Expectation expect_stands_until_hit(const std::string& blocks, double displacement) {
  return expect_custom(
      fmt::format("{} move by at most {:g} m until something hits them", blocks, displacement),
      [=](const Model& model) { return std::make_unique<StandsUntilHitMonitor>(blocks, displacement, model); });
}

}  // namespace stiction::building
