// The loop of a haptic device: its pose goes in, force comes out. Here the device is a sine that dips into a table.
#include <stiction/world.h>

#include <cmath>
#include <cstdio>
#include <exception>

int main() {
  try {
    stiction::SceneBuilder scene;
    scene.step(1e-3).solver("tolerance", "1e-3").solver("budget_ms", "0.7");  // [s], of a device at 1,000 Hz
    scene.body({.name = "table", .shape = stiction::BodyShape::plane(), .fixed = true});
    scene.body({.name = "tool", .shape = stiction::BodyShape::box({0.02, 0.02, 0.08}), .position = {0, 0, 0.06}});
    scene.hand("tool", {.stiffness = 800, .damping = 10, .max_force = 20});
    stiction::World world(scene);
    double largest = 0;  // [N]
    for (int i = 1; i <= 2000; ++i) {
      const double depth = 0.03 * std::sin(0.00314159 * i);  // of the device below where the tool starts [m]
      world.move_hand("tool", {0, 0, 0.06 - depth}, {});
      world.step();
      largest = std::fmax(largest, world.hand("tool").force.z);
    }
    std::printf("largest force %.2f N; the device goes 10 mm into the table, 800 N/m give 8 N\n", largest);
    return std::fabs(largest - 8) < 0.1 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
