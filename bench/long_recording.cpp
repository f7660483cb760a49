#include "long_recording.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "base/hash.h"
#include "machine.h"
#include "recording/recording_writer.h"
#include "scenes/gallery.h"
#include "scenes/scene_writer.h"

namespace stiction::bench {
namespace {

constexpr double kGravity = 9.81;      // [m/s^2]
constexpr double kNoise = 1e-12;       // of what lies [m], [m/s], [rad/s]
constexpr double kForceNoise = 1e-6;   // relative
constexpr double kLayerHeight = 0.06;  // of the pile [m]
constexpr double kLongestFall = 0.6;   // [s]
constexpr std::size_t kLeastSide = 2;  // bodies along a side of a layer

// In [-1, 1), the same for the same numbers.
double scatter(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(mix_hash(mix_hash(1, a), b) >> 11) * 0x1p-52 - 1;
}

class MadeUpPile {
 public:
  MadeUpPile(const Model& model, const LongRecording& wanted) : wanted_(wanted) {
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
      if (!model.bodies[b].fixed) free_.push_back(b);
    }
    side_ = std::max(kLeastSide, static_cast<std::size_t>(std::cbrt(static_cast<double>(free_.size()))));
    frame_.bodies.resize(model.bodies.size());
  }

  const Frame& at(std::int64_t index, double step, std::int64_t interval) {
    frame_.step = index * interval;
    frame_.time = static_cast<double>(frame_.step) * step;
    frame_.judged = index > 0;
    frame_.converged = true;
    frame_.residual = 1e-8 * (2 + scatter(7, index));
    frame_.iterations = static_cast<std::uint32_t>(3 + index % 5);
    frame_.systems = frame_.iterations + 2;
    frame_.contacts.clear();
    frame_.kinetic_energy = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) place(i, index);
    for (std::size_t k = 0; k < kStageCount; ++k)
      frame_.stage_seconds[k] = static_cast<float>(1e-3 * (2 + scatter(k, index)));
    return frame_;
  }

 private:
  Vec3 rest(std::size_t i) const {
    const std::size_t layer = i / (side_ * side_);
    return {0.11 * static_cast<double>(i % side_) + 0.02 * scatter(i, 1),
            0.11 * static_cast<double>(i / side_ % side_) + 0.02 * scatter(i, 2),
            0.05 + kLayerHeight * static_cast<double>(layer) + 0.01 * scatter(i, 3)};
  }

  void place(std::size_t i, std::int64_t index) {
    FrameBody& body = frame_.bodies[free_[i]];
    const double begin = wanted_.pouring * static_cast<double>(i) / static_cast<double>(free_.size());
    const double fallen = std::min(frame_.time - begin, kLongestFall), left = kLongestFall - fallen;
    body.present = fallen >= 0;
    if (!body.present) return;
    body.position = rest(i) + Vec3(0, 0, kGravity * left * (kLongestFall - left / 2));
    body.rotation = Quat(1, scatter(i, 4) + left, scatter(i, 5), scatter(i, 6) - 2 * left).normalized();
    body.velocity = Vec3(0, 0, left > 0 ? -kGravity * fallen : 0);
    body.angular_velocity = left > 0 ? Vec3(3, -2, 1) : Vec3::Zero();
    if (left > 0) return;
    const auto noise = [&](std::uint64_t k) { return kNoise * scatter(16 * i + k, static_cast<std::uint64_t>(index)); };
    body.position += Vec3(noise(0), noise(1), noise(2));
    body.velocity = Vec3(noise(3), noise(4), noise(5));
    body.angular_velocity = Vec3(noise(6), noise(7), noise(8));
    touch(i, index);
  }

  // Contacts with bodies of the layer below, or with the floor.
  void touch(std::size_t i, std::int64_t index) {
    for (int k = 0; k < wanted_.contacts_each; ++k) {
      const std::size_t below =
          side_ * side_ + static_cast<std::size_t>(k % 2) + side_ * static_cast<std::size_t>(k / 2 % 2);
      FrameContact contact;
      contact.body_a = i >= below ? static_cast<std::int32_t>(free_[i - below]) : 0;
      contact.body_b = static_cast<std::int32_t>(free_[i]);
      contact.state = ContactState::kStick;
      const std::uint64_t number = 8 * i + static_cast<std::uint64_t>(k);
      const Vec3 normal = Vec3(scatter(number, 11), scatter(number, 12), 1.5).normalized();
      const Vec3 point = frame_.bodies[free_[i]].position - 0.04 * normal;
      const double size =
          10 * (1.5 + scatter(number, 13)) * (1 + kForceNoise * scatter(number, static_cast<std::uint64_t>(index)));
      const Vec3 force = size * (normal + 0.2 * Vec3(scatter(number, 14), scatter(number, 15), 0));
      contact.gap =
          static_cast<float>(1e-7 * scatter(number, 16) + kNoise * scatter(number, static_cast<std::uint64_t>(index)));
      for (int x = 0; x < 3; ++x) {
        const auto at = static_cast<std::size_t>(x);
        contact.point[at] = static_cast<float>(point[x]);
        contact.normal[at] = static_cast<float>(normal[x]);
        contact.force_on_b[at] = static_cast<float>(force[x]);
      }
      frame_.contacts.push_back(contact);
    }
  }

  const LongRecording wanted_;
  std::vector<std::size_t> free_;
  std::size_t side_ = kLeastSide;
  Frame frame_;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

std::string long_recording_json(const LongRecording& wanted, const std::string& path) {
  const Scene scene = build_gallery_scene("pile", {{"count", std::to_string(wanted.bodies)}});
  const std::int64_t interval = std::max<std::int64_t>(1, std::llround(wanted.every / scene.step));
  const double before = peak_megabytes();
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  double writing = 0;  // CPU time of the writer alone [s]
  MadeUpPile pile(scene.model, wanted);
  RecordingWriter writer(path, recording_info(scene, interval, write_scene(scene)));
  std::size_t contacts = 0;
  for (std::int64_t i = 0; i < wanted.frames; ++i) {
    const Frame& frame = pile.at(i, scene.step, interval);
    contacts = frame.contacts.size();
    const double begin = cpu_seconds();
    writer.add(frame);
    writing += cpu_seconds() - begin;
  }
  writer.finish();
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  const auto bytes = static_cast<double>(std::filesystem::file_size(path));
  return fmt::format(
      "{{\"measurement\": \"recording\", \"machine\": {},\n \"bodies\": {}, \"frames\": {}, \"every_s\": {:g}, "
      "\"contacts_end\": {},\n \"megabytes\": {:.1f}, \"kilobytes_per_frame\": {:.2f}, \"writer_cpu_s\": {:.1f}, "
      "\"writer_ms_per_frame\": {:.2f}, \"wall_s\": {:.1f}, \"peak_mb_before\": {:.1f}, \"peak_mb\": {:.1f}}}\n",
      machine_json(), wanted.bodies, wanted.frames, wanted.every, contacts, bytes / 1e6,
      bytes / 1e3 / static_cast<double>(wanted.frames), writing, 1e3 * writing / static_cast<double>(wanted.frames),
      wall, before, peak_megabytes());
}

}  // namespace stiction::bench
