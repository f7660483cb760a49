// The exact friction law of a recorded problem, in the space of its contacts: x is z, A^T the Delassus matrix W, and
// the linear systems are I + D W (contact_matrix.h).
//
// Variables are scaled so that every contact has a unit mean diagonal of W:
//   s_c = sqrt(tr(W_cc) / dimension),   z_c = s_c r_c,   W_ij / (s_i s_j),   u_c / s_c,   q_c / s_c              (1)
// Contacts of the plane have a second tangent that nothing moves.
#pragma once

#include <memory>
#include <vector>

#include "recorded/contact_matrix.h"
#include "recorded/recorded_problem.h"
#include "solvers/exact_law/law_operator.h"

namespace stiction {

class ContactSpaceLaw final : public LawOperator {
 public:
  // contacts: the part of the problem to be solved, coupled to nothing else, in rising order. allowed: |F| of (1) in
  // recorded_error.h below which impulses are accepted.
  ContactSpaceLaw(const RecordedProblem& problem, const std::vector<int>& contacts, double allowed);

  int contact_count() const override { return static_cast<int>(mu_.size()); }
  int samples() const override { return 0; }
  const std::vector<double>& q() const override { return q_; }
  const std::vector<double>& mu() const override { return mu_; }
  double denominator() const override { return denominator_; }
  int velocity_size() const override { return 3 * contact_count(); }
  void accumulate(const double* z, double* x) const override;
  void apply_transposed(const double* x, double* out) const override { matrix_->multiply(x, out); }
  double natural_map(const double* z, const double* u) const override;
  double signorini(const double* z, const double* u) const override;
  double allowed() const { return allowed_; }
  bool accepts(const double* z, const double* u) const override { return recorded_map(z, u) <= allowed_; }
  bool factorize(const std::vector<Mat3>& D) override { return matrix_->factorize(D); }
  void solve(double* x) override { matrix_->solve(x); }

  double recorded_map(const double* z, const double* u) const;  // |F| with rho = 1, unscaled
  void velocity_as_recorded(const double* z, double* u) const;  // u = W z + q, every entry of W as it is
  void set_friction_factor(double factor);  // the law of another, near problem: mu times the factor; 1: as recorded
  const ContactMatrix& matrix() const { return *matrix_; }
  ContactMatrix& matrix() { return *matrix_; }
  double scale(int contact) const { return scale_[static_cast<std::size_t>(contact)]; }

 private:
  double allowed_, denominator_ = 0;
  std::vector<double> q_, mu_, recorded_mu_, scale_;
  std::unique_ptr<ContactMatrix> matrix_;
};

}  // namespace stiction
