// Woven pieces: how they are made, and what counts as slip, as holding together and as coming apart.
#include "scenes/gallery/elastic/weave.h"

#include <gtest/gtest.h>

#include "model/deformable.h"
#include "scenes/gallery.h"
#include "scenes/gallery/elastic/weave_expectations.h"
#include "scenes/start_overlaps.h"

namespace stiction {
namespace {

using namespace building;

constexpr double kStep = 0.1;  // [s]

struct Piece {
  Weave weave;
  Model model;
  WovenPiece piece;
  State state;
  StepReport report;

  explicit Piece(int strands = 4, const Pose& place = {}) {
    weave.strands = strands;
    piece = add_weave(model, "piece", 0, weave, place);
    compute_masses(model);
    state = initial_state(model);
  }
  Moment moment() const { return {model, state, report, kStep}; }
  double slip() const { return largest_slip(moment(), piece); }
  void move(int strand, const Vec3& by) { state.bodies[piece.first_body + strand].center += by; }
};

TEST(Weave, HasNoSlipAtTheStartNorWhenItMovesAsAWhole) {
  Piece piece(4, {Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 2) / 3))});
  EXPECT_NEAR(piece.slip(), 0, 1e-12);
  const Quat turn(Eigen::AngleAxisd(1.1, Vec3(2, 1, 2) / 3));
  for (BodyState& body : piece.state.bodies) {
    body.center = turn * body.center + Vec3(0.3, -0.2, 0.7);
    body.rotation = turn * body.rotation;
  }
  EXPECT_NEAR(piece.slip(), 0, 1e-12);
}

TEST(Weave, SlipIsHowFarAStrandWasPulledOut) {
  Piece piece;
  piece.move(2, Vec3(5e-3, 0, 0));  // a strand across, along itself
  EXPECT_NEAR(piece.slip(), 5e-3, 1e-4);
  piece.move(5, Vec3(0, 0, -8e-3));  // a strand down, along itself
  EXPECT_NEAR(piece.slip(), std::hypot(5e-3, 8e-3), 1e-4);
}

// Of every crossing the strand across is in front if row and column are both even or both odd. Front is +y.
TEST(Weave, GoesOverAndUnder) {
  for (const char* strands : {"4", "5"}) {
    const Scene scene = build_gallery_scene("composites", {{"strands", strands}, {"only", "1"}});
    const Model& model = scene.model;
    const State state = initial_state(model);
    const int count = std::stoi(strands);
    const auto height = [&](const std::string& name, double along) {
      const int index = model.body_index(name);
      const Body& body = model.bodies[index];
      std::vector<Vec3> vertices;
      body.deformable->deformed_vertices(body, state.bodies[index], vertices);
      double sum = 0;
      int near = 0;
      for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (std::abs(body.deformable->surface().vertices[v].x() - along) > 1e-3) continue;
        sum += body_pose(body, state.bodies[index]).to_world(vertices[v]).y();
        ++near;
      }
      return near == 0 ? NAN : sum / near;
    };
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        const double middle = (count - 1) / 2.0;
        const double apart = height("stiff-0.5-across" + std::to_string(i), 0.02 * (j - middle)) -
                             height("stiff-0.5-down" + std::to_string(j), 0.02 * (i - middle));
        EXPECT_GT((i + j) % 2 == 0 ? apart : -apart, 9e-4) << i << " " << j;
      }
    }
  }
}

TEST(Weave, HasTheDegreesOfFreedomOfThePaperAndStartsWithoutOverlap) {
  const Scene scene = build_gallery_scene("composites", {{"only", "1"}});
  int dofs = 0;
  for (const Body& body : scene.model.bodies) dofs += body.deforms() ? body.deformable->dof_count() : 0;
  EXPECT_EQ(dofs, 192);
  Simulation simulation(scene.model, scene.step, scene.solver, 1);
  simulation.step();
  EXPECT_LT(simulation.last_report().max_penetration, 5e-5);
}

// One expectation over a run whose slip the test writes itself.
class WeaveExpectations : public testing::Test {
 protected:
  void expect(const Expectation& expectation) {
    monitor_ = make_monitor(expectation, piece_.model);
    monitor_->start(piece_.moment());
  }
  void step(double slip) {
    piece_.state = initial_state(piece_.model);
    piece_.state.time = kStep * ++steps_;
    piece_.move(4, Vec3(0, 0, -slip));
    monitor_->observe(piece_.moment());
  }
  Piece piece_;
  std::unique_ptr<ExpectationMonitor> monitor_;
  int steps_ = 0;
};

TEST_F(WeaveExpectations, APieceComesApartWhenAStrandHasSlidByHalfAPitch) {
  expect(expect_comes_apart("a", piece_.piece, 0.25, 0.35));
  step(0);
  step(9e-3);
  EXPECT_FALSE(monitor_->result().passed);
  EXPECT_FALSE(monitor_->result().settled);
  step(11e-3);
  EXPECT_TRUE(monitor_->result().passed);
  EXPECT_TRUE(monitor_->result().settled);
  EXPECT_NEAR(monitor_->result().value, 0.3, 1e-12);
}

TEST_F(WeaveExpectations, TooSoonIsNotSlowly) {
  expect(expect_comes_apart("a", piece_.piece, 0.25, 0.35));
  step(11e-3);
  step(11e-3);
  step(11e-3);
  EXPECT_FALSE(monitor_->result().passed);
  EXPECT_TRUE(monitor_->result().settled);
}

TEST_F(WeaveExpectations, APieceThatHoldsMaySettleButNotCreep) {
  expect(expect_holds_together("a", piece_.piece, 2e-3, 1e-4, 0.15));
  step(1.5e-3);
  EXPECT_FALSE(monitor_->result().judged);
  step(1.6e-3);
  step(1.65e-3);
  EXPECT_TRUE(monitor_->result().passed);
  step(1.8e-3);
  EXPECT_FALSE(monitor_->result().passed);
  EXPECT_TRUE(monitor_->result().settled);
}

TEST_F(WeaveExpectations, APieceThatSettlesTooFarDoesNotHold) {
  expect(expect_holds_together("a", piece_.piece, 2e-3, 1e-4, 0.15));
  step(2.1e-3);
  step(0);
  step(0);
  EXPECT_FALSE(monitor_->result().passed);
}

}  // namespace
}  // namespace stiction
