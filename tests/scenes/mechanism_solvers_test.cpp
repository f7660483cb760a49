// Mechanisms of the gallery by the pivoting method and by Staggered Projections: the same motion up to the first
// impact, the same outcome after it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/gallery.h"
#include "stepping/simulation.h"

namespace stiction {
namespace {

struct Both {
  explicit Both(const std::string& name, double step)
      : scene(build_gallery_scene(name)),
        staggered(scene.model, step, options("staggered")),
        pivoting(scene.model, step, options("dantzig")) {}
  static SolverOptions options(const char* solver) {
    SolverOptions options;
    options.name = solver;
    return options;
  }
  void run_until(double time) {
    while (staggered.state().time < time - 1e-9) {
      staggered.step();
      pivoting.step();
      unsolved += pivoting.last_report().converged ? 0 : 1;
    }
  }
  // Of any body's centre [m].
  double apart() const {
    double most = 0;
    for (std::size_t i = 0; i < scene.model.bodies.size(); ++i) {
      most = std::max(most, (staggered.state().bodies[i].center - pivoting.state().bodies[i].center).norm());
    }
    return most;
  }

  Scene scene;
  Simulation staggered, pivoting;
  int unsolved = 0;
};

TEST(MechanismSolvers, FeedTheSameBlocks) {
  Both both("block-feeder", 1.0 / 60);
  both.run_until(0.1);  // the pusher has not reached the blocks
  EXPECT_LT(both.apart(), 1e-7);
  both.run_until(5);
  const auto fed = [&](const Simulation& simulation) {
    return std::count_if(simulation.state().bodies.begin(), simulation.state().bodies.end(),
                         [](const BodyState& body) { return body.center.x() > 0.11; });
  };
  EXPECT_EQ(fed(both.staggered), fed(both.pivoting));
  EXPECT_GE(fed(both.pivoting), 3);
  EXPECT_LE(both.unsolved, 3);
}

TEST(MechanismSolvers, LiftTheSameLoad) {
  Both both("double-action-jack", 0.005);
  const int rack = both.scene.model.body_index("rack");
  const double start = both.staggered.state().bodies[rack].center.z();
  both.run_until(0.02);  // the rack falls onto the pawls
  EXPECT_LT(both.apart(), 1e-7);
  both.run_until(5);
  const double rise = both.staggered.state().bodies[rack].center.z() - start;
  EXPECT_NEAR(both.pivoting.state().bodies[rack].center.z() - start, rise, 1e-3);
  EXPECT_GT(rise, 0.1);
  EXPECT_LE(both.unsolved, 10);
}

}  // namespace
}  // namespace stiction
