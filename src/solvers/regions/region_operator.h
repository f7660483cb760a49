// The operator of a contact region, W = A^T A with A of contact/island.h: assembled from 3 x 3 blocks, sparse or dense,
// or left as a product of the parts of contacts.
//
// Sparse: a block for every pair of contacts that share a mass point or body, near-linear to assemble where few
// contacts share one. Factored: x = A z and A^T x, cheaper where many do (all contacts of a rigid body meet each
// other). Dense: all blocks, zeros included, to compare with.
#pragma once

#include <vector>

#include "solvers/regions/region_structure.h"
#include "solvers/solver_options.h"

namespace stiction {

class RegionOperator {
 public:
  // kAuto: sparse or factored, whichever takes fewer multiplications. Returns whether the structure was kept.
  bool set(const Island& island, Assembly assembly);

  Assembly assembly() const { return assembly_; }
  int contact_count() const { return structure_.contact_count(); }
  // out = W z, 3 per contact.
  void multiply(const double* z, double* out);
  const Mat3& own_block(int contact) const { return own_[contact]; }

  // Rows one at a time, for sweeps: begin(z), then row() at any contact, and changed() after its impulse has changed.
  void begin_rows(const double* z);
  Vec3 row(int contact, const double* z) const;
  void changed(int contact, const Vec3& change);

 private:
  void assemble();
  void assemble_dense();
  void find_own_blocks();
  Vec3 sparse_row(int contact, const double* z) const;
  void accumulate(const double* z);  // x_ = A z
  Vec3 factored_row(int contact) const;

  Assembly assembly_ = Assembly::kSparse;
  RegionStructure structure_;
  std::vector<Mat3> own_;
  std::vector<double> blocks_;         // sparse: 9 per block of the pattern, column by column
  std::vector<int> position_, lower_;  // of contacts in the row at hand, and how far the lower half of rows is filled
  MatX dense_;
  std::vector<double> x_;  // factored: 3 per half
};

}  // namespace stiction
