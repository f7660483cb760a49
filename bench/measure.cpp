#include "measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

namespace stiction::bench {
namespace {

constexpr int kKnockEvery = 25;       // steps
constexpr double kKnockSpeed = 0.05;  // [m/s]

std::vector<int> free_bodies(const Model& model) {
  std::vector<int> bodies;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!model.bodies[i].fixed) bodies.push_back(static_cast<int>(i));
  }
  return bodies;
}

// The body and the direction change from knock to knock by strides that have nothing to do with the scene.
void add_knocks(Scene& scene, int first_step, int last_step) {
  const std::vector<int> bodies = free_bodies(scene.model);
  for (int step = first_step, k = 0; step < last_step; step += kKnockEvery, ++k) {
    VelocityEvent event;
    event.time = step * scene.step;
    event.body = bodies[(7 * k + bodies.size() / 2) % bodies.size()];
    event.sets_velocity = true;
    event.velocity = kKnockSpeed * Vec3(1, 1 - (k % 3), 0.5 * (k % 2)).normalized();
    if (k % 4 >= 2) event.velocity = -event.velocity;
    scene.model.events.push_back(event);
  }
}

double percentile(std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
}

// Sums while the steps run; turned into means at the end.
class Collector {
 public:
  explicit Collector(const Simulation& simulation) : bodies_(free_bodies(simulation.model())) {
    for (int body : bodies_) starts_.push_back(simulation.state().bodies[body].center);
  }

  void add(const Simulation& simulation, const StepReport& report) {
    Figures& f = figures_;
    times_.push_back(1e3 * report.step_seconds());
    f.contacts += report.contact_count;
    for (std::size_t s = 0; s < f.stage_mean.size(); ++s) f.stage_mean[s] += 1e3 * report.stage_seconds[s];
    f.iterations_mean += report.solve.iterations;
    f.iterations_max = std::max(f.iterations_max, report.solve.iterations);
    f.newton_mean += report.solve.newton_steps;
    f.residual_mean += report.certificate.residual;
    f.residual_max = std::max(f.residual_max, report.certificate.residual);
    f.residual_cone_max = std::max(f.residual_cone_max, report.certificate.residual_cone);
    f.signorini_max = std::max(f.signorini_max, report.certificate.signorini);
    f.converged += report.converged ? 1 : 0;
    f.rung_steps += report.solve.rung.empty() ? 0 : 1;
    f.speed_end = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const BodyState& body = simulation.state().bodies[bodies_[i]];
      f.drift = std::max(f.drift, (body.center - starts_[i]).norm());
      f.speed_end = std::max(f.speed_end, body.velocity.norm());
    }
  }

  Figures finish() {
    Figures& f = figures_;
    const double n = static_cast<double>(times_.size());
    f.steps = static_cast<int>(times_.size());
    for (double* mean : {&f.contacts, &f.iterations_mean, &f.newton_mean, &f.residual_mean, &f.converged}) *mean /= n;
    for (double& mean : f.stage_mean) mean /= n;
    std::sort(times_.begin(), times_.end());
    f.step_mean = std::accumulate(times_.begin(), times_.end(), 0.0) / n;
    f.step_p50 = percentile(times_, 0.5);
    f.step_p99 = percentile(times_, 0.99);
    f.step_max = times_.back();
    return f;
  }

 private:
  std::vector<int> bodies_;
  std::vector<Vec3> starts_;
  std::vector<double> times_;  // [ms]
  Figures figures_;
};

}  // namespace

Scene settled(const Scene& scene, double seconds) {
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  while (simulation.state().time < seconds * (1 - 1e-9)) simulation.step();
  Scene later = scene;
  for (std::size_t i = 0; i < later.model.bodies.size(); ++i) {
    Body& body = later.model.bodies[i];
    if (body.fixed) continue;
    body.start = body_pose(body, simulation.state().bodies[i]);
    body.start_velocity = simulation.state().bodies[i].velocity;
    body.start_angular_velocity = simulation.state().bodies[i].angular_velocity;
    if (body.deforms()) body.start_deformation = simulation.state().bodies[i].deformation;
  }
  return later;
}

Figures measure(Scene scene, Situation situation, const Stretch& stretch) {
  if (situation == Situation::kShaken) add_knocks(scene, kKnockEvery, stretch.warm_up + stretch.steps);
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto used = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  for (int i = 0; i < stretch.warm_up && used() < 0.5 * stretch.seconds; ++i) simulation.step();
  Collector collector(simulation);
  int taken = 0;
  do {
    collector.add(simulation, simulation.step());
    ++taken;
  } while (taken < stretch.steps && used() < stretch.seconds);
  return collector.finish();
}

std::string to_json(const Figures& f) {
  std::string stages;
  for (std::size_t s = 0; s < f.stage_mean.size(); ++s) {
    stages += fmt::format("{}\"{}\": {:.4g}", s == 0 ? "" : ", ", stage_name(static_cast<Stage>(s)), f.stage_mean[s]);
  }
  return fmt::format(
      R"({{"steps": {}, "contacts": {:.5g}, "step_ms": {{"mean": {:.4g}, "p50": {:.4g}, "p99": {:.4g}, "max": {:.4g}}}, )"
      R"("stage_ms": {{{}}}, "iterations": {{"mean": {:.4g}, "max": {}}}, "newton_systems_mean": {:.4g}, )"
      R"("residual": {{"mean": {:.3g}, "max": {:.3g}}}, "residual_cone_max": {:.3g}, "signorini_max": {:.3g}, )"
      R"("converged_fraction": {:.4g}, "fall_back_steps": {}, "drift_m": {:.3g}, "speed_end": {:.3g}}})",
      f.steps, f.contacts, f.step_mean, f.step_p50, f.step_p99, f.step_max, stages, f.iterations_mean, f.iterations_max,
      f.newton_mean, f.residual_mean, f.residual_max, f.residual_cone_max, f.signorini_max, f.converged, f.rung_steps,
      f.drift, f.speed_end);
}

}  // namespace stiction::bench
