// A crate stands on a ramp that is just not too steep. Then the ramp gets wet: friction drops, and the crate slides.
//
// Shows how to build a scene, step it, read contact forces and the certificate of a step, change friction while the
// world runs, and go back to a saved state.
#include <stiction/world.h>

#include <cmath>
#include <cstdio>
#include <exception>

namespace {

constexpr double kAngle = 25;  // of the ramp [degrees]; friction 0.5 holds up to 26.565 degrees

stiction::World make_ramp() {
  using stiction::BodyShape;
  const stiction::Quaternion tilt = stiction::rotation_about({0, 1, 0}, kAngle);
  const double angle = kAngle * 3.14159265358979323846 / 180;
  const stiction::Vector3 up = {std::sin(angle), 0, std::cos(angle)};  // normal of the ramp

  stiction::SceneBuilder scene;
  scene.material("wood", {.density = 600, .friction = 0.5});
  scene.body({.name = "ramp", .shape = BodyShape::plane(up), .material = "wood", .fixed = true});
  scene.body({.name = "crate",
              .shape = BodyShape::box({0.4, 0.4, 0.4}),
              .material = "wood",
              .position = {0.2 * up.x, 0, 0.2 * up.z},
              .rotation = tilt});
  return stiction::World(scene);
}

void tell(const stiction::World& world, const char* what) {
  const stiction::BodyReading crate = world.body("crate");
  const stiction::Vector3 held = world.contact_force_on("crate");
  const double speed = std::hypot(crate.velocity.x, crate.velocity.y, crate.velocity.z);
  std::printf("%-10s t = %.2f s  speed %.3f m/s  force on crate (%.1f, %.1f, %.1f) N  weight %.1f N  residual %.0e\n",
              what, world.time(), speed, held.x, held.y, held.z, 9.81 * crate.mass, world.last_step().residual);
}

}  // namespace

int main() {
  try {
    stiction::World world = make_ramp();
    world.run(1.0);
    tell(world, "standing");
    const std::string dry = world.save();

    world.set_friction("wood", 0.2);
    world.run(1.0, [](const stiction::World& w) { return w.body("crate").position.x < 0.5; });  // stops below the edge
    tell(world, "sliding");

    world.restore(dry);  // friction 0.5 again: the state holds everything
    world.run(1.0);
    tell(world, "dry again");
    for (const stiction::ContactReading& contact : world.contacts()) {
      std::printf("  corner at (%.2f, %.2f, %.2f) m: normal force %.1f N, friction %.1f N\n", contact.point.x,
                  contact.point.y, contact.point.z, contact.normal_force, contact.friction_force);
    }
    return world.body("crate").velocity.x < 1e-6 ? 0 : 1;
  } catch (const std::exception& error) {  // stiction::InputError, stiction::SimulationError
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
