// How far impulses are from the exact friction law: the judge's measure.
#pragma once

#include <vector>

#include "solvers/exact_law/law_operator.h"

namespace stiction {

class LawResidual {
 public:
  // Natural map of the impulses z (3 per contact) over the problem's denominator. Leaves velocity() and contact
  // velocities u() of z.
  double operator()(const LawOperator& law, const std::vector<double>& z);
  // Largest violation of Signorini's condition over the contacts, for the same z; relative to the denominator.
  double signorini(const LawOperator& law, const std::vector<double>& z) const {
    return law.signorini(z.data(), u_.data());
  }
  const std::vector<double>& velocity() const { return x_; }  // A z
  const std::vector<double>& u() const { return u_; }         // A^T A z + q

 private:
  std::vector<double> x_, u_;
};

}  // namespace stiction
