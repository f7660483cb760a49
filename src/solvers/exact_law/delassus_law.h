// The exact friction law on an island whose contacts are fewer than its degrees of freedom, which bodies that deform
// have many of: in the space of its contacts. x is z, A^T the Delassus matrix W, and the linear systems are I + D W,
// dense, over the contacts of D != 0.
#pragma once

#include <vector>

#include "contact/island.h"
#include "solvers/exact_law/law_operator.h"

namespace stiction {

class DelassusLaw final : public LawOperator {
 public:
  static double cost(int contacts);  // multiplications of factorize() and two calls of solve(), roughly
  // Which has to outlive the use of this.
  void prepare(const Island& island);

  int contact_count() const override { return island_->contact_count(); }
  int samples() const override { return island_->friction_set.samples; }
  const std::vector<double>& q() const override { return island_->q; }
  const std::vector<double>& mu() const override { return island_->mu; }
  double denominator() const override { return island_->denominator; }
  int velocity_size() const override { return 3 * contact_count(); }
  void accumulate(const double* z, double* x) const override;
  void apply_transposed(const double* x, double* out) const override;
  double norm(const double* x) const override;  // of the velocities that impulses x cause
  double natural_map(const double* z, const double* u) const override { return island_->natural_map(z, u); }
  double signorini(const double* z, const double* u) const override { return island_->signorini(z, u); }
  bool factorize(const std::vector<Mat3>& D) override;
  void solve(double* x) override;

 private:
  void set_columns();
  void set_delassus();
  void add_body(Eigen::Index row, Eigen::Index rows);  // to W

  const Island* island_ = nullptr;
  MatX columns_, delassus_;  // A and W
  std::vector<int> met_;     // by a body: contacts
  MatX body_columns_, body_delassus_;
  std::vector<Mat3> D_;
  std::vector<int> active_;  // contacts with D != 0
  MatX matrix_;
  VecX velocity_, right_;
  std::vector<int> pivots_;
};

}  // namespace stiction
