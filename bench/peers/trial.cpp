#include "bench/peers/trial.h"

#include <algorithm>
#include <cmath>

#include "bench/peers/statistics.h"

namespace stiction::bench {
namespace {

constexpr int kPenetrationSamples = 40;  // a run
constexpr double kAtRest = 1e-3;         // what is poured and slower rests [m/s]

std::vector<Pose> start_poses(const PeerScene& scene) {
  std::vector<Pose> poses;
  for (const Body& body : scene.model.bodies) poses.push_back(body.start);
  return poses;
}

class StandingTrial : public Trial {
 public:
  StandingTrial(const PeerEngine& engine, const PeerScene& scene)
      : scene_(scene), result_(blank_result(engine, scene)), observer_(scene), poses_(start_poses(scene)) {
    total_ = static_cast<int>(std::lround(scene.duration / scene.step));
    sample_every_ = std::max(1, total_ / kPenetrationSamples);
    world_ = engine.make(scene);
  }

  bool advance(double seconds) override {
    const double end = wall_seconds() + seconds;
    do {
      one_step();
    } while (!ended() && wall_seconds() < end);
    if (ended() && result_.steps % sample_every_ != 0) sample_penetration();
    return ended();
  }

  Result result() const override {
    Result result = result_;
    const std::vector<double>& times = settled_.empty() ? early_ : settled_;
    result.timed_steps = static_cast<int>(times.size());
    result.ms_median = 1e3 * median(times);
    result.ms_mean = 1e3 * mean(times);
    result.drift = observer_.drift();
    result.creep = observer_.creep();
    result.speed = observer_.speed();
    result.outside = observer_.outside();
    result.contacts = world_->contact_count();
    result.status = status();
    return result;
  }

 private:
  bool ended() const { return result_.steps >= total_ || observer_.fell(); }

  std::string status() const {
    if (observer_.fell()) return "fell";
    if (result_.steps < total_) return "cut";
    if (scene_.judge != Judge::kPoured) return "stands";
    return observer_.speed() < kAtRest ? "rests" : "moves";
  }

  void one_step() {
    const double before = cpu_seconds();
    world_->step();
    const double taken = cpu_seconds() - before;
    ++result_.steps;
    result_.time = result_.steps * scene_.step;
    (is_settled() ? settled_ : early_).push_back(taken);
    world_->read(poses_);
    observer_.observe(result_.time, poses_);
    if (result_.steps % sample_every_ == 0) sample_penetration();
  }

  bool is_settled() const { return result_.time > scene_.settle * (1 + 1e-9); }

  // What happens while things come to rest is not held against an engine, if it gets that far.
  void sample_penetration() {
    const double now = observer_.penetration(poses_);
    if (is_settled() && !penetration_settled_) {
      penetration_settled_ = true;
      result_.penetration = now;
    }
    result_.penetration = std::isnan(result_.penetration) ? now : std::max(result_.penetration, now);
  }

  const PeerScene& scene_;
  Result result_;
  Observer observer_;
  std::unique_ptr<PeerWorld> world_;
  std::vector<Pose> poses_;
  std::vector<double> early_, settled_;  // CPU times of steps [s]
  int total_ = 0, sample_every_ = 1;
  bool penetration_settled_ = false;
};

}  // namespace

Result blank_result(const PeerEngine& engine, const PeerScene& scene) {
  Result result;
  result.engine = engine.name;
  result.family = engine.family;
  result.scene = scene.name;
  result.group = scene.family;
  result.size = scene.size;
  result.bodies = scene.free_bodies();
  result.duration = scene.duration;
  result.step = scene.step;
  return result;
}

std::unique_ptr<Trial> standing_trial(const PeerEngine& engine, const PeerScene& scene) {
  return std::make_unique<StandingTrial>(engine, scene);
}

}  // namespace stiction::bench
