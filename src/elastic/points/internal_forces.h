// Elastic forces between the mass points of a body, as functions of their places y in axes of its frame [m]. Constant
// and shared by all bodies of a kind; what an evaluation needs in between is the caller's.
//
// All of it has the same bits for any number of threads.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"
#include "linalg/supernodal_cholesky.h"

namespace stiction {

// A symmetric matrix of 3x3 blocks, both triangles stored.
struct BlockMatrix {
  const BlockGraph* graph;
  std::vector<double> values;  // 9 a block, row-major

  explicit BlockMatrix(const BlockGraph& g) : graph(&g), values(9 * static_cast<std::size_t>(g.block_count()), 0.0) {}
  void add(int row, int column, const Mat3& block);  // and nothing at (column, row)
  void multiply(const VecX& x, VecX& result) const;
};

class InternalForces {
 public:
  InternalForces() = default;
  InternalForces(const InternalForces&) = delete;
  InternalForces& operator=(const InternalForces&) = delete;
  virtual ~InternalForces() = default;

  // How far elements have turned or stretched, squared and without unit: the largest |Q - Q'|^2 over them, Q the
  // rotation or the deformation gradient, whichever the stiffness depends on.
  struct Change {
    double from_rest = 0, from_reference = 0;
  };
  // In what way an evaluation goes beyond the force alone.
  struct Extras {
    const VecX* rates = nullptr;                     // velocities u that damping acts on [m/s]; null: none
    double stiffness_damping = 0;                    // b: b K(y) u is taken off [s]
    const std::vector<double>* reference = nullptr;  // see set_reference()
  };
  struct Work {
    std::vector<double> corner_forces;  // of every element [N]
  };

  virtual double energy(const VecX& y) const = 0;  // [J]
  // force = -dE/dy - b K u [N].
  virtual Change set_force(const VecX& y, const Extras& extras, Work& work, VecX& force) const = 0;
  // What Change compares with: all Q at y.
  virtual void set_reference(const VecX& y, std::vector<double>& reference) const = 0;
  // K(y): d2E/dy2 with what is not positive left out, symmetric and positive semidefinite [N/m].
  virtual void add_stiffness(const VecX& y, BlockMatrix& K) const = 0;
  virtual void add_couples(std::vector<std::array<int, 2>>& couples) const = 0;  // nodes that K couples
  virtual double smallest_volume_ratio(const VecX& y) const = 0;  // of an element's volume, or area, to that at rest
  virtual int element_count() const = 0;
};

// Which corners of elements belong to each node: sums over them in one order, node by node.
class CornerSum {
 public:
  CornerSum() = default;
  // node_of_corner: per corner, -1 for none.
  CornerSum(int node_count, const std::vector<int>& node_of_corner);
  // force_i = sum of 3 numbers per corner of node i.
  void gather(const std::vector<double>& corners, VecX& force) const;

 private:
  std::vector<int> begin_, corners_;
};

}  // namespace stiction
