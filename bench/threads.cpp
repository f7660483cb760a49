#include "threads.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <vector>

#include "base/parallel.h"
#include "measure.h"
#include "scenes/gallery.h"

namespace stiction::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kStages = static_cast<int>(Stage::kCount);
constexpr double kSlice = 0.02;  // wall time of a slice on one thread [s]

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Independent work in registers and the first cache: Cholesky factors of 6x6 matrices, over and over.
double factorize_small_matrices(int rounds) {
  Mat6 a = Mat6::Identity() * 7 + Mat6::Ones();
  double trace = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int j = 0; j < 6; ++j) {
      for (int k = 0; k < j; ++k) a.col(j).tail(6 - j) -= a(j, k) * a.col(k).tail(6 - j);
      a.col(j).tail(6 - j) /= std::sqrt(a(j, j));
    }
    trace += a.trace();
    a = Mat6::Identity() * 7 + Mat6::Ones() * (1 + 1e-9 * a(5, 0));
  }
  return trace;
}

// The plain loop: many tasks that share nothing.
class PlainLoop {
 public:
  PlainLoop() {
    const double seconds = run(1);
    rounds_ = std::max(1, static_cast<int>(rounds_ * kSlice / seconds));
  }
  double run(int threads) {  // [s]
    const auto begin = Clock::now();
    arenas_[threads - 1].execute(
        [&] { parallel_tasks(kTasks, [&](int t) { results_[t] = factorize_small_matrices(rounds_); }); });
    return since(begin);
  }

 private:
  static constexpr int kTasks = 40;
  int rounds_ = 2000;
  std::array<double, kTasks> results_{};
  std::array<tbb::task_arena, 2> arenas_{tbb::task_arena(1), tbb::task_arena(2)};
};

struct Slice {
  double total = 0;                      // [s]
  std::array<double, kStages> stages{};  // [s]
};

Slice run_steps(Simulation& simulation, int steps) {
  Slice slice;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    for (int s = 0; s < kStages; ++s) slice.stages[s] += report.stage_seconds[s];
  }
  for (const double seconds : slice.stages) slice.total += seconds;
  return slice;
}

// Copies of the free bodies side by side: as many islands more.
Scene repeated(Scene scene, int times, double distance) {
  const std::vector<Body> bodies = scene.model.bodies;
  for (int k = 1; k < times; ++k) {
    for (Body body : bodies) {
      if (body.fixed) continue;
      body.name += fmt::format("-{}", k);
      body.start.position.y() += k * distance;
      scene.model.bodies.push_back(body);
    }
  }
  return scene;
}

struct Case {
  const char* title;
  Scene scene;
  double start;  // simulated time at which measuring starts [s]
};

std::vector<Case> cases() {
  const auto scene = [](const char* name, const std::map<std::string, std::string>& parameters) {
    return build_gallery_scene(name, parameters);
  };
  return {{"log-house", scene("log-house", {}), 0.1},
          {"pile-300", scene("pile", {{"count", "300"}}), 1.6},
          {"arch", scene("arch", {{"samples", "8"}}), 0.2},
          {"card-house", scene("card-house", {{"levels", "6"}}), 0.05},
          {"twelve card houses", repeated(scene("card-house", {{"levels", "6"}}), 12, 0.5), 0.05}};
}

// Ratios of one thread's times to two threads', medians over slices.
struct Gains {
  std::vector<double> plain, step;
  std::array<std::vector<double>, kStages> stages;
  std::vector<double> one_ms, two_ms;  // per step

  void add(const Slice& one, const Slice& two, int steps) {
    step.push_back(one.total / two.total);
    one_ms.push_back(1e3 * one.total / steps);
    two_ms.push_back(1e3 * two.total / steps);
    for (int s = 0; s < kStages; ++s) stages[s].push_back(one.stages[s] / std::max(two.stages[s], 1e-12));
  }
};

std::string to_json(const Gains& gains, double contacts, int slices, bool same) {
  std::string stages;
  for (int s = 0; s < kStages; ++s) {
    stages +=
        fmt::format("{}\"{}\": {:.3g}", s == 0 ? "" : ", ", stage_name(static_cast<Stage>(s)), median(gains.stages[s]));
  }
  const double plain = median(gains.plain), step = median(gains.step);
  return fmt::format(
      R"({{"contacts": {:.5g}, "slices": {}, "step_ms": {{"one": {:.4g}, "two": {:.4g}}}, "gain": {:.3g}, )"
      R"("plain_gain": {:.3g}, "share": {:.3g}, "stage_gain": {{{}}}, "same_bits": {}}})",
      contacts, slices, median(gains.one_ms), median(gains.two_ms), step, plain, step / plain, stages, same);
}

std::string measure_case(const Case& item, PlainLoop& loop, double seconds) {
  Simulation one(item.scene.model, item.scene.step, item.scene.solver, 1);
  Simulation two(item.scene.model, item.scene.step, item.scene.solver, 2);
  double step_seconds = 0;
  while (one.state().time < item.start) {
    step_seconds = one.step().step_seconds();
    two.step();
  }
  const int steps = std::max(1, static_cast<int>(kSlice / step_seconds));
  Gains gains;
  double contacts = 0;
  int slices = 0;
  for (const auto begin = Clock::now(); slices < 5 || since(begin) < seconds; ++slices) {
    // Whoever comes first in one round comes last in the next.
    Slice slice_one, slice_two;
    double plain_one = 0, plain_two = 0;
    if (slices % 2 == 0) {
      slice_one = run_steps(one, steps), plain_one = loop.run(1);
      slice_two = run_steps(two, steps), plain_two = loop.run(2);
    } else {
      plain_two = loop.run(2), slice_two = run_steps(two, steps);
      plain_one = loop.run(1), slice_one = run_steps(one, steps);
    }
    gains.add(slice_one, slice_two, steps);
    gains.plain.push_back(plain_one / plain_two);
    contacts += one.last_report().contact_count;
  }
  const bool same = state_hash(one.state()) == state_hash(two.state());
  return fmt::format("  \"{}\": {}", item.title, to_json(gains, contacts / slices, slices, same));
}

}  // namespace

std::string threads_json(double seconds) {
  PlainLoop loop;
  std::string text;
  for (const Case& item : cases()) {
    fmt::print(stderr, "{}\n", item.title);
    text += (text.empty() ? "" : ",\n") + measure_case(item, loop, seconds);
  }
  return text;
}

}  // namespace stiction::bench
