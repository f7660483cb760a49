#include "thresholds.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "elastic/elastic_spec.h"
#include "model/deformable.h"
#include "model/state.h"
#include "runs.h"
#include "scenes/gallery.h"
#include "scenes/gallery/penalty/four_balls_statics.h"

namespace stiction::bench {
namespace {

// The least value for which the scene stands, between low, for which it does not, and high.
template <class Stands>
std::array<double, 2> bisect(double low, double high, double within, const Stands& stands) {
  while (high - low > within) {
    const double middle = (low + high) / 2;
    (stands(middle) ? high : low) = middle;
  }
  return {low, high};
}

double longest_step(const Values& values) {
  double longest = 1;
  for (const Body& body : build_gallery_scene("four-balls", values).model.bodies)
    if (body.deforms()) longest = std::min(longest, body.deformable->longest_step());
  return longest;
}

// Step and damping go with the mesh: a share of the longest stable step without damping, and less than the one with it.
Values balls_values(const Balls& balls) {
  Values values = {{"ratio", fmt::format("{}", balls.ratio)},
                   {"level", fmt::format("{}", balls.level)},
                   {"young", fmt::format("{}", balls.young)},
                   {"damping", "0"},
                   {"step", "1e-6"}};
  values["damping"] = fmt::format("{:.3g}", 0.2 * longest_step(values));
  values["step"] = fmt::format("{:.3g}", 0.95 * longest_step(values));
  return values;
}

// Of numbers that come one by one.
class Mean {
 public:
  void add(double number) { sum_ += number, ++count_; }
  double value() const { return sum_ / count_; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

// tan(theta / 2) of where the centres are: soft balls have come nearer to each other.
double statics_of_places(const Simulation& simulation) {
  const auto place = [&](const char* name) {
    return simulation.state().bodies[simulation.model().body_index(name)].center;
  };
  const Vec3 line = place("top") - place("ball0");
  return std::tan(std::atan2(line.head<2>().norm(), line.z()) / 2);
}

struct Stood {
  bool stands = false;
  double statics = 0;  // at 0.7 s
};

// Heights of the top are means over some periods of its swinging on soft contacts.
Stood balls_stand(Values values, double mu, const std::string& solver) {
  constexpr double kSettled = 0.7, kEnd = 1.8, kMeans = 0.2;  // the weight has grown by 0.5 s [s]
  constexpr double kFallen = 0.01, kSunk = 3e-3;              // since then: broken at once, or on its way [m]
  values["mu"] = fmt::format("{}", mu);
  Simulation simulation = simulation_of("four-balls", values, solver);
  const int top = simulation.model().body_index("top");
  Mean settled, end;
  Stood stood;
  while (simulation.state().time < kEnd) {
    simulation.step();
    const double time = simulation.state().time, height = simulation.state().bodies[top].center.z();
    if (time > kSettled - kMeans && time <= kSettled) {
      settled.add(height);
      stood.statics = statics_of_places(simulation);
    }
    if (time > kEnd - kMeans) end.add(height);
    if (time > kSettled && settled.value() - height > kFallen) return stood;
  }
  stood.stands = settled.value() - end.value() < kSunk;
  return stood;
}

void measure_balls(const Balls& balls, const std::string& solver, Objects& objects) {
  const double statics = building::four_balls_statics(balls.ratio).balls;
  const Values values = balls_values(balls);
  const auto start = std::chrono::steady_clock::now();
  double there = 0;  // where the pyramid stands with the least friction
  const auto stands = [&](double mu) {
    const Stood stood = balls_stand(values, mu, solver);
    if (stood.stands) there = stood.statics;
    return stood.stands;
  };
  const auto [low, high] = bisect(statics - (balls.level < 3 ? 0.08 : 0.04), statics + 0.04, 0.011, stands);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  objects.add(fmt::format(
      R"("scene": "four-balls", "solver": "{}", "ratio": {}, "level": {}, "young": {}, "step": {}, "statics": {:.4g}, "statics_of_places": {:.4g}, "breaks_at": {:.4g}, "stands_at": {:.4g}, "seconds": {:.0f})",
      solver, balls.ratio, balls.level, balls.young, values.at("step"), statics, there, low, high, seconds));
}

bool box_slides(double angle) {
  Simulation simulation = simulation_of("soft-incline", {{"angle", fmt::format("{}", angle)}}, "penalty");
  const int box = simulation.model().body_index("box");
  Vec3 place = Vec3::Zero();
  while (simulation.state().time < 9) {
    simulation.step();
    if (simulation.state().time <= 7) place = simulation.state().bodies[box].center;
  }
  return (simulation.state().bodies[box].center - place).norm() > 1e-3;
}

void measure_incline(Objects& objects) {
  const auto [sticks, slides] = bisect(25.5, 27.5, 0.1, box_slides);
  objects.add(fmt::format(
      R"("scene": "soft-incline", "solver": "penalty", "sticks_at": {:.5g}, "slides_at": {:.5g}, "critical": {:.5g})",
      sticks, slides, std::atan(0.5) * 180 / M_PI));
}

}  // namespace

void measure_thresholds(const std::vector<Balls>& rows) {
  Objects objects;
  for (const Balls& balls : rows) measure_balls(balls, "penalty", objects);
  if (!rows.empty()) return;
  for (const double ratio : {1.75, 1.0}) {
    for (const char* solver : {"penalty", "regions"}) measure_balls({ratio, 2, 4e5}, solver, objects);
    for (const int level : {3, 4}) {
      for (const double young : {4e5, 1e6}) measure_balls({ratio, level, young}, "penalty", objects);
    }
  }
  measure_incline(objects);
}

}  // namespace stiction::bench
