// Small helpers to write scenes in code. Internal to this room.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "scenes/scene.h"

namespace stiction::building {

inline constexpr double kGravity = 9.81;  // [m/s^2]

double radians(double degrees);

// Adds a material and returns its index. The scene's material 0 stays the default one.
int add_material(Model& model, const std::string& name, double density, double friction, double restitution = 0);

// Each adds a body and returns it; the reference is good until the next body is added.
Body& add_plane(Model& model, const std::string& name, int material, const Vec3& normal, double offset);
Body& add_box(Model& model, const std::string& name, int material, const Vec3& size, const Vec3& position,
              const Quat& rotation = Quat::Identity());
Body& add_sphere(Model& model, const std::string& name, int material, double radius, const Vec3& position);

Expectation expect_at_rest(const std::string& bodies, double max_displacement, double max_speed, double from = 0);
Expectation expect_moved(const std::string& bodies, double more_than);
Expectation expect_speed(const std::string& bodies, double min, double max, double from, double to);
Expectation expect_position(const std::string& bodies, int axis, double min, double max, double from = 0);
Expectation expect_penetration(double max);
Expectation expect_converged(double fraction);
// `name` says in words what is expected; `make` is called once for every run.
Expectation expect_custom(const std::string& name,
                          std::function<std::unique_ptr<ExpectationMonitor>(const Model&)> make);

// A standing structure: hardly moves, does not sink in, and is solved exactly. displacement [m].
void expect_standing(Scene& scene, const std::string& bodies, double displacement);

}  // namespace stiction::building
