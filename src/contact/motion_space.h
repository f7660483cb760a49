// The motions that joints leave to a set of bodies (links), and the nearest of them to any other motion.
//
// Velocities are scaled, x = L^-1 v with M^-1 = L L^T, so that the mass is the identity and "nearest" is in the mass
// metric. Joints are rows G x = g. Then
//   x = N y + D,   N^T N = 1,   G N = 0,   G D = g,   N^T D = 0,   N N^T = 1 - G^+ G
// N N^T is the inverse mass of the jointed links. N is never formed. Along a spanning tree of the joints
//   x_c = X_c x_p + Z_c z_c + P_c g_c       link c, its parent p
// with Z_c an orthonormal basis of what the joint to the parent leaves to the link, so that z are relative velocities.
// Their mass H is built like that of composite bodies and factored, H = U^T U. Joints that are not in the tree (loops,
// redundant ones) are rows over z, C z = c, whose null space is found by a QR factorisation with pivoting: rows that
// depend on others by round-off are left out. So z = U^-1 K y, K an orthonormal basis of the null space of C U^-1.
//
// Cost: links times depth of the tree for H, z^3 / 3 for its factor, z times (rows of loops)^2 for the null space.
#pragma once

#include <vector>

#include "base/types.h"

namespace stiction {

class MotionSpace {
 public:
  static constexpr int kNotFree = -1;
  // Rows of one joint between two links, or a link and something that is not free (kNotFree), in scaled velocities.
  struct Rows {
    int a = kNotFree, b = kNotFree;
    MatX on_a, on_b;  // rows x size of the link
  };
  // Rows of length 1 that lie in the span of others but for this are taken to depend on them: errors of positions (some
  // 1e-12 of a length) are below it, angles between directions that matter above.
  static constexpr double kDependent = 1e-9;
  // sizes: of the links' scaled velocities.
  void build(const std::vector<int>& sizes, const std::vector<Rows>& joints, double dependent = kDependent);

  int dofs() const { return static_cast<int>(basis_.cols()); }  // of y
  int size() const { return first_.empty() ? 0 : first_.back(); }
  int first(int link) const { return first_[link]; }
  // Size of g in the measure of x: D is that large, or larger where rows nearly depend on each other.
  double size_of(const VecX& g) const { return g.cwiseProduct(row_scale_).norm(); }
  // D for the joints' g, all rows one after the other. Rows that contradict others are not met.
  void meet(const VecX& g, VecX& x) const;
  // x += N y, y = N^T x.
  void expand(const VecX& y, VecX& x) const;
  void restrict_to(const VecX& x, VecX& y) const;
  // result += rows N, for rows over one link's velocities.
  void restrict_rows(int link, const MatX& rows, MatX& result) const;
  // Impulses of the joints, rows l with G^T l = x, where there are any. Of rows that depend on each other some are
  // zero.
  void multipliers(const VecX& x, VecX& l) const;

 private:
  // A link on its joint to the parent.
  struct Branch {
    int link = 0, parent = kNotFree;
    int joint = -1;  // -1: the link is free
    int column = 0;  // of its relative velocities z
    MatX X, Z, P;
  };
  void grow(const std::vector<int>& sizes);
  void add_branch(int link, int parent, int joint);
  void set_matrices(double dependent);
  void factor();
  void close_loops(double dependent);
  void relative_rows(int link, MatX rows, MatX& result) const;   // result += rows over z
  void carry_down(VecX& x, const VecX* z, const VecX* g) const;  // x of links from z and g
  void gather(const VecX& x, VecX& z) const;                     // the transposed map, of z

  std::vector<int> first_;        // of the links in x; one more: the end
  std::vector<Rows> joints_;      // rows scaled to length 1
  std::vector<int> first_row_;    // of the joints in g
  VecX row_scale_;                // by which rows and g are multiplied
  std::vector<Branch> branches_;  // parents before children
  std::vector<int> branch_of_;    // link -> branch, -1: not in the tree yet
  std::vector<int> closures_;     // joints that are not met by the tree alone
  int relative_ = 0;              // size of z
  MatX H_, U_inverse_;
  MatX basis_;          // U^-1 K
  MatX closure_solve_;  // z that meets the closures' rows, of least kinetic energy; 0 columns: there are none
};

}  // namespace stiction
