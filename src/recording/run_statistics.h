// Gathers the figures of a run step by step. Memory: two numbers per step (for exact percentiles), the rest constant.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/byte_stream.h"
#include "recording/run_report.h"
#include "stepping/simulation.h"

namespace stiction {

class RunStatistics {
 public:
  // `model` must outlive the statistics.
  RunStatistics(const Model& model, const State& start);

  // Takes the memory for the figures of one more step.
  void reserve_step();
  // `report` and `contacts` of the step that led to `state`.
  void add(const StepReport& report, const State& state, const ContactSet& contacts);

  // What the hands felt in the same step.
  void add_hands(const std::vector<FeltHand>& hands);

  // Fills the figures of effort, exactness and mechanics, and the counts of bodies and steps.
  // `state`: where the run ended.
  void write_into(RunReport& report, const State& state) const;

  // Everything gathered so far; statistics of the same scene that load it go on as these would have.
  void save(ByteWriter& to) const;
  void load(ByteReader& from);  // throws InputError if the bytes do not fit

 private:
  struct Accumulator {
    double sum = 0;
    double max = 0;
    void add(double value);
    MeanMax over(std::int64_t count) const;
  };

  void add_solve(const SolveReport& solve);
  void add_certificate(const StepReport& report, const State& state, const ContactSet& contacts);
  void add_state(const State& state);
  void add_volume(int body, const State& state);
  void write_inversions(RunReport& report) const;
  void write_effort(RunReport& report) const;
  void write_exactness(RunReport& report) const;
  void write_mechanics(RunReport& report, const State& state) const;

  const Model& model_;
  std::vector<Vec3> start_centers_;  // where every body starts, or will be added [m]
  std::int64_t steps_ = 0;
  std::int64_t converged_steps_ = 0;
  std::vector<double> solve_ms_;
  std::vector<double> step_ms_;
  std::array<double, static_cast<int>(Stage::kCount)> stage_ms_{};  // sums
  Accumulator contacts_, iterations_, newton_steps_, residual_, residual_cone_;
  struct HandSums {
    std::int64_t steps = 0;
    Accumulator force, torque;
  };
  std::map<int, HandSums> hands_;  // by body
  struct Inversion {
    double first = 0, smallest = 0, at = 0;  // when it was first seen [s]; smallest volume ratio, and when [s]
  };
  std::map<int, Inversion> inverted_;  // by body: elements that were turned inside out
  RunReport running_;                  // counts and extremes that need no further work
};

// Degrees of freedom of the free bodies, without the held ones.
int free_dof_count(const Model& model);
// What RunReport::contact_metric says of the model.
std::string contact_metric_of(const Model& model);

// The p-quantile (0 < p <= 1) by nearest rank: the smallest value that at least the share p does not exceed.
// Reorders `values`; unknown if they are empty.
double nearest_rank(std::vector<double>& values, double p);

}  // namespace stiction
