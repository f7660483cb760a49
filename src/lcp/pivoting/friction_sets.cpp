#include "lcp/pivoting/friction_sets.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kDependent = 1e-11;     // pivot of a new row, relative to its column
constexpr double kContradiction = 1e-9;  // of redundant bilateral rows, relative to b
constexpr double kResidual = 1e-11;      // of the clamped rows, relative: beyond it factors are made afresh
constexpr double kLargestGrowth = 1e8;   // of entries of the factor, likewise
constexpr double kNothing = 1e-9;        // adopted normal forces, relative to the largest: below it there is none
constexpr double kOnTheCone = 1e-6;      // adopted friction, how near to the limit it counts as there, relative
constexpr double kSticks = 1e-7;         // adopted contacts that move less stick, relative to b

}  // namespace

FrictionSets::FrictionSets(const FrictionProblem& problem)
    : problem_(problem),
      n_(static_cast<int>(problem.b.size())),
      contacts_(problem.contact_count()),
      member_place_(n_, -1),
      factor_(n_) {
  scale();
  f = df = da = work_ = VecX::Zero(n_);
  a = b_;
  for (int c = 0; c < contact_count(); ++c) {
    if (problem.sliding.size() == 0) continue;
    Vec2 e = Vec2::Zero();
    e.head(tangents()) = problem.sliding.col(c);
    if (e.norm() == 0) continue;
    contacts_[c].tangent = TangentSet::kSliding;
    contacts_[c].direction = -e.normalized();
  }
}

void FrictionSets::scale() {
  scale_ = VecX::Ones(n_);
  const auto set = [&](int first, int count) {
    const double mean = problem_.A.diagonal().segment(first, count).mean();
    scale_.segment(first, count).setConstant(mean > 0 ? 1 / std::sqrt(mean) : 1.0);
  };
  for (int i = 0; i < problem_.bilateral_count; ++i) set(i, 1);
  for (int c = 0; c < contact_count(); ++c) set(normal_row(c), 1 + tangents());
  A_ = scale_.asDiagonal() * problem_.A * scale_.asDiagonal();
  b_ = scale_.cwiseProduct(problem_.b);
  size_ = n_ > 0 ? b_.lpNorm<Eigen::Infinity>() : 0.0;
}

Vec2 FrictionSets::tangent(const VecX& v, int contact) const {
  const int row = normal_row(contact);
  return {v[row + 1], tangents() == 2 ? v[row + 2] : 0.0};
}

void FrictionSets::set_tangent(VecX& v, int contact, const Vec2& value) const {
  v.segment(normal_row(contact) + 1, tangents()) = value.head(tangents());
}

double FrictionSets::entry(int row, int column) const {
  double value = A_(row, column);
  if (column < problem_.bilateral_count) return value;
  const int c = contact_of(column);
  const Contact& own = contacts_[c];
  if (column != normal_row(c) || own.tangent < TangentSet::kLimit) return value;
  for (int k = 0; k < tangents(); ++k) value += mu(c) * own.direction[k] * A_(row, column + 1 + k);
  return value;
}

// f += x along a column of B: friction at the limit follows its normal force.
void FrictionSets::add_column(int column, double x, VecX& f_to) const {
  f_to[column] += x;
  if (column < problem_.bilateral_count) return;
  const int c = contact_of(column);
  if (column != normal_row(c) || contacts_[c].tangent < TangentSet::kLimit) return;
  for (int k = 0; k < tangents(); ++k) f_to[column + 1 + k] += mu(c) * contacts_[c].direction[k] * x;
}

VecX FrictionSets::column_of(int column) const {
  VecX values(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) values[i] = entry(members_[i], column);
  return values;
}

void FrictionSets::product(const VecX& of, VecX& to) {
  to.setZero();
  for (int j = 0; j < n_; ++j) {
    if (of[j] == 0) continue;
    to += of[j] * A_.col(j);
    operations_ += n_;
  }
}

bool FrictionSets::enter_row(int row) {
  if (is_member(row)) return true;
  VecX left(members_.size());
  for (std::size_t j = 0; j < members_.size(); ++j) left[j] = entry(row, members_[j]);
  const double pivot = factor_.append(column_of(row), left, entry(row, row));
  member_place_[row] = static_cast<int>(members_.size());
  members_.push_back(row);
  if (pivot > kDependent) return true;
  leave_row(row);
  return false;
}

void FrictionSets::leave_row(int row) {
  const int place = member_place_[row];
  if (place < 0) return;
  factor_.remove(place);
  members_.erase(members_.begin() + place);
  member_place_[row] = -1;
  for (std::size_t i = place; i < members_.size(); ++i) member_place_[members_[i]] = static_cast<int>(i);
  if (factor_.growth() > kLargestGrowth) refactor();
}

void FrictionSets::refactor() {
  ++refactorisations_;
  factor_.clear();
  const std::vector<int> rows = std::move(members_);
  members_.clear();
  for (const int row : rows) {
    VecX left(members_.size());
    for (std::size_t j = 0; j < members_.size(); ++j) left[j] = entry(row, members_[j]);
    factor_.append(column_of(row), left, entry(row, row));
    members_.push_back(row);
  }
}

void FrictionSets::refresh_column(int contact) {
  const int row = normal_row(contact);
  if (is_member(row)) factor_.replace_column(member_place_[row], column_of(row));
}

double FrictionSets::member_size(const VecX& v) const {
  double worst = 0;
  for (const int row : members_) worst = std::max(worst, std::abs(v[row]));
  return worst;
}

int FrictionSets::clamp_bilaterals(int& redundant) {
  for (int i = 0; i < problem_.bilateral_count; ++i) redundant += enter_row(i) ? 0 : 1;
  settle();
  for (int i = 0; i < problem_.bilateral_count; ++i) {
    if (!is_member(i) && std::abs(a[i]) > kContradiction * size_) return i;
  }
  return -1;
}

void FrictionSets::adopt(const VecX& forces) {
  f = forces.cwiseQuotient(scale_);
  const double least = n_ > 0 ? kNothing * f.lpNorm<Eigen::Infinity>() : 0.0;
  product(f, a);
  a += b_;
  for (int c = 0; c < contact_count(); ++c) {
    Contact& own = contacts_[c];
    const int row = normal_row(c);
    const Vec2 f_T = tangent(f, c);
    const double most = mu(c) * f[row];
    if (f[row] <= least) {
      f.segment(row, 1 + tangents()).setZero();
      continue;
    }
    own.normal = NormalSet::kClamped;
    if (own.tangent != TangentSet::kSliding && most > 0) {
      const Vec2 a_T = tangent(a, c);
      const bool moves = a_T.norm() > kSticks * size_ && f_T.dot(a_T) < 0;
      const bool slides = moves && f_T.norm() >= (1 - kOnTheCone) * most;
      own.tangent = slides ? TangentSet::kLimit : TangentSet::kClamped;
      if (slides) own.direction = f_T.normalized();
    }
    set_tangent(f, c, own.tangent >= TangentSet::kLimit ? Vec2(most * own.direction) : f_T);
  }
  for (int c = 0; c < contact_count(); ++c) {
    if (contacts_[c].normal == NormalSet::kClamped) enter_row(normal_row(c));
  }
  for (int c = 0; c < contact_count(); ++c) {
    if (contacts_[c].tangent != TangentSet::kClamped) continue;
    for (int k = 1; k <= tangents(); ++k) enter_row(normal_row(c) + k);
  }
}

void FrictionSets::find_direction(int row) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    x_ = -column_of(row);
    factor_.solve(x_);
    df.setZero();
    add_column(row, 1, df);
    for (std::size_t i = 0; i < members_.size(); ++i) add_column(members_[i], x_[i], df);
    product(df, da);
    if (member_size(da) <= kResidual * (1 + df.lpNorm<Eigen::Infinity>())) break;
    if (attempt == 0) refactor();
  }
  for (const int member : members_) da[member] = 0;
}

bool FrictionSets::enter_normal(int contact, TangentSet tangent_set, const Vec2& direction) {
  Contact& own = contacts_[contact];
  const Contact before = own;
  if (own.tangent != TangentSet::kSliding) {
    own.tangent = tangent_set;
    own.direction = direction;
  }
  if (!enter_row(normal_row(contact))) {
    own = before;
    return false;
  }
  own.normal = NormalSet::kClamped;
  return true;
}

void FrictionSets::leave_normal(int contact, NormalSet to) {
  Contact& own = contacts_[contact];
  for (int k = 1; k <= tangents(); ++k) leave_row(normal_row(contact) + k);
  if (own.tangent != TangentSet::kNone) set_tangent(f, contact, Vec2::Zero());
  if (own.tangent != TangentSet::kSliding) own.tangent = TangentSet::kNone;
  leave_row(normal_row(contact));
  own.normal = to;
  f[normal_row(contact)] = 0;
}

void FrictionSets::leave_tangent(int contact) {
  Contact& own = contacts_[contact];
  for (int k = 1; k <= tangents(); ++k) leave_row(normal_row(contact) + k);
  const bool was_limit = own.tangent == TangentSet::kLimit;
  own.tangent = TangentSet::kNone;
  if (was_limit) refresh_column(contact);
}

void FrictionSets::enter_limit(int contact, const Vec2& direction) {
  leave_tangent(contact);
  contacts_[contact].tangent = TangentSet::kLimit;
  contacts_[contact].direction = direction;
  set_tangent(f, contact, mu(contact) * f[normal_row(contact)] * direction);
  refresh_column(contact);
}

void FrictionSets::leave_limit(int contact, TangentSet to) {
  contacts_[contact].tangent = to;
  refresh_column(contact);
}

// Rows and columns of the contact's tangents: new = by^T old.
void FrictionSets::rotate_rows(int contact, const Mat2& by) {
  const int row = normal_row(contact) + 1;
  A_.middleRows(row, 2) = (by.transpose() * A_.middleRows(row, 2)).eval();
  A_.middleCols(row, 2) = (A_.middleCols(row, 2) * by).eval();
  for (VecX* v : {&b_, &f, &a, &df, &da}) v->segment<2>(row) = (by.transpose() * v->segment<2>(row)).eval();
  operations_ += 8 * n_;
  contacts_[contact].direction = by.transpose() * contacts_[contact].direction;
  contacts_[contact].frame = contacts_[contact].frame * by;
}

void FrictionSets::turn(int contact, const Vec2& first) {
  if (tangents() == 1) {
    if (first[0] < 0) flip(normal_row(contact) + 1);
    return;
  }
  Mat2 by;
  by << first[0], -first[1], first[1], first[0];
  rotate_rows(contact, by);
}

void FrictionSets::flip(int row) {
  const int c = contact_of(row);
  const int k = row - normal_row(c) - 1;
  A_.row(row) = -A_.row(row);
  A_.col(row) = -A_.col(row);
  for (VecX* v : {&b_, &f, &a, &df, &da}) (*v)[row] = -(*v)[row];
  contacts_[c].direction[k] = -contacts_[c].direction[k];
  contacts_[c].frame.col(k) = -contacts_[c].frame.col(k);
}

void FrictionSets::settle(bool afresh) {
  for (int round = 0; round < 3; ++round) {
    if (round == 0 && afresh) {
      for (const int row : members_) {
        f[row] = 0;
        if (row < problem_.bilateral_count) continue;
        const int c = contact_of(row);
        if (row == normal_row(c) && contacts_[c].tangent >= TangentSet::kLimit) set_tangent(f, c, Vec2::Zero());
      }
    }
    product(f, a);
    a += b_;
    if (round == 2 || members_.empty()) break;
    x_.resize(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) x_[i] = -a[members_[i]];
    if (round == 1 && member_size(a) > kResidual * (size_ + f.lpNorm<Eigen::Infinity>())) refactor();
    factor_.solve(x_);
    for (std::size_t i = 0; i < members_.size(); ++i) add_column(members_[i], x_[i], f);
  }
}

VecX FrictionSets::forces(const VecX& of) const {
  VecX result = of;
  for (int c = 0; c < contact_count(); ++c) {
    const Contact& own = contacts_[c];
    const Vec2 turned = own.frame * tangent(of, c);
    set_tangent(result, c, turned);
  }
  return result.cwiseProduct(scale_);
}

}  // namespace stiction
