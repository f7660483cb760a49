#include "recording/run_statistics.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "elastic/bodies.h"
#include "elastic/stvk/stvk_body.h"
#include "recording/checkpoint.h"

namespace stiction {
namespace {

TEST(NearestRank, IsTheSmallestValueThatTheShareDoesNotExceed) {
  std::vector<double> values(100);
  for (int i = 0; i < 100; ++i) values[i] = 100 - i;
  EXPECT_EQ(nearest_rank(values, 0.50), 50);
  EXPECT_EQ(nearest_rank(values, 0.99), 99);
  EXPECT_EQ(nearest_rank(values, 1.00), 100);
  std::vector<double> one = {7};
  EXPECT_EQ(nearest_rank(one, 0.50), 7);
  EXPECT_EQ(nearest_rank(one, 0.99), 7);
  std::vector<double> none;
  EXPECT_TRUE(std::isnan(nearest_rank(none, 0.5)));
}

RC_GTEST_PROP(NearestRank, AgreesWithSorting, ()) {
  auto values = *rc::gen::nonEmpty<std::vector<int>>();
  const int percent = *rc::gen::inRange(1, 101);
  std::vector<double> numbers(values.begin(), values.end());
  std::sort(values.begin(), values.end());
  const std::size_t rank = (values.size() * percent + 99) / 100;
  RC_ASSERT(nearest_rank(numbers, percent / 100.0) == values[rank - 1]);
}

// A fixed ground, a free block and a planar block that is added later.
class Statistics : public testing::Test {
 protected:
  void SetUp() override {
    model_.bodies.resize(3);
    model_.bodies[0].name = "ground";
    model_.bodies[0].fixed = true;
    model_.bodies[1].name = "block";
    model_.bodies[1].mass.mass = 2;
    model_.bodies[2].name = "late";
    model_.bodies[2].lock = {false, true, false, true, false, true};
    model_.bodies[2].mass.mass = 1;
    state_.bodies.resize(3);
    state_.bodies[2].present = false;
    state_.bodies[2].center = Vec3(5, 0, 0);
    contacts_.resize(2);
    contacts_[0].body_b = 1;
    contacts_[1].body_a = 1;
    contacts_[1].body_b = 2;
  }

  static StepReport step_of(double residual, double solve_seconds) {
    StepReport report;
    report.contact_count = 4;
    report.certificate.residual = residual;
    report.certificate.worst_contact = 1;
    report.stage_seconds[static_cast<int>(Stage::kSolve)] = solve_seconds;
    report.stage_seconds[static_cast<int>(Stage::kCollide)] = 1e-3;
    return report;
  }
  void advance(RunStatistics& statistics, StepReport report) {
    ++state_.step_index;
    state_.time += 0.01;
    report.time = state_.time;
    statistics.add(report, state_, contacts_);
  }
  RunReport report_of(const RunStatistics& statistics) const {
    RunReport report;
    statistics.write_into(report, state_);
    return report;
  }

  Model model_;
  State state_;
  ContactSet contacts_;
};

TEST_F(Statistics, CountsAllBodiesAndTheFreeDegreesOfFreedom) {
  const RunReport report = report_of(RunStatistics(model_, state_));
  EXPECT_EQ(report.bodies, 3);
  EXPECT_EQ(report.dofs, 6 + 3);
}

TEST_F(Statistics, WithoutAStepAveragesAreUnknown) {
  const RunReport report = report_of(RunStatistics(model_, state_));
  EXPECT_EQ(report.steps, 0);
  EXPECT_TRUE(std::isnan(report.contacts.mean));
  EXPECT_TRUE(std::isnan(report.step_ms.p99));
  EXPECT_TRUE(std::isnan(report.converged_fraction));
}

TEST_F(Statistics, EnergyOfEventsAddsUp) {
  RunStatistics statistics(model_, state_);
  for (const double energy : {3.0, 0.0, -1.0}) {
    StepReport step = step_of(0, 0);
    step.event_energy = energy;
    advance(statistics, step);
  }
  EXPECT_DOUBLE_EQ(report_of(statistics).energy_events, 2);
}

TEST_F(Statistics, TimesAreInMillisecondsPerStage) {
  RunStatistics statistics(model_, state_);
  for (int i = 1; i <= 100; ++i) advance(statistics, step_of(0, 1e-3 * i));
  const RunReport report = report_of(statistics);
  EXPECT_DOUBLE_EQ(report.solve_ms.mean, 50.5);
  EXPECT_DOUBLE_EQ(report.solve_ms.p50, 50);
  EXPECT_DOUBLE_EQ(report.solve_ms.p99, 99);
  EXPECT_DOUBLE_EQ(report.solve_ms.max, 100);
  EXPECT_DOUBLE_EQ(report.step_ms.max, 101);
  ASSERT_EQ(report.stage_ms.size(), static_cast<std::size_t>(Stage::kCount));
  EXPECT_EQ(report.stage_ms[1].first, "collide");
  EXPECT_DOUBLE_EQ(report.stage_ms[1].second, 1);
}

TEST_F(Statistics, AResidualThatIsNotANumberStaysTheWorst) {
  RunStatistics statistics(model_, state_);
  for (const double residual : {0.5, std::nan(""), 1.0}) advance(statistics, step_of(residual, 0));
  const RunReport report = report_of(statistics);
  EXPECT_EQ(report.worst_step.step, 2);
  EXPECT_TRUE(std::isnan(report.worst_step.residual));
  EXPECT_TRUE(std::isnan(report.residual.max));
}

// The worst comes in the middle: neither the first nor the last step decides.
TEST_F(Statistics, ExactnessIsThatOfTheWorstOfAllSteps) {
  RunStatistics statistics(model_, state_);
  for (const double size : {1.0, 4.0, 2.0}) {
    StepReport report = step_of(1e-9 * size, 1e-3);
    report.max_penetration = 1e-6 * size;
    report.joint_error = 1e-13 * size;
    report.certificate.residual_cone = 1e-8 * size;
    report.certificate.signorini = 1e-10 * size;
    report.certificate.cone_violation = 1e-11 * size;
    report.certificate.momentum_error = 1e-12 * size;
    report.converged = size < 4;
    advance(statistics, report);
  }
  const RunReport report = report_of(statistics);
  EXPECT_DOUBLE_EQ(report.max_penetration, 4e-6);
  EXPECT_DOUBLE_EQ(report.max_joint_error, 4e-13);
  EXPECT_DOUBLE_EQ(report.residual.max, 4e-9);
  EXPECT_DOUBLE_EQ(report.residual_cone.max, 4e-8);
  EXPECT_DOUBLE_EQ(report.signorini_max, 4e-10);
  EXPECT_DOUBLE_EQ(report.cone_violation_max, 4e-11);
  EXPECT_DOUBLE_EQ(report.momentum_error_max, 4e-12);
  EXPECT_DOUBLE_EQ(report.converged_fraction, 2.0 / 3);
}

TEST_F(Statistics, TheLargestEnergyMayLieOnTheWay) {
  RunStatistics statistics(model_, state_);
  for (const double speed : {1.0, 3.0, 2.0}) {
    state_.bodies[1].velocity = Vec3(speed, 0, 0);
    advance(statistics, step_of(0, 1e-3));
  }
  const RunReport report = report_of(statistics);
  EXPECT_DOUBLE_EQ(report.energy_start, 0);
  EXPECT_DOUBLE_EQ(report.energy_max, 9);  // of 2 kg
  EXPECT_DOUBLE_EQ(report.energy_end, 4);
}

TEST_F(Statistics, TheWorstStepNamesItsContact) {
  RunStatistics statistics(model_, state_);
  advance(statistics, step_of(1e-8, 0));
  advance(statistics, step_of(5e-7, 0));
  advance(statistics, step_of(1e-9, 0));
  const RunReport report = report_of(statistics);
  EXPECT_EQ(report.worst_step.step, 2);
  EXPECT_EQ(report.worst_step.residual, 5e-7);
  EXPECT_EQ(report.worst_step.body_a, "block");
  EXPECT_EQ(report.worst_step.body_b, "late");
  EXPECT_EQ(report.residual.max, 5e-7);
}

TEST_F(Statistics, AResidualThatIsNotANumberIsNotHiddenByLaterSteps) {
  RunStatistics statistics(model_, state_);
  advance(statistics, step_of(std::numeric_limits<double>::quiet_NaN(), 0));
  advance(statistics, step_of(1e-3, 0));
  EXPECT_TRUE(std::isnan(report_of(statistics).residual.max));
}

TEST_F(Statistics, CountsWhatTheSolverHadToDo) {
  RunStatistics statistics(model_, state_);
  StepReport cut = step_of(1e-3, 0);
  cut.converged = false;
  cut.solve.status = SolveStatus::kBudgetCut;
  cut.solve.budget_overrun = true;
  cut.solve.rung = "pgs";
  cut.solve.iterations = 7;
  cut.solve.dof_form_islands = 2;
  StepReport fine = step_of(0, 0);
  fine.solve.iterations = 1;
  fine.solve.contact_form_islands = 3;
  advance(statistics, cut);
  advance(statistics, fine);
  const RunReport report = report_of(statistics);
  EXPECT_EQ(report.converged_fraction, 0.5);
  EXPECT_EQ(report.budget_cut, 1);
  EXPECT_EQ(report.budget_overruns, 1);
  EXPECT_EQ(report.rungs.at("pgs"), 1);
  EXPECT_EQ(report.rungs.size(), 1U);
  EXPECT_EQ(report.iterations.mean, 4);
  EXPECT_EQ(report.iterations.max, 7);
  EXPECT_EQ(report.dof_form_islands, 2);
  EXPECT_EQ(report.contact_form_islands, 3);
}

TEST_F(Statistics, DisplacementIsTheLargestOnTheWayAndCountsFromWhereABodyWasAdded) {
  RunStatistics statistics(model_, state_);
  state_.bodies[1].center = Vec3(0, 0.3, 0.4);
  advance(statistics, step_of(0, 0));
  state_.bodies[1].center = Vec3::Zero();
  state_.bodies[2].present = true;
  state_.bodies[2].center = Vec3(5.1, 0, 0);
  state_.bodies[0].center = Vec3(100, 0, 0);  // not free
  advance(statistics, step_of(0, 0));
  EXPECT_DOUBLE_EQ(report_of(statistics).max_displacement, 0.5);
}

TEST_F(Statistics, SpeedAtTheEndIsThatOfFreePresentBodies) {
  RunStatistics statistics(model_, state_);
  state_.bodies[0].velocity = Vec3(9, 0, 0);
  state_.bodies[1].velocity = Vec3(0, 2, 0);
  state_.bodies[2].velocity = Vec3(0, 0, 7);
  EXPECT_EQ(report_of(statistics).max_speed_end, 2);
}

TEST_F(Statistics, TheHashIsThatOfTheFinalState) {
  RunStatistics statistics(model_, state_);
  advance(statistics, step_of(0, 0));
  EXPECT_EQ(report_of(statistics).state_hash, state_hash(state_));
}

TEST_F(Statistics, GoOnFromWhatWasSavedAsIfNeverInterrupted) {
  RunStatistics whole(model_, state_);
  std::string saved;
  std::unique_ptr<RunStatistics> resumed;
  const State start = state_;
  for (int i = 0; i < 20; ++i) {
    StepReport report = step_of(1e-9 * ((7 * i) % 13), 1e-3 * i);
    report.converged = i % 3 != 0;
    report.max_penetration = 1e-6 * (i % 5);
    report.solve.iterations = i % 4;
    report.solve.newton_steps = i;
    report.solve.rung = i % 5 == 0 ? "pgs" : "";
    report.solve.status = i % 7 == 0 ? SolveStatus::kBudgetCut : SolveStatus::kConverged;
    report.solve.log.push_back({i, "newton", 0.5, 0.25, 3});
    report.certificate.signorini = 1e-12 * i;
    state_.bodies[1].center = Vec3(0.01 * (i % 6), 0, 0);
    state_.bodies[2].present = i > 10;
    advance(whole, report);
    report.time = state_.time;
    if (resumed != nullptr) resumed->add(report, state_, contacts_);
    const std::vector<FeltHand> hands = {{1, {Vec3(0, 0, i % 6), Vec3(0.5 * i, 0, 0)}, {}}};
    whole.add_hands(hands);
    if (resumed != nullptr) resumed->add_hands(hands);
    if (i == 8) {
      ByteWriter bytes;
      whole.save(bytes);
      saved = bytes.bytes();
      resumed = std::make_unique<RunStatistics>(model_, start);
      ByteReader reader(saved, "saved");
      resumed->load(reader);
      EXPECT_EQ(reader.remaining(), 0U);
    }
  }
  const RunReport a = report_of(whole), b = report_of(*resumed);
  EXPECT_EQ(report_json(a), report_json(b));
  ASSERT_EQ(a.hands.size(), 1u);
  EXPECT_EQ(a.hands[0].force.max, 5);
  EXPECT_EQ(a.hands[0].torque.mean, 0.5 * 9.5);
}

TEST_F(Statistics, BodiesTurnedInsideOutAreSavedToo) {
  StvkOptions options;
  options.modal.modes = 3;
  options.dofs = 6;
  const auto body = make_stvk_body(test::brick_mesh({0.3, 0.1, 0.05}, {1, 1, 1}), options);
  model_.bodies[1].deformable = body;
  body->set_start(state_.bodies[1].deformation, state_.bodies[1].deformation_rate);
  RunStatistics before(model_, state_), after(model_, state_);
  advance(before, step_of(0, 0));
  EXPECT_TRUE(report_of(before).notes.empty());
  state_.bodies[1].deformation.setConstant(10);
  ASSERT_LT(body->smallest_volume_ratio(state_.bodies[1]), 0);
  advance(before, step_of(0, 0));
  ByteWriter bytes;
  before.save(bytes);
  ByteReader reader(bytes.bytes(), "saved");
  after.load(reader);
  ASSERT_EQ(report_of(before).notes.size(), 1U);
  EXPECT_EQ(report_of(after).notes, report_of(before).notes);
}

// What is saved is part of a checkpoint: where this size changes, the checkpoint's format is to be raised.
TEST_F(Statistics, SavedBytesAreThoseOfTheCheckpointFormat) {
  ByteWriter bytes;
  RunStatistics(model_, state_).save(bytes);
  const int format = checkpoint_bytes({})[8];
  EXPECT_EQ(std::pair(format, bytes.bytes().size()), std::pair(4, std::size_t{436}));
}

TEST_F(Statistics, RefuseSavedNumbersOfStepsThatContradictEachOther) {
  RunStatistics statistics(model_, state_);
  advance(statistics, step_of(1e-8, 1e-3));
  ByteWriter bytes;
  statistics.save(bytes);
  const std::pair<std::int64_t, std::int64_t> counts[] = {
      {0, 0}, {2, 1}, {-1, 0}, {1, 2}, {1, -1}};  // steps, converged
  for (const auto& [steps, converged] : counts) {
    ByteWriter edited;
    put_each(edited, steps, converged);
    const std::string saved = edited.bytes() + bytes.bytes().substr(edited.bytes().size());
    RunStatistics other(model_, state_);
    ByteReader reader(saved, "saved");
    EXPECT_THROW(other.load(reader), InputError) << steps << " " << converged;
  }
}

TEST_F(Statistics, RefuseSavedBytesThatAreCutOffOrOfAnotherScene) {
  RunStatistics statistics(model_, state_);
  advance(statistics, step_of(1e-8, 1e-3));
  ByteWriter bytes;
  statistics.save(bytes);
  for (std::size_t size = 0; size < bytes.bytes().size(); ++size) {
    RunStatistics other(model_, state_);
    ByteReader reader(std::string_view(bytes.bytes()).substr(0, size), "saved");
    EXPECT_THROW(other.load(reader), InputError) << size;
  }
  State smaller = state_;
  smaller.bodies.pop_back();
  Model model = model_;
  model.bodies.pop_back();
  RunStatistics other(model, smaller);
  ByteReader reader(bytes.bytes(), "saved");
  EXPECT_THROW(other.load(reader), InputError);
}

}  // namespace
}  // namespace stiction
