// Small helpers to write scenes in code. Internal to this room.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "scenes/gallery.h"
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
Body& add_shape(Model& model, const std::string& name, int material, Shape shape, const Pose& start);

// Gives a convex body the same surface as a mesh: its faces cut into triangles, sampled at corners and edges.
void turn_into_mesh(Body& body);
// Of scenes that use turn_into_mesh.
GalleryParameter mesh_parameter();

// Motions that last for ever; the body is no longer free.
Motion& add_velocity(Model& model, int body, const Vec3& velocity, const Vec3& angular_velocity);
Motion& add_oscillation(Model& model, int body, const Vec3& direction, double amplitude, double frequency);
Motion& add_belt(Model& model, int body, const Vec3& surface_velocity);

Expectation expect_at_rest(const std::string& bodies, double max_displacement, double max_speed, double from = 0);
Expectation expect_distance(const std::string& a, const std::string& b, double min, double max, double from = 0);
Expectation expect_moved(const std::string& bodies, double more_than);
Expectation expect_speed(const std::string& bodies, double min, double max, double from, double to);
Expectation expect_position(const std::string& bodies, int axis, double min, double max, double from = 0);
Expectation expect_penetration(double max, double from = 0);
Expectation expect_converged(double fraction);
// A figure taken from the run's last instant, which must be within [min, max]. `name` says in words what it is.
Expectation expect_figure(const std::string& name, const char* unit, const std::function<double(const Moment&)>& figure,
                          double min, double max);
// `name` says in words what is expected; `make` is called once for every run.
Expectation expect_custom(const std::string& name,
                          std::function<std::unique_ptr<ExpectationMonitor>(const Model&)> make);

// A standing structure: hardly moves, does not sink in, and is solved exactly. displacement [m].
void expect_standing(Scene& scene, const std::string& bodies, double displacement);

}  // namespace stiction::building
