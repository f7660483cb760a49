// Small worlds for the tests of the library, and comparison bit by bit.
#pragma once

#include <gtest/gtest.h>
#include <stiction/world.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace stiction::testing {

// Bodies "floor" and "box", an edge of 1 m and a mass of 1000 kg; the material is "stone".
inline World box_on_floor(double friction = 0.5, bool box_first = false) {
  SceneBuilder scene;
  scene.material("stone", {.density = 1000, .friction = friction});
  const BodySettings floor = {.name = "floor", .shape = BodyShape::plane(), .material = "stone", .fixed = true};
  const BodySettings box = {
      .name = "box", .shape = BodyShape::box({1, 1, 1}), .material = "stone", .position = {0, 0, 0.5}};
  scene.body(box_first ? box : floor);
  scene.body(box_first ? floor : box);
  return World(scene);
}

inline double length(const Vector3& v) {
  return std::hypot(v.x, v.y, v.z);
}

// Everything a contact says, as bits.
inline std::vector<std::uint64_t> contact_bits(const World& world) {
  std::vector<std::uint64_t> bits;
  for (const ContactReading& c : world.contacts()) {
    bits.push_back((static_cast<std::uint64_t>(c.body_a) << 32) + static_cast<std::uint64_t>(c.body_b));
    for (const Vector3& v : {c.point, c.normal_from_a_to_b, c.force_on_b}) {
      for (double x : {v.x, v.y, v.z}) bits.push_back(std::bit_cast<std::uint64_t>(x));
    }
    for (double x : {c.gap, c.normal_force, c.friction_force}) bits.push_back(std::bit_cast<std::uint64_t>(x));
  }
  return bits;
}

inline void expect_same_bits(const World& a, const World& b, const std::string& what) {
  ASSERT_EQ(a.step_count(), b.step_count()) << what;
  ASSERT_EQ(a.state_hash(), b.state_hash()) << what << ", step " << a.step_count();
  ASSERT_EQ(contact_bits(a), contact_bits(b)) << what << ", step " << a.step_count();
  ASSERT_EQ(a.last_step().residual, b.last_step().residual) << what << ", step " << a.step_count();
}

// The message of the InputError that `act` throws, "" if it throws none.
template <class Act>
std::string input_error(const Act& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace stiction::testing
