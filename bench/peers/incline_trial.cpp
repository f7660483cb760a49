// The critical angle of each engine by bisection, and its creep below it.
#include <cmath>
#include <iterator>
#include <numbers>

#include "bench/peers/statistics.h"
#include "bench/peers/trial.h"

namespace stiction::bench {
namespace {

constexpr double kSlides = 1e-3;           // farther than this is sliding [m]
constexpr double kSettle = 1, kWatch = 5;  // [s]
constexpr double kShare = 0.95;            // of the critical angle, where creep is measured
constexpr double kHeadings[] = {0, 45};    // [degrees]
// Where bisections begin [degrees]. Some engines slip at single angles below their limit, of which a bisection that
// meets one knows nothing else: the median of three is taken.
constexpr double kSteepest[] = {43, 44, 45};
constexpr int kBisections = 17;  // to 0.0004 degrees

double critical_angle(const PeerScene& scene) {
  return std::atan(scene.friction) * 180 / std::numbers::pi;
}

// One cube on one slope.
class Slope {
 public:
  Slope(const PeerEngine& engine, double angle, double heading)
      : scene_(incline_scene(angle, heading)), world_(engine.make(scene_)) {
    for (const Body& body : scene_.model.bodies) poses_.push_back(body.start);
    cube_ = static_cast<int>(poses_.size()) - 1;
  }

  // Returns the CPU time of the step [s].
  double step() {
    const double before = cpu_seconds();
    world_->step();
    const double taken = cpu_seconds() - before;
    ++steps_;
    world_->read(poses_);
    if (steps_ == settle_steps()) settled_ = position();
    return taken;
  }
  bool slides() const { return steps_ > settle_steps() && !(way() <= kSlides); }  // also when it is lost
  bool watched() const { return steps_ >= settle_steps() + std::lround(kWatch / scene_.step); }
  double way() const { return (position() - settled_).norm(); }  // since it settled [m]
  const PeerScene& scene() const { return scene_; }
  double penetration() {
    Observer observer(scene_);
    return observer.penetration(poses_);
  }
  int contacts() const { return world_->contact_count(); }

 private:
  int settle_steps() const { return static_cast<int>(std::lround(kSettle / scene_.step)); }
  const Vec3& position() const { return poses_[cube_].position; }

  PeerScene scene_;
  std::unique_ptr<PeerWorld> world_;
  std::vector<Pose> poses_;
  Vec3 settled_ = Vec3::Zero();
  int cube_ = 0, steps_ = 0;
};

// First the slope for creep, then the bisections of both headings.
class InclineTrial : public Trial {
 public:
  explicit InclineTrial(const PeerEngine& engine)
      : engine_(engine),
        result_(blank_result(engine, incline_scene(0, 0))),
        critical_(critical_angle(incline_scene(0, 0))) {
    result_.scene = "incline";
    slope_ = std::make_unique<Slope>(engine_, kShare * critical_, kHeadings[0]);
  }

  bool advance(double seconds) override {
    const double end = wall_seconds() + seconds;
    while (slope_ && wall_seconds() < end) {
      const double taken = slope_->step();
      ++result_.steps;
      if (heading_ < 0) times_.push_back(taken);
      if (slope_->watched() || (heading_ >= 0 && slope_->slides())) next_slope();
    }
    return slope_ == nullptr;
  }

  Result result() const override {
    Result result = result_;
    result.timed_steps = static_cast<int>(times_.size());
    result.ms_median = 1e3 * median(times_);
    result.ms_mean = 1e3 * mean(times_);
    result.status = slope_ ? "cut" : "done";
    return result;
  }

 private:
  void next_slope() {
    if (heading_ < 0) {
      result_.creep = slope_->way() / kWatch;
      result_.drift = slope_->way();
      result_.contacts = slope_->contacts();
      result_.penetration = slope_->penetration();
      begin_heading(0);
      return;
    }
    (slope_->slides() ? high_ : low_) = angle_;
    if (++bisections_ < kBisections) {
      try_between();
      return;
    }
    found_.push_back((low_ + high_) / 2 - critical_);
    if (found_.size() < std::size(kSteepest)) {
      begin_bisection();
      return;
    }
    (heading_ == 0 ? result_.angle_error_0 : result_.angle_error_45) = median(found_);
    result_.time = heading_ + 1;
    if (heading_ == 0) {
      begin_heading(1);
    } else {
      slope_.reset();
    }
  }

  void begin_heading(int heading) {
    heading_ = heading;
    found_.clear();
    begin_bisection();
  }

  void begin_bisection() {
    bisections_ = 0;
    low_ = 0;
    high_ = kSteepest[found_.size()];
    try_between();
  }

  void try_between() {
    angle_ = (low_ + high_) / 2;
    slope_ = std::make_unique<Slope>(engine_, angle_, kHeadings[heading_]);
  }

  const PeerEngine& engine_;
  Result result_;
  double critical_;
  std::unique_ptr<Slope> slope_;  // null: all done
  std::vector<double> times_;
  int heading_ = -1, bisections_ = 0;
  double low_ = 0, high_ = 0, angle_ = 0;  // [degrees]
  std::vector<double> found_;              // errors of this heading [degrees]
};

}  // namespace

std::unique_ptr<Trial> incline_trial(const PeerEngine& engine) {
  return std::make_unique<InclineTrial>(engine);
}

}  // namespace stiction::bench
