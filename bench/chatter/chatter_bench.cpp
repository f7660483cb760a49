// Runs one chair of the scene `chairs` and says what its legs do while it slides (bench/README.md).
//
//   bench_chatter                                     spectra at three steps, of an elastic and a rigid chair, as JSON
//   bench_chatter series [KEY=VALUE]... [seconds=S]   one run as a table; keys are parameters of the scene
//   bench_chatter range [KEY=VALUE]...                outcomes for rising stiffness at equal losses, as a table
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "chatter/spectrum.h"
#include "machine.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/leg_tips.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

constexpr int kLegs = LegTips::kLegs;
constexpr double kHighest = 50;  // of the spectra: half the rate of the paper's step [Hz]
constexpr double kLowest = 3;    // slower is the speed-up of the slide [Hz]

using Overrides = std::map<std::string, std::string>;

// One step of the chair; speeds are downhill, over the plane.
struct Sample {
  double time = 0;                    // [s]
  double angle = 0;                   // of the plane [degrees]
  double chair = 0;                   // of its centre of mass [m/s]
  double height = 0;                  // of its centre of mass over the plane [m]
  std::array<double, kLegs> tips{};   // of its leg tips [m/s]
  std::array<double, kLegs> loads{};  // normal force on each leg [N]
  int contacts = 0, iterations = 0, systems = 0;
  double ms = 0;  // wall time
  bool converged = true;
};

class SlidingChair {
 public:
  explicit SlidingChair(const Overrides& overrides)
      : scene_(build_gallery_scene("chairs", overrides)),
        simulation_(scene_.model, scene_.step, scene_.solver, 1),
        ground_(model().body_index("ground")),
        chair_(model().body_index("chair0")),
        tips_(model(), chair_),
        before_(places()) {}

  // While the plane stays steep [s].
  double slides_from() const { return model().motions.front().keys[2].time; }
  double slides_to() const { return model().motions.front().keys[3].time; }
  double step_size() const { return scene_.step; }

  std::vector<Sample> run(double seconds) {
    std::vector<Sample> samples;
    while (simulation_.state().time < seconds - scene_.step / 2) samples.push_back(step());
    return samples;
  }

 private:
  using Places = std::array<Vec3, 1 + kLegs>;  // centre and tips, in the plane's coordinates [m]

  const Model& model() const { return simulation_.model(); }
  const State& state() const { return simulation_.state(); }
  Vec3 over_ground(const Vec3& place) const { return on_ground(model(), state(), ground_, place); }

  Places places() const {
    Places all;
    all[0] = over_ground(state().bodies[chair_].center);
    for (int leg = 0; leg < kLegs; ++leg) all[1 + leg] = over_ground(tips_.place(model(), state(), leg));
    return all;
  }

  Sample step() {
    const StepReport& report = simulation_.step();
    const Places now = places();
    const Vec3 normal = state().bodies[ground_].rotation * Vec3::UnitZ();
    Sample s;
    s.time = report.time;
    s.angle = std::acos(std::min(1.0, normal.z())) * 180 / std::numbers::pi;
    s.chair = (now[0] - before_[0]).x() / scene_.step;
    s.height = now[0].z();
    for (int leg = 0; leg < kLegs; ++leg) s.tips[leg] = (now[1 + leg] - before_[1 + leg]).x() / scene_.step;
    add_loads(now, normal, s);
    s.contacts = report.contact_count;
    s.iterations = report.solve.iterations;
    s.systems = report.solve.newton_steps;
    s.ms = 1e3 * report.step_seconds();
    s.converged = report.converged;
    before_ = now;
    return s;
  }

  void add_loads(const Places& now, const Vec3& normal, Sample& s) const {
    const ContactSet& contacts = simulation_.contacts();
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
      if (contacts[i].body_b != chair_) continue;
      const Vec3 place = over_ground(contacts[i].point);
      int nearest = 0;
      for (int leg = 1; leg < kLegs; ++leg) {
        if ((place - now[1 + leg]).norm() < (place - now[1 + nearest]).norm()) nearest = leg;
      }
      s.loads[nearest] += simulation_.contact_force_on_b(i).dot(normal);
    }
  }

  Scene scene_;
  Simulation simulation_;
  int ground_, chair_;
  LegTips tips_;
  Places before_;
};

// What the legs did while the plane was steep.
struct Chatter {
  Spectrum spectrum;   // of the leg tips' speeds, root of the mean square over the legs [m/s]
  double swing = 0;    // the tips' speeds against the chair's, less the mean, rms [m/s]
  double slid = 0;     // [m]
  double fastest = 0;  // of the chair [m/s]
  int halts = 0;       // tips that slid with 0.1 m/s or more and then fell below 1 cm/s
};

Chatter chatter_of(const std::vector<Sample>& all, double from, double to, double step) {
  std::array<std::vector<double>, kLegs> tips;
  Chatter chatter;
  std::array<bool, kLegs> slides{};
  std::array<double, kLegs> sums{}, squares{};
  double count = 0;
  for (const Sample& s : all) {
    if (s.time < from || s.time > to) continue;
    ++count;
    chatter.slid += s.chair * step;
    chatter.fastest = std::max(chatter.fastest, s.chair);
    for (int leg = 0; leg < kLegs; ++leg) {
      tips[leg].push_back(s.tips[leg]);
      sums[leg] += s.tips[leg] - s.chair;
      squares[leg] += (s.tips[leg] - s.chair) * (s.tips[leg] - s.chair);
      if (std::abs(s.tips[leg]) >= 0.1) slides[leg] = true;
      if (std::abs(s.tips[leg]) > 0.01 || !slides[leg]) continue;
      slides[leg] = false;
      ++chatter.halts;
    }
  }
  double variance = 0;
  for (int leg = 0; leg < kLegs; ++leg) {
    const Spectrum one = spectrum_of(tips[leg], step, kHighest);
    chatter.spectrum.resolution = one.resolution;
    chatter.spectrum.amplitudes.resize(one.amplitudes.size());
    for (std::size_t i = 0; i < one.amplitudes.size(); ++i) {
      chatter.spectrum.amplitudes[i] += one.amplitudes[i] * one.amplitudes[i] / kLegs;
    }
    variance += (squares[leg] / count - sums[leg] * sums[leg] / count / count) / kLegs;
  }
  for (double& amplitude : chatter.spectrum.amplitudes) amplitude = std::sqrt(amplitude);
  chatter.swing = std::sqrt(std::max(0.0, variance));
  return chatter;
}

template <class Value>
std::string list_of(const std::vector<Value>& values, const char* format) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + fmt::format(fmt::runtime(format), value);
  return "[" + text + "]";
}

std::string series_json(const std::vector<Sample>& samples, double from, double to) {
  std::vector<double> times, chair, fore, hind;
  for (const Sample& s : samples) {
    if (s.time < from || s.time > to) continue;
    times.push_back(s.time);
    chair.push_back(s.chair);
    hind.push_back(s.tips[0]);
    fore.push_back(s.tips[1]);
  }
  return fmt::format(R"({{"time_s": {}, "chair_m_s": {}, "fore_leg_m_s": {}, "hind_leg_m_s": {}}})",
                     list_of(times, "{:.4f}"), list_of(chair, "{:.4f}"), list_of(fore, "{:.4f}"),
                     list_of(hind, "{:.4f}"));
}

std::string case_json(const char* title, const Overrides& overrides) {
  fmt::print(stderr, "{}\n", title);
  SlidingChair chair(overrides);
  const double from = chair.slides_from(), to = chair.slides_to();
  const std::vector<Sample> samples = chair.run(to);
  const Chatter chatter = chatter_of(samples, from, to, chair.step_size());
  int converged = 0;
  for (const Sample& s : samples) converged += s.converged ? 1 : 0;
  return fmt::format(
      R"(  "{}": {{"step_s": {:g}, "from_s": {:g}, "to_s": {:g}, "dominant_hz": {:.4g}, "amplitude_m_s": {:.3g},
   "swing_rms_m_s": {:.3g}, "halts": {}, "slid_m": {:.3g}, "fastest_m_s": {:.3g}, "converged": {:.5g},
   "spectrum": {{"resolution_hz": {:.6g}, "amplitudes_m_s": {}}},
   "series": {}}})",
      title, chair.step_size(), from, to, chatter.spectrum.dominant(kLowest), chatter.spectrum.largest(kLowest),
      chatter.swing, chatter.halts, chatter.slid, chatter.fastest,
      static_cast<double>(converged) / static_cast<double>(samples.size()), chatter.spectrum.resolution,
      list_of(chatter.spectrum.amplitudes, "{:.3g}"), series_json(samples, from, to));
}

int spectra(const Overrides& overrides) {
  const std::vector<std::tuple<const char*, const char*, const char*>> cases = {{"elastic, h = 10 ms", "0.01", "0"},
                                                                                {"elastic, h = 5 ms", "0.005", "0"},
                                                                                {"elastic, h = 2.5 ms", "0.0025", "0"},
                                                                                {"rigid, h = 10 ms", "0.01", "1"},
                                                                                {"rigid, h = 2.5 ms", "0.0025", "1"}};
  const std::string before = machine_json();
  std::string text;
  for (const auto& [title, step, rigid] : cases) {
    Overrides all = overrides;
    all["step"] = step;
    all["rigid"] = rigid;
    text += (text.empty() ? "" : ",\n") + case_json(title, all);
  }
  fmt::print(
      "{{\n \"measurement\": \"chatter\", \"threads\": 1,\n \"machine_before\": {},\n \"machine_after\": {},\n"
      " \"cases\": {{\n{}\n }}\n}}\n",
      before, machine_json(), text);
  return 0;
}

int series(const Overrides& overrides, double seconds) {
  SlidingChair chair(overrides);
  fmt::print("time angle chair height tip0 tip1 tip2 tip3 load0 load1 load2 load3 contacts iterations systems ms\n");
  for (const Sample& s : chair.run(seconds > 0 ? seconds : chair.slides_to())) {
    fmt::print("{:.4f} {:.3f} {:.5f} {:.6f}", s.time, s.angle, s.chair, s.height);
    for (const double tip : s.tips) fmt::print(" {:.5f}", tip);
    for (const double load : s.loads) fmt::print(" {:.3g}", load);
    fmt::print(" {} {} {} {:.3f}\n", s.contacts, s.iterations, s.systems, s.ms);
  }
  return 0;
}

// Losses stay the same where damping falls with the frequency: with the root of the stiffness.
int range(const Overrides& overrides) {
  constexpr double kYoung = 1e8, kDamping = 2.5e-3;  // the scene's [Pa], [s]
  fmt::print("young [Pa]  damping [s]  dominant [Hz]  amplitude [m/s]  swing [m/s]  halts  slid [m]  fastest [m/s]\n");
  for (const double young : {1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9, 2e9}) {
    Overrides all = overrides;
    all["young"] = fmt::format("{:g}", young);
    all["damping"] = fmt::format("{:.3g}", kDamping * std::sqrt(kYoung / young));
    SlidingChair chair(all);
    const std::vector<Sample> samples = chair.run(chair.slides_to());
    const Chatter c = chatter_of(samples, chair.slides_from(), chair.slides_to(), chair.step_size());
    fmt::print("{:<10g} {:>12s} {:14.2f} {:16.4f} {:12.4f} {:6d} {:9.3f} {:14.3f}\n", young, all["damping"],
               c.spectrum.dominant(kLowest), c.spectrum.largest(kLowest), c.swing, c.halts, c.slid, c.fastest);
  }
  return 0;
}

int run(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  Overrides overrides = {{"count", "1"}};
  double seconds = 0;
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i], key = word.substr(0, word.find('='));
    if (key == word) return 2;
    overrides[key] = word.substr(key.size() + 1);
  }
  if (const auto found = overrides.find("seconds"); found != overrides.end()) {
    seconds = std::stod(found->second);
    overrides.erase(found);
  }
  if (what.empty()) return spectra(overrides);
  if (what == "spectra") return spectra(overrides);
  if (what == "series") return series(overrides, seconds);
  if (what == "range") return range(overrides);
  fmt::print(stderr, "usage: bench_chatter [spectra|series|range [KEY=VALUE]...]\n");
  return 2;
}

}  // namespace
}  // namespace stiction::bench

int main(int count, char** words) {
  return stiction::bench::run(count, words);
}
