// What a step of one StVK body costs on one thread: bench_stvk_steps [steps].
//
// A slab of rubber with 12 modes and 29 shapes, as many as a body of `dinosaurs` has, free of contacts: in a quiet
// swing, and let go when bent far and spinning. Beside it the same slab with 29 linear modes. Medians over steps of the
// thread's processor time, predict and advance together.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "elastic/flight.h"
#include "elastic/stvk/stvk_body.h"
#include "machine.h"

namespace stiction::bench {
namespace {

constexpr int kShapes = 29;
constexpr double kLength = 0.3;  // [m]

struct Swing {
  const char* name;
  double bent;     // over its length [rad]
  double spin;     // [rad/s]
  double damping;  // stiffness-proportional [s]
  double step;     // [s]
};

double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

void let_go(test::Flight& flight, const Swing& swing) {
  const double R = kLength / swing.bent;
  flight.state.deformation = flight.modal().amplitudes_of([R](const Vec3& X) {
    return Vec3((R - X.z()) * std::sin(X.x() / R) - X.x(), 0, R - (R - X.z()) * std::cos(X.x() / R) - X.z());
  });
  flight.state.angular_velocity = swing.spin * Vec3(0.2, 0.9, -0.4);
}

double median_cost(std::shared_ptr<const FloatingBody> body, const Swing& swing, int steps) {
  test::Flight flight(std::move(body), swing.step);
  let_go(flight, swing);
  std::vector<double> costs;
  for (int i = 0; i < steps; ++i) {
    const double before = processor_microseconds();
    flight.run(1);
    costs.push_back(processor_microseconds() - before);
  }
  std::sort(costs.begin(), costs.end());
  return costs[costs.size() / 2];
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) {
  using namespace stiction;
  using namespace stiction::bench;
  const int steps = argc > 1 ? std::max(1, std::stoi(argv[1])) : 400;
  const TetMesh mesh = test::brick_mesh({kLength, 0.1, 0.05}, {4, 2, 1});
  const QuadraticMesh quadratic = quadratic_mesh(mesh);
  const ReducedStvk reduced = cached_stvk(mesh, quadratic, {0.4, 12}, kShapes, {});
  fmt::print("{{\"machine\": {},\n \"command\": \"bench_stvk_steps {}\", \"shapes\": {},\n \"swings\": {{\n",
             machine_json(), steps, kShapes);
  constexpr Swing kSwings[] = {
      {"quiet", 0.1, 0.5, 1e-3, 0.01}, {"far", 1.2, 5, 1e-4, 0.01}, {"far, small steps", 1.2, 5, 1e-4, 0.002}};
  for (const Swing& swing : kSwings) {
    StvkOptions options;
    options.modal.material = {1e6, 0.4, 1000};
    options.modal.modes = 12;
    options.modal.stiffness_damping = swing.damping;
    options.dofs = kShapes;
    ModalOptions linear = options.modal;
    linear.modes = kShapes;
    const double stvk = median_cost(std::make_shared<StvkBody>(mesh, quadratic, reduced, options), swing, steps);
    const double modal = median_cost(make_modal_body(mesh, linear), swing, steps);
    fmt::print("  \"{}\": {{\"step_us\": {:.1f}, \"modal_step_us\": {:.1f}}}{}\n", swing.name, stvk, modal,
               &swing == std::end(kSwings) - 1 ? "" : ",");
  }
  fmt::print(" }}\n}}\n");
}
