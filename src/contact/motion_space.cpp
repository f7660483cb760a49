#include "contact/motion_space.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>

namespace stiction {
namespace {

// What rows say: `inverse` solves the independent ones among them with the least norm, `null` are the directions that
// none of them sees, orthonormal.
struct RowSpace {
  int rank = 0;
  MatX inverse;  // columns x rows
  MatX null;
};

RowSpace row_space(const MatX& rows, double dependent) {
  const Eigen::Index n = rows.cols(), k = rows.rows();
  RowSpace space;
  space.inverse = MatX::Zero(n, k);
  if (k == 0 || n == 0) {
    space.null = MatX::Identity(n, n);
    return space;
  }
  const Eigen::ColPivHouseholderQR<MatX> qr(rows.transpose());
  const Eigen::Index most = std::min(n, k);
  while (space.rank < most && std::abs(qr.matrixQR()(space.rank, space.rank)) > dependent) ++space.rank;
  MatX Q = MatX::Identity(n, n);
  Q.applyOnTheLeft(qr.householderQ());
  space.null = Q.rightCols(n - space.rank);
  const MatX R = qr.matrixQR().topLeftCorner(space.rank, space.rank);
  const MatX solve = R.triangularView<Eigen::Upper>().solve(Q.leftCols(space.rank).transpose()).transpose();
  for (int i = 0; i < space.rank; ++i) space.inverse.col(qr.colsPermutation().indices()[i]) = solve.col(i);
  return space;
}

}  // namespace

void MotionSpace::build(const std::vector<int>& sizes, const std::vector<Rows>& joints, double dependent) {
  first_.assign(1, 0);
  for (const int size : sizes) first_.push_back(first_.back() + size);
  joints_ = joints;
  first_row_.assign(1, 0);
  for (const Rows& rows : joints_)
    first_row_.push_back(first_row_.back() + static_cast<int>(std::max(rows.on_a.rows(), rows.on_b.rows())));
  row_scale_.setOnes(first_row_.back());
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Rows& rows = joints_[j];
    for (int k = 0; k < first_row_[j + 1] - first_row_[j]; ++k) {
      double squares = 0;
      if (rows.a != kNotFree) squares += rows.on_a.row(k).squaredNorm();
      if (rows.b != kNotFree) squares += rows.on_b.row(k).squaredNorm();
      if (squares == 0) continue;  // nothing can move along it
      double& scale = row_scale_[first_row_[j] + k];
      scale = 1 / std::sqrt(squares);
      if (rows.a != kNotFree) rows.on_a.row(k) *= scale;
      if (rows.b != kNotFree) rows.on_b.row(k) *= scale;
    }
  }
  grow(sizes);
  set_matrices(dependent);
  factor();
  close_loops(dependent);
}

// Breadth first, from what is not free and from the first link of every part that nothing holds.
void MotionSpace::grow(const std::vector<int>& sizes) {
  const int links = static_cast<int>(sizes.size()), joints = static_cast<int>(joints_.size());
  branches_.clear();
  branch_of_.assign(links, -1);
  std::vector<std::vector<int>> of_link(links);
  for (int j = 0; j < joints; ++j) {
    for (const int link : {joints_[j].a, joints_[j].b})
      if (link != kNotFree) of_link[link].push_back(j);
  }
  for (int j = 0; j < joints; ++j) {
    const auto [a, b] = std::pair(joints_[j].a, joints_[j].b);
    if (a == kNotFree && branch_of_[b] < 0) add_branch(b, kNotFree, j);
    if (b == kNotFree && branch_of_[a] < 0) add_branch(a, kNotFree, j);
  }
  std::size_t next = 0;
  const auto spread = [&] {
    for (; next < branches_.size(); ++next) {
      const int link = branches_[next].link;
      for (const int j : of_link[link]) {
        const int other = joints_[j].a == link ? joints_[j].b : joints_[j].a;
        if (other != kNotFree && branch_of_[other] < 0) add_branch(other, link, j);
      }
    }
  };
  spread();
  for (int link = 0; link < links; ++link) {
    if (branch_of_[link] >= 0) continue;
    add_branch(link, kNotFree, -1);
    spread();
  }
}

void MotionSpace::add_branch(int link, int parent, int joint) {
  branch_of_[link] = static_cast<int>(branches_.size());
  Branch& branch = branches_.emplace_back();
  branch.link = link;
  branch.parent = parent;
  branch.joint = joint;
}

void MotionSpace::set_matrices(double dependent) {
  std::vector<char> in_tree(joints_.size(), 0);
  relative_ = 0;
  for (Branch& branch : branches_) {
    const int size = first_[branch.link + 1] - first_[branch.link];
    branch.column = relative_;
    if (branch.joint < 0) {
      branch.Z = MatX::Identity(size, size);
    } else {
      const Rows& rows = joints_[branch.joint];
      const bool is_a = rows.a == branch.link;
      RowSpace own = row_space(is_a ? rows.on_a : rows.on_b, dependent);
      branch.Z = std::move(own.null);
      branch.P = std::move(own.inverse);
      if (branch.parent != kNotFree) branch.X = -branch.P * (is_a ? rows.on_b : rows.on_a);
      in_tree[branch.joint] = own.rank == branch.P.cols();
    }
    relative_ += static_cast<int>(branch.Z.cols());
  }
  closures_.clear();
  for (std::size_t j = 0; j < joints_.size(); ++j)
    if (!in_tree[j]) closures_.push_back(static_cast<int>(j));
}

// H by composite masses: that of a link with all that hangs on it.
void MotionSpace::factor() {
  std::vector<MatX> composite(branches_.size());
  for (std::size_t i = branches_.size(); i-- > 0;) {
    const Branch& branch = branches_[i];
    const int size = first_[branch.link + 1] - first_[branch.link];
    if (composite[i].size() == 0) composite[i] = MatX::Zero(size, size);
    composite[i].diagonal().array() += 1;
    if (branch.parent == kNotFree) continue;
    MatX& above = composite[branch_of_[branch.parent]];
    if (above.size() == 0) above = MatX::Zero(branch.X.cols(), branch.X.cols());
    above.noalias() += branch.X.transpose() * (composite[i] * branch.X);
  }
  H_ = MatX::Zero(relative_, relative_);
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const Branch* branch = &branches_[i];
    const Eigen::Index own = branch->Z.cols(), column = branch->column;
    if (own == 0) continue;
    MatX momentum = composite[i] * branch->Z;
    H_.block(column, column, own, own) = branch->Z.transpose() * momentum;
    while (branch->parent != kNotFree) {
      momentum = (branch->X.transpose() * momentum).eval();
      branch = &branches_[branch_of_[branch->parent]];
      H_.block(column, branch->column, own, branch->Z.cols()) = momentum.transpose() * branch->Z;
    }
  }
  U_inverse_ = MatX::Identity(relative_, relative_);
  if (relative_ > 0) Eigen::LLT<MatX>(H_).matrixU().solveInPlace(U_inverse_);
}

void MotionSpace::close_loops(double dependent) {
  int count = 0;
  for (const int j : closures_) count += first_row_[j + 1] - first_row_[j];
  MatX C = MatX::Zero(count, relative_);
  int row = 0;
  for (const int j : closures_) {
    const Rows& rows = joints_[j];
    const int own = first_row_[j + 1] - first_row_[j];
    MatX part = MatX::Zero(own, relative_);
    if (rows.a != kNotFree) relative_rows(rows.a, rows.on_a, part);
    if (rows.b != kNotFree) relative_rows(rows.b, rows.on_b, part);
    C.middleRows(row, own) = part;
    row += own;
  }
  closure_solve_.resize(relative_, 0);
  basis_ = U_inverse_;
  if (count == 0) return;
  const RowSpace space = row_space(C * U_inverse_, dependent);
  closure_solve_ = U_inverse_ * space.inverse;
  basis_ = U_inverse_ * space.null;
}

void MotionSpace::relative_rows(int link, MatX rows, MatX& result) const {
  for (const Branch* branch = &branches_[branch_of_[link]];;) {
    if (branch->Z.cols() > 0) result.middleCols(branch->column, branch->Z.cols()).noalias() += rows * branch->Z;
    if (branch->parent == kNotFree) return;
    rows = (rows * branch->X).eval();
    branch = &branches_[branch_of_[branch->parent]];
  }
}

void MotionSpace::restrict_rows(int link, const MatX& rows, MatX& result) const {
  MatX relative = MatX::Zero(rows.rows(), relative_);
  relative_rows(link, rows, relative);
  result.noalias() += relative * basis_;
}

void MotionSpace::carry_down(VecX& x, const VecX* z, const VecX* g) const {
  x.setZero(size());
  for (const Branch& branch : branches_) {
    auto own = x.segment(first_[branch.link], first_[branch.link + 1] - first_[branch.link]);
    if (z != nullptr) own.noalias() += branch.Z * z->segment(branch.column, branch.Z.cols());
    if (g != nullptr && branch.joint >= 0) {
      own.noalias() += branch.P * g->segment(first_row_[branch.joint], branch.P.cols());
    }
    if (branch.parent != kNotFree) own.noalias() += branch.X * x.segment(first_[branch.parent], branch.X.cols());
  }
}

void MotionSpace::gather(const VecX& x, VecX& z) const {
  VecX sum = x;
  z.resize(relative_);
  for (std::size_t i = branches_.size(); i-- > 0;) {
    const Branch& branch = branches_[i];
    const VecX own = sum.segment(first_[branch.link], first_[branch.link + 1] - first_[branch.link]);
    z.segment(branch.column, branch.Z.cols()).noalias() = branch.Z.transpose() * own;
    if (branch.parent != kNotFree) {
      sum.segment(first_[branch.parent], branch.X.cols()).noalias() += branch.X.transpose() * own;
    }
  }
}

void MotionSpace::expand(const VecX& y, VecX& x) const {
  const VecX z = basis_ * y;
  VecX moved;
  carry_down(moved, &z, nullptr);
  x += moved;
}

void MotionSpace::restrict_to(const VecX& x, VecX& y) const {
  VecX z;
  gather(x, z);
  y.noalias() = basis_.transpose() * z;
}

void MotionSpace::meet(const VecX& g, VecX& x) const {
  const VecX scaled = g.cwiseProduct(row_scale_);
  carry_down(x, nullptr, &scaled);
  if (!closures_.empty()) {
    VecX missing(closure_solve_.cols());
    Eigen::Index row = 0;
    for (const int j : closures_) {
      const Rows& rows = joints_[j];
      const int own = first_row_[j + 1] - first_row_[j];
      auto part = missing.segment(row, own);
      part = scaled.segment(first_row_[j], own);
      if (rows.a != kNotFree) part.noalias() -= rows.on_a * x.segment(first_[rows.a], rows.on_a.cols());
      if (rows.b != kNotFree) part.noalias() -= rows.on_b * x.segment(first_[rows.b], rows.on_b.cols());
      row += own;
    }
    const VecX z = closure_solve_ * missing;
    VecX closed;
    carry_down(closed, &z, nullptr);
    x += closed;
  }
  VecX y;
  restrict_to(x, y);
  expand(-y, x);
}

void MotionSpace::multipliers(const VecX& x, VecX& l) const {
  l.setZero(first_row_.back());
  VecX rest = x, z;
  if (!closures_.empty()) {
    gather(x, z);
    const VecX on_closures = closure_solve_.transpose() * z;
    Eigen::Index row = 0;
    for (const int j : closures_) {
      const Rows& rows = joints_[j];
      const int own = first_row_[j + 1] - first_row_[j];
      const auto part = on_closures.segment(row, own);
      l.segment(first_row_[j], own) = part;
      if (rows.a != kNotFree) rest.segment(first_[rows.a], rows.on_a.cols()) -= rows.on_a.transpose() * part;
      if (rows.b != kNotFree) rest.segment(first_[rows.b], rows.on_b.cols()) -= rows.on_b.transpose() * part;
      row += own;
    }
  }
  for (std::size_t i = branches_.size(); i-- > 0;) {
    const Branch& branch = branches_[i];
    if (branch.joint < 0) continue;
    const VecX own = rest.segment(first_[branch.link], first_[branch.link + 1] - first_[branch.link]);
    l.segment(first_row_[branch.joint], branch.P.cols()).noalias() += branch.P.transpose() * own;
    if (branch.parent != kNotFree)
      rest.segment(first_[branch.parent], branch.X.cols()).noalias() += branch.X.transpose() * own;
  }
  l.array() *= row_scale_.array();
}

}  // namespace stiction
