// The Delassus matrix of a group of contacts in blocks of one contact by one contact, and the linear systems I + D W
// by a block LU factorisation with iterative refinement: over the graph of W, or over patches of contacts where that is
// cheaper (patch_system.h).
//
// Vectors have three components per contact. In the plane blocks are 2x2: W and what is solved for leave the third
// component alone, so that it costs next to nothing.
#pragma once

#include <memory>
#include <vector>

#include "base/types.h"
#include "recorded/recorded_problem.h"

namespace stiction {

class ContactMatrix {
 public:
  virtual ~ContactMatrix() = default;

  virtual void multiply(const double* x, double* out) const = 0;  // out = W x, to round-off in the entries of W
  virtual void multiply_as_recorded(const double* x, double* out) const = 0;
  virtual bool factorize(const std::vector<Mat3>& D) = 0;            // false if a pivot turns singular
  virtual void solve(double* x) = 0;                                 // x = (I + D W)^-1 x
  virtual Vec3 row_product(int contact, const double* x) const = 0;  // of W x
  virtual Mat3 diagonal(int contact) const = 0;

  // Multiplications, roughly. Of a linear system: assembled, factorised and solved twice; the first call of
  // system_cost() or factorize() finds the order of elimination, which small problems can do without.
  virtual double product_cost() const = 0;
  virtual double least_system_cost() const = 0;  // as if nothing filled in
  virtual double system_cost() = 0;

 protected:
  ContactMatrix() = default;
  ContactMatrix(const ContactMatrix&) = default;
  ContactMatrix& operator=(const ContactMatrix&) = default;
};

// contacts: of the group, in rising order; W_ij is divided by scale_i scale_j.
std::unique_ptr<ContactMatrix> make_contact_matrix(const RecordedProblem& problem, const std::vector<int>& contacts,
                                                   const std::vector<double>& scale);

}  // namespace stiction
