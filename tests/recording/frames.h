// Random frames, and whether two are the same bit for bit.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "recording/frame.h"
#include "recording/recording_info.h"

namespace stiction::test {

// Two surfaces, of four and of three vertices, that bodies have in turns; the first body is a plane without one.
inline RecordingInfo info_of(std::size_t body_count) {
  RecordingInfo info;
  info.program = "0.0.0";
  info.name = "random \"frames\"";
  info.step = 0.1 + 0.2;
  info.frame_interval = 3;
  for (std::size_t i = 0; i < body_count; ++i) {
    RecordedBody body;
    body.name = "body " + std::to_string(i);
    body.fixed = i % 2 == 0;
    body.mass = body.fixed ? 0 : 1.5 + static_cast<double>(i);
    body.center_of_mass = Vec3(0.1 * static_cast<double>(i), 1, 2);
    if (i == 0) body.plane = PlaneShape{Vec3::UnitY(), 0.25};
    body.surface = i == 0 ? -1 : static_cast<int>(i % 2);
    info.bodies.push_back(body);
  }
  info.description = "for tests";
  info.gravity = Vec3(0, 0.5, -9);
  info.solver = "staggered";
  info.tolerance = 1e-7;
  info.materials = {{"stone", 2400, 0.6}};
  info.surfaces = {{{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2}, false},
                   {{0, 0, 0, 2, 0, 0, 0, 2, 0}, {0, 1, 2}, true}};
  if (body_count > 1) info.hands = {1};
  info.scene = R"({"stiction":1,"bodies":[],"step":0.30000000000000004})";
  return info;
}

// Frames three steps apart. Figures are numbers of every kind: ordinary ones, any bits at all, and those of the frame
// before. Numbers of bodies, contacts and surfaces are finite.
class RandomFrames {
 public:
  RandomFrames(std::uint64_t seed, std::size_t body_count, std::size_t vertex_count = 0)
      : random_(seed), body_count_(body_count), vertex_count_(vertex_count) {}

  Frame next() {
    Frame frame;
    frame.time = last_.time + (chance(0.1) ? 0 : 0.01);
    frame.step = next_step_;
    next_step_ += 3;
    frame.judged = chance(0.9);
    frame.converged = chance(0.5);
    frame.residual = number(last_.residual);
    frame.penetration = number(last_.penetration);
    frame.iterations = static_cast<std::uint32_t>(random_());
    frame.systems = static_cast<std::uint32_t>(random_());
    frame.kinetic_energy = number(last_.kinetic_energy);
    frame.potential_energy = number(last_.potential_energy);
    frame.elastic_energy = number(last_.elastic_energy);
    frame.surface_vertices = last_.surface_vertices;
    frame.surface_vertices.resize(3 * vertex_count_);
    for (float& x : frame.surface_vertices) x = finite_single(x);
    for (float& x : frame.stage_seconds) x = static_cast<float>(number(x));
    frame.bodies = last_.bodies;
    frame.bodies.resize(body_count_);
    for (FrameBody& body : frame.bodies) change(body);
    frame.contacts = last_.contacts;
    if (body_count_ > 0) frame.contacts.resize(random_() % 20);
    for (FrameContact& contact : frame.contacts) change(contact);
    last_ = frame;
    return frame;
  }
  std::vector<Frame> several(std::size_t count) {
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < count; ++i) frames.push_back(next());
    return frames;
  }

 private:
  bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(random_) < p; }
  double number(double before) {
    if (chance(0.4)) return before;
    if (chance(0.5)) return before + std::normal_distribution<double>(0, 1)(random_);
    const std::uint64_t bits = random_();
    double any = 0;
    std::memcpy(&any, &bits, sizeof any);
    return any;
  }
  double finite(double before) {
    const double x = number(before);
    return std::isfinite(x) ? x : before;
  }
  float finite_single(float before) {
    const auto x = static_cast<float>(number(before));
    return std::isfinite(x) ? x : before;
  }
  void change(FrameBody& body) {
    for (double& x : body.position) x = finite(x);
    if (!chance(0.4)) {
      for (double& x : body.rotation.coeffs()) x = std::normal_distribution<double>(0, 1)(random_);
      body.rotation.normalize();
    }
    for (double& x : body.velocity) x = finite(x);
    for (double& x : body.angular_velocity) x = finite(x);
    body.present = chance(0.7);
  }
  void change(FrameContact& contact) {
    if (chance(0.4)) return;
    contact.body_a = static_cast<std::int32_t>(random_() % body_count_);
    contact.body_b = static_cast<std::int32_t>(random_() % body_count_);
    contact.state = static_cast<ContactState>(random_() % 3);
    for (float& x : contact.point) x = finite_single(x);
    for (float& x : contact.normal) x = finite_single(x);
    for (float& x : contact.force_on_b) x = finite_single(x);
    contact.gap = finite_single(contact.gap);
  }

  std::mt19937_64 random_;
  std::size_t body_count_;
  std::size_t vertex_count_;
  std::int64_t next_step_ = 0;
  Frame last_;
};

// Compares bits, so that not-a-numbers count as well.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <int N>
bool same_bits(const Eigen::Matrix<double, N, 1>& a, const Eigen::Matrix<double, N, 1>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same_bits(x, y); });
}

inline bool same_bits(const FrameBody& a, const FrameBody& b) {
  return same_bits(a.position, b.position) && same_bits(a.rotation.coeffs(), b.rotation.coeffs()) &&
         same_bits(a.velocity, b.velocity) && same_bits(a.angular_velocity, b.angular_velocity) &&
         a.present == b.present;
}

template <typename Number>
bool same_bytes(const std::vector<Number>& a, const std::vector<Number>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Number)) == 0);
}

// Everything but the wall times, which differ from run to run.
inline bool same_bits(const Frame& a, const Frame& b) {
  if (a.bodies.size() != b.bodies.size()) return false;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    if (!same_bits(a.bodies[i], b.bodies[i])) return false;
  }
  return same_bits(a.time, b.time) && a.step == b.step && a.judged == b.judged && a.converged == b.converged &&
         same_bits(a.residual, b.residual) && same_bits(a.penetration, b.penetration) && a.iterations == b.iterations &&
         a.systems == b.systems && same_bits(a.kinetic_energy, b.kinetic_energy) &&
         same_bits(a.potential_energy, b.potential_energy) && same_bits(a.elastic_energy, b.elastic_energy) &&
         same_bytes(a.contacts, b.contacts) && same_bytes(a.surface_vertices, b.surface_vertices);
}

// The wall times too.
inline bool same_times(const Frame& a, const Frame& b) {
  return a.stage_seconds == b.stage_seconds;
}

}  // namespace stiction::test
