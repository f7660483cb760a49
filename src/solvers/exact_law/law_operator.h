// A contact problem as Newton's methods on the exact friction law see it, in scaled variables:
//
//   u = A^T x + q,   x = A z,   z in the friction cones                                                          (1)
//
// with the linear systems they need: I + A D A^T, an unsymmetric 3x3 block D_c per contact. Over the bodies of an
// island (IslandLaw) A is the matrix of contact columns; over the contacts themselves (DelassusLaw, and ContactSpaceLaw
// of recorded problems) x is z and A^T the Delassus matrix.
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

class LawOperator {
 public:
  virtual ~LawOperator() = default;

  virtual int contact_count() const = 0;
  virtual int samples() const = 0;                   // of the declared friction set; 0: the disk
  virtual const std::vector<double>& q() const = 0;  // 3 x contact_count
  virtual const std::vector<double>& mu() const = 0;
  virtual double denominator() const = 0;  // what residuals are relative to
  virtual int velocity_size() const = 0;   // of x

  virtual void accumulate(const double* z, double* x) const = 0;          // x += A z
  virtual void apply_transposed(const double* x, double* out) const = 0;  // out = A^T x
  virtual double norm(const double* x) const { return Eigen::Map<const VecX>(x, velocity_size()).norm(); }

  // Natural map of impulses z with contact velocities u, and the largest violation of Signorini's condition by them;
  // both relative to the denominator.
  virtual double natural_map(const double* z, const double* u) const = 0;
  virtual double signorini(const double* z, const double* u) const = 0;
  // Does whoever asked for the impulses take these? Ends the search whatever the residuals above are.
  virtual bool accepts(const double* z, const double* u) const { return false; }

  // The system I + A D A^T. False if a pivot turns singular.
  virtual bool factorize(const std::vector<Mat3>& D) = 0;
  virtual void solve(double* x) = 0;

 protected:
  LawOperator() = default;
  LawOperator(const LawOperator&) = default;
  LawOperator& operator=(const LawOperator&) = default;
};

}  // namespace stiction
