// Prints the state's hash after steps of a few worlds, for a comparison of programs that should step alike.
#include <fmt/format.h>

#include "stepping/worlds.h"

namespace {

using namespace stiction;

// A tower with many contacts per face that a box is thrown at.
Model hit_tower(int samples) {
  std::vector<Body> bodies = test::stack_bodies(5);
  bodies.push_back(test::box_body("shot", {0.5, 0.5, 0.5}, {-1.2, 0.1, 3.6}));
  bodies.back().start_velocity = {4, 0.3, 0.5};
  bodies.back().start_angular_velocity = {1, 2, 3};
  for (Body& body : bodies) body.samples = samples;
  return test::world(bodies, 0.6);
}

void print_hashes(const char* name, int samples, const SolverOptions& options) {
  Simulation simulation(hit_tower(samples), 0.01, options, 1);
  for (int i = 0; i < 4; ++i) {
    test::run(simulation, 10);
    fmt::print("{} {} samples, step {}: {:016x}\n", name, samples, 10 * (i + 1), state_hash(simulation.state()));
  }
}

}  // namespace

int main() {
  for (const char* name : {"staggered", "pgs", "convex-cone"}) {
    SolverOptions options;
    options.name = name;
    for (const int samples : {0, 4}) print_hashes(name, samples, options);
  }
  return 0;
}
