// The index sets of Baraff's method with friction, the factors that belong to them, and forces that follow them.
//
// Everything is scaled per contact to a unit mean diagonal. Tangent frames turn as the method asks for (`turn`), rows
// and columns of A with them. See friction_pivoting.h for the method and the letters.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "lcp/pivoting/friction_pivoting.h"
#include "lcp/pivoting/general_factor.h"

namespace stiction {

enum class NormalSet : char { kNone, kClamped, kUnclamped };         // -, C, NC
enum class TangentSet : char { kNone, kClamped, kLimit, kSliding };  // -, CF, NCF, dynamic

class FrictionSets {
 public:
  explicit FrictionSets(const FrictionProblem& problem);

  struct Contact {
    NormalSet normal = NormalSet::kNone;
    TangentSet tangent = TangentSet::kNone;
    Vec2 direction = Vec2::Zero();  // of f_T in kLimit and kSliding, present frame
    Mat2 frame = Mat2::Identity();  // columns: present tangents in the caller's
  };

  int rows() const { return n_; }
  int contact_count() const { return problem_.contact_count(); }
  int tangents() const { return problem_.tangents; }
  int normal_row(int contact) const { return problem_.normal_row(contact); }
  int contact_of(int row) const { return (row - problem_.bilateral_count) / (1 + problem_.tangents); }
  double mu(int contact) const { return problem_.mu[contact]; }
  const Contact& contact(int c) const { return contacts_[c]; }
  bool is_member(int row) const { return member_place_[row] >= 0; }
  double size() const { return size_; }  // of b

  VecX f, a;    // present forces and accelerations
  VecX df, da;  // direction of the last find_direction
  Vec2 tangent(const VecX& v, int contact) const;
  void set_tangent(VecX& v, int contact, const Vec2& value) const;

  // Clamps the bilateral rows; returns the first one that contradicts the others, or -1. Counts redundant ones.
  int clamp_bilaterals(int& redundant);

  // Takes forces over (caller's frames and units) with the sets they suggest: contacts without normal force in none,
  // those on the cone that move against their friction at the limit, the others sticking. Rows that depend on others
  // keep the force they have and are clamped all the same.
  void adopt(const VecX& forces);

  // df with df_row = 1 that keeps a on the clamped rows and f on the cone at the limit, and da.
  void find_direction(int row);

  // Changes of sets. enter_row and enter_normal return false, and leave everything as it was, if the row depends on
  // the clamped ones.
  bool enter_row(int row);
  void leave_row(int row);
  bool enter_normal(int contact, TangentSet tangent, const Vec2& direction);
  void leave_normal(int contact, NormalSet to);  // takes its tangent rows out; f_N = 0
  void set_normal(int contact, NormalSet to) { contacts_[contact].normal = to; }
  void enter_limit(int contact, const Vec2& direction);
  void leave_limit(int contact, TangentSet to);
  void leave_tangent(int contact);  // takes its rows out; to kNone
  void set_tangent_set(int contact, TangentSet to) { contacts_[contact].tangent = to; }
  // Turns the contact's frame: its first tangent row becomes the one along `first`. Its rows must not be clamped.
  void turn(int contact, const Vec2& first);
  void flip(int row);  // of a tangent: the other sign; it must not be clamped

  // Forces of the clamped rows from the sets, and a; refined once. Afresh, or as corrections of what they are: rows
  // that nearly depend on each other then share the load as before.
  void settle(bool afresh = true);
  // In the caller's frames and units.
  VecX forces(const VecX& of) const;

  int refactorisations() const { return refactorisations_; }
  std::int64_t operations() const { return operations_ + factor_.operations(); }

 private:
  void scale();
  void rotate_rows(int contact, const Mat2& by);
  double entry(int row, int column) const;  // of B: A with the columns of contacts at the limit
  void add_column(int column, double x, VecX& f_to) const;
  VecX column_of(int column) const;  // on the members
  void refresh_column(int contact);  // after its direction changed
  void product(const VecX& of, VecX& to);
  void refactor();
  bool solve_members(VecX& x);
  double member_size(const VecX& v) const;

  const FrictionProblem& problem_;
  const int n_;
  MatX A_;
  VecX b_, scale_;
  double size_ = 0;
  std::vector<Contact> contacts_;
  std::vector<int> members_;       // clamped rows, in the factor's order
  std::vector<int> member_place_;  // per row, -1: not clamped
  GeneralFactor factor_;
  VecX work_, x_;
  int refactorisations_ = 0;
  std::int64_t operations_ = 0;
};

}  // namespace stiction
