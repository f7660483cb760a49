// The linear systems of the projection kernel: (I + rho A P A^T) dx = g, in two sizes (SP section 6.3).
//
// DoF-sized: sparse block Cholesky over the blocks of bodies. Contact-sized: with P = B B^T and C = A B,
//   (I + rho C C^T)^-1 g = g - C (I / rho + C^T C)^-1 C^T g,
// a dense system over the columns with nonzero derivative. The second wins where few contacts touch many bodies.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "contact/island.h"
#include "contact/wide_products.h"
#include "linalg/block_cholesky.h"
#include "solvers/solver_options.h"

namespace stiction {

class NewtonSystem {
 public:
  // Chooses the form by predicted cost unless one is asked for. The ordering is kept while the graph stays.
  void prepare(const Island& island, Form form);
  bool contact_form() const { return contact_form_; }

  // P: contact_count x (count x count), column-major, symmetric positive semidefinite, for the columns
  // [first, first + count) of every contact. Does nothing if all arguments equal those of the last call.
  // False if round-off at a huge rho made the matrix indefinite.
  bool factorize(const Island& island, int first, int count, double rho, const std::vector<double>& P);
  // x <- (I + rho A P A^T)^-1 x; the entries of the extra body stay zero.
  void solve(const Island& island, double* x);

 private:
  bool assemble_blocks(const Island& island, int first, int count, double rho, const double* P);
  void add_groups(const Island& island, int first, int count, double rho, const double* P);
  void find_wide_targets(const Island& island);
  void add_wide(const Island& island, int first, int count, double rho, const double* P);
  void add_groups_in_parallel(const Island& island, int first, int count, double rho, const double* P);
  bool assemble_contacts(const Island& island, int first, int count, const double* P);

  bool contact_form_ = false;
  // What the present factor belongs to.
  int first_ = -1, count_ = 0;
  double rho_ = 0;
  std::vector<double> P_;

  BlockCholesky cholesky_;
  std::vector<std::pair<int, int>> edges_;
  struct GroupTarget {
    double *aa, *bb, *ba;
    bool transposed;
  };
  std::vector<GroupTarget> targets_;
  std::vector<Mat6> side_blocks_;  // what every group adds to its two diagonal blocks, before it is added up
  WideProduct wide_product_;
  // What runs add to: the pairs (i, j) of blocks they touch with i no earlier than j, run by run.
  struct WideTarget {
    double* values;
    int row, column;  // in the run's product
    bool transposed;
  };
  std::vector<WideTarget> wide_targets_;
  std::vector<int> wide_targets_begin_;  // of every run, and the end
  std::vector<TouchedBlock> touched_;

  // One column of C: its entries at the contact's rigid sides, and at its wide parts.
  struct Column {
    int contact;
    std::size_t wide;  // its first entry in wide_entries_, which has the rows of the contact's run
    double entries[Island::kColumn];
  };
  void add_column(const Island& island, int contact, int first, int count, const double* weights);
  double overlap(const Island& island, const Column& p, const Column& r) const;
  double wide_overlap(const Island& island, const Column& p, const Column& r) const;
  template <class Visit>
  void for_wide_entries(const Island& island, const Column& column, const Visit& visit) const;
  std::vector<Column> columns_;
  std::vector<double> wide_entries_;
  // Their size changes from call to call: vectors keep their memory, matrices would not.
  std::vector<double> gram_values_;  // C^T C + I / rho, then its Cholesky factor in the lower triangle
  std::vector<double> projected_values_;
};

}  // namespace stiction
