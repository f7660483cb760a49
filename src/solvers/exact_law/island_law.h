// The exact friction law on an island, with linear systems over its bodies.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/exact_law/law_operator.h"
#include "solvers/exact_law/law_system.h"

namespace stiction {

class IslandLaw final : public LawOperator {
 public:
  IslandLaw() = default;
  explicit IslandLaw(const Island& island) { prepare(island); }
  // Which has to outlive the use of this. Enough for residuals; the linear systems need prepare().
  void set_island(const Island& island) { island_ = &island; }
  void prepare(const Island& island, bool by_iteration = false) {
    set_island(island);
    system_.prepare(island, by_iteration);
  }

  int contact_count() const override { return island_->contact_count(); }
  int samples() const override { return island_->friction_set.samples; }
  const std::vector<double>& q() const override { return island_->q; }
  const std::vector<double>& mu() const override { return island_->mu; }
  double denominator() const override { return island_->denominator; }
  int velocity_size() const override { return island_->velocity_size(); }
  void accumulate(const double* z, double* x) const override { island_->accumulate(0, 3, z, x); }
  void apply_transposed(const double* x, double* out) const override { island_->apply_transposed(0, 3, x, out); }
  double natural_map(const double* z, const double* u) const override { return island_->natural_map(z, u); }
  double signorini(const double* z, const double* u) const override { return island_->signorini(z, u); }
  bool factorize(const std::vector<Mat3>& D) override { return system_.factorize(*island_, D); }
  void solve(double* x) override { system_.solve(x); }
  // Of linear systems by iteration, see LawSystem.
  void set_precision(double precision) { system_.set_precision(precision); }
  double cost() const { return system_.cost(*island_); }  // multiplications of a system, roughly

 private:
  const Island* island_ = nullptr;
  LawSystem system_;
};

}  // namespace stiction
