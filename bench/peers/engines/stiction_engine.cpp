// Ourselves, as everybody else: a scene in, poses out.
#include <fmt/format.h>

#include "bench/peers/engines/engines.h"
#include "stepping/simulation.h"

namespace stiction::bench {
namespace {

class StictionWorld : public PeerWorld {
 public:
  explicit StictionWorld(const PeerScene& scene) : simulation_(scene.model, scene.step, scene.solver, 1) {}

  void step() override { simulation_.step(); }
  void read(std::vector<Pose>& poses) const override {
    const Model& model = simulation_.model();
    for (std::size_t i = 0; i < poses.size(); ++i) {
      poses[i] = body_pose(model.bodies[i], simulation_.state().bodies[i]);
    }
  }
  int contact_count() const override { return simulation_.last_report().contact_count; }

 private:
  Simulation simulation_;
};

std::unique_ptr<PeerWorld> make_world(const PeerScene& scene) {
  return std::make_unique<StictionWorld>(scene);
}

}  // namespace

std::vector<PeerEngine> stiction_engines() {
  const SolverOptions options;
  return {{.name = "Stiction",
           .family = "Stiction",
           .version = STICTION_VERSION,
           .settings = fmt::format(
               "solver {}, tolerance {:g} (more than 60 bunnies: 1e-3, as in the gallery), eps {:g}, disk of "
               "friction, warm start, recovery 0 (pile, bunnies: 0.2), contacts between bunnies by samples "
               "12.5 mm apart, no sleep (what is slower than 1e-10 m/s is stopped, and looked at in every step), "
               "one thread",
               options.name, options.tolerance, options.eps),
           .make = make_world}};
}

}  // namespace stiction::bench
