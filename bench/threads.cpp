#include "threads.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <vector>

#include "base/parallel.h"
#include "measure.h"
#include "scenes/gallery.h"
#include "waiting.h"

namespace stiction::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kStages = static_cast<int>(Stage::kCount);
constexpr double kSlice = 0.005;         // wall time of a slice on one thread, where steps are that short [s]
constexpr double kDisturbance = 0.02;    // share of a round that other programs may take
constexpr double kBothProcessors = 1.8;  // what the plain loop gets of two, at least

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
  double total = 0;                      // wall time [s]
  std::array<double, kStages> stages{};  // [s]
  double processors = 0;                 // mean number at work
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Slice run_steps(Simulation& simulation, int steps) {
  Slice slice;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = simulation.step();
    for (int s = 0; s < kStages; ++s) slice.stages[s] += report.stage_seconds[s];
  }
  for (const double seconds : slice.stages) slice.total += seconds;
  return slice;
}

Slice run_loop(PlainLoop& loop, int threads) {
  Slice slice;
  const double before = processor_seconds();
  slice.total = loop.run(threads);
  slice.processors = (processor_seconds() - before) / slice.total;
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
          {"thirty stacks of 20", repeated(scene("stack", {{"count", "20"}}), 30, 3.0), 0.1}};
}

// Steps on one and two threads, with the plain loop on two threads before and after the latter.
struct Round {
  Slice plain_before, two, plain_after, one, plain_one;
  double waited = 0;  // for a processor, from before the first to after the third [s]

  // Two processors were there for this program, before, after and in between.
  bool undisturbed() const {
    const bool both = std::min(plain_before.processors, plain_after.processors) > kBothProcessors;
    return both && plain_one.processors > kBothProcessors / 2 &&
           waited <= kDisturbance * (plain_before.total + two.total + plain_after.total);
  }
};

Round run_round(Simulation& one, Simulation& two, PlainLoop& loop, int steps) {
  Round round;
  const double before = seconds_waited();
  round.plain_before = run_loop(loop, 2);
  round.two = run_steps(two, steps);
  round.plain_after = run_loop(loop, 2);
  round.waited = seconds_waited() - before;
  round.one = run_steps(one, steps);
  round.plain_one = run_loop(loop, 1);
  return round;
}

// The undisturbed rounds, or all if there are too few.
std::vector<Round> usable(const std::vector<Round>& rounds) {
  std::vector<Round> good;
  for (const Round& round : rounds)
    if (round.undisturbed()) good.push_back(round);
  return good.size() < 5 ? rounds : good;
}

template <class Value>
double median_of(const std::vector<Round>& rounds, const Value& value) {
  std::vector<double> values;
  for (const Round& round : rounds) values.push_back(value(round));
  return median(values);
}

std::string to_json(const std::vector<Round>& all, int steps) {
  const std::vector<Round> rounds = usable(all);
  std::string stages;
  for (int s = 0; s < kStages; ++s) {
    const double ratio = median_of(rounds, [s](const Round& r) { return r.one.stages[s] / r.two.stages[s]; });
    const double ms = 1e3 / steps * median_of(rounds, [s](const Round& r) { return r.one.stages[s]; });
    stages += fmt::format(R"({}"{}": {{"one_ms": {:.3g}, "gain": {:.3g}}})", s == 0 ? "" : ", ",
                          stage_name(static_cast<Stage>(s)), ms, ratio);
  }
  const double one = median_of(rounds, [](const Round& r) { return r.one.total; });
  const double two = median_of(rounds, [](const Round& r) { return r.two.total; });
  const double gain = median_of(rounds, [](const Round& r) { return r.one.total / r.two.total; });
  const double plain_gain = median_of(
      rounds, [](const Round& r) { return 2 * r.plain_one.total / (r.plain_before.total + r.plain_after.total); });
  return fmt::format(R"("rounds": {}, "undisturbed": {}, "step_ms": {{"one": {:.4g}, "two": {:.4g}}}, "gain": {:.3g}, )"
                     R"("plain_gain": {:.3g}, "share": {:.3g}, "stages": {{{}}})",
                     all.size(), std::count_if(all.begin(), all.end(), [](const Round& r) { return r.undisturbed(); }),
                     1e3 * one / steps, 1e3 * two / steps, gain, plain_gain, gain / plain_gain, stages);
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
  std::vector<Round> rounds;
  double contacts = 0;
  for (const auto begin = Clock::now(); rounds.size() < 5 || since(begin) < seconds;) {
    rounds.push_back(run_round(one, two, loop, steps));
    contacts += one.last_report().contact_count;
  }
  return fmt::format("  \"{}\": {{\"contacts\": {:.5g}, {}, \"same_bits\": {}}}", item.title,
                     contacts / static_cast<double>(rounds.size()), to_json(rounds, steps),
                     state_hash(one.state()) == state_hash(two.state()));
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
