// The linear systems I + D W of a group of contacts, over patches.
//
// Contacts that are coupled to the same contacts form a patch: mostly the contacts between the same two bodies. However
// many they are, W acts on them through the relative velocity of the bodies, which has 6 components for rigid ones:
//
//   W_gh = L_g V_gh L_h^T                                                                                         (1)
//
//   V_gh = P_g^-1 (W_gh at the pivots) P_h^-T                                                                     (2)
//
// for patches g and h: W_gg = L_g L_g^T by a Cholesky factorisation with pivoting that stops at its rank, P_g the rows
// of L_g at the pivots, V_gg = I. The systems are then solved for x = L^T z, which is smaller than z:
//
//   (I + L^T D L V) x = L^T right_side,   z = right_side - D L V x                                                (3)
//
// by a block LU factorisation over the graph of patches, in blocks of 6 rows, filled up by rows of the identity. W has
// to be symmetric but for round-off; prepare() checks (1) entry by entry. Callers refine what solve() returns.
#pragma once

#include <functional>
#include <vector>

#include "base/types.h"
#include "linalg/block_lu.h"
#include "recorded/contact_pattern.h"

namespace stiction {

class PatchSystem {
 public:
  // block(k): of W, at the k-th place of the pattern. False if patches do not make the systems smaller, or W is not of
  // form (1): this is not to be used then. rows: per contact, 2 in the plane (blocks with zeros in the third).
  bool prepare(const ContactPattern& pattern, int rows, const std::function<Mat3(int)>& block);
  bool factorize(const std::vector<Mat3>& D);  // false if a pivot turns singular
  void solve(double* z);                       // three components per contact
  // out = W z by (1). is_exact(): it differs from the entries of W by no more than their round-off.
  void multiply(const double* z, double* out) const;
  bool is_exact() const { return difference_ <= kExact; }
  double product_cost() const { return product_cost_; }  // multiplications
  double cost() const { return lu_.cost() + assembly_cost_; }

 private:
  static constexpr double kExact = 1e-14;

  struct Patch {
    std::vector<int> contacts;
    std::vector<int> pivots;  // rows of L, 3 per contact, in the order of elimination
    MatX L;                   // 3 x contacts rows, `size` columns, those beyond the rank zero
    MatX L_transposed;
    int first = 0;  // node of the linear system; size / 6 of them
    int size = 0;
    int nodes() const { return size / 6; }
  };
  struct Coupling {
    int row, column;  // patches
    MatX V;
    std::vector<double*> targets;  // blocks of the linear system, column by column
  };
  bool find_patches(const ContactPattern& pattern, int rows);
  bool factor_patches(const ContactPattern& pattern, int rows, const std::function<Mat3(int)>& block);
  bool couple(const ContactPattern& pattern, const std::function<Mat3(int)>& block);
  void connect();
  void reduce(const double* z) const;                // x_ = L^T z
  void couple_reduced() const;                       // v_ = V x_
  const double* velocity(const Patch& patch) const;  // L v_ on its contacts

  std::vector<Patch> patches_;
  std::vector<int> patch_of_, index_in_patch_;  // of contacts
  std::vector<Coupling> couplings_;             // row by row
  BlockLu lu_;
  double assembly_cost_ = 0, product_cost_ = 0, difference_ = 0;
  std::vector<Mat3> D_;
  std::vector<const Mat3*> D_of_patch_;
  MatX reduced_;
  mutable VecX x_, v_, of_patch_;  // scratch
};

}  // namespace stiction
